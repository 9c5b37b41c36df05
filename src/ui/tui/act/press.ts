import type {Key} from '../../../terminal/keys.ts';
import {menuBindings} from '../content/menu.ts';
import type {Binding} from '../keys/binding.ts';
import {bindingFor, type Keymap, nameOfKey, sayWith} from '../keys/keymap.ts';
import {pressForm} from '../state/form.ts';
import {type Here, neighbour} from '../state/here.ts';
import type {Dialog} from '../state/view-state.ts';
import {singly} from '../terminal/keyboard.ts';
import type {AllActions} from './actions.ts';

const runBinding = (binding: Binding, key: string, act: AllActions, here: Here, keymap: Keymap): void => {
	const refused = binding.refusal?.(here);
	act.view({type: 'notice', notice: refused === undefined ? null : {text: sayWith(keymap)(refused), style: 'dim'}});
	if (refused === undefined) {
		binding.run(act, here, key);
	}
};

const close = (act: AllActions): void => act.view({type: 'dialog', dialog: null});

const pressMenu = (at: number, name: string, act: AllActions, here: Here, keymap: Keymap): void => {
	const items = menuBindings(keymap);
	const by = {up: items.length - 1, k: items.length - 1, down: 1, j: 1}[name];
	if (by !== undefined) {
		act.view({type: 'dialog', dialog: {kind: 'menu', at: (at + by) % items.length}});
		return;
	}
	const chosen = name === 'enter' ? items[at] : items.find(({keys}) => keys.includes(name) && name !== 'enter');
	close(act);
	if (chosen !== undefined) {
		runBinding(chosen, name, act, here, keymap);
	}
};

const pressDialog = (dialog: Dialog, key: Key, act: AllActions, here: Here, keymap: Keymap): void => {
	if (dialog.kind === 'form') {
		const {form, next} = pressForm(dialog, key);
		if (next === 'cancel') {
			close(act);
		} else if (next === 'submit') {
			act.submit(form);
		} else {
			act.view({type: 'dialog', dialog: form});
			act.formChanged(dialog, form);
		}
		return;
	}
	const name = nameOfKey(key);
	if (dialog.kind === 'menu') {
		pressMenu(dialog.at, name, act, here, keymap);
	} else if (dialog.kind === 'help' && ['down', 'j', 'page-down', 'up', 'k', 'page-up'].includes(name)) {
		const by = {down: 1, j: 1, 'page-down': 10, up: -1, k: -1, 'page-up': -10}[name] ?? 0;
		act.view({type: 'dialog', dialog: {kind: 'help', scroll: Math.max(0, dialog.scroll + by)}});
	} else if (dialog.kind === 'confirm' && name === 'y') {
		act.remove(dialog);
	} else {
		close(act);
	}
};

const pressFilter = (key: Key, act: AllActions, here: Here): void => {
	if (key.name === 'escape' || key.name === 'ctrl-c') {
		act.view({type: 'clear-filter'});
	} else if (key.name === 'up' || key.name === 'down') {
		act.select(neighbour(here, key.name === 'up' ? -1 : 1));
	} else if (key.name === 'enter' || key.name === 'tab') {
		act.view({type: 'mode', mode: 'keys'});
	} else {
		act.view({type: 'filter-key', key});
	}
};

type Place = {
	readonly act: AllActions;
	readonly here: () => Here;
	readonly keymap: Keymap;
	readonly typeKey: (key: Key) => void;
};

/** Where letters are commands. */
const pressOne = (key: Key, {act, here, keymap}: Place): void => {
	const now = here();
	if (now.view.dialog !== null) {
		pressDialog(now.view.dialog, key, act, now, keymap);
		return;
	}
	const name = nameOfKey(key);
	const binding = bindingFor(keymap, name);
	if (binding !== undefined) {
		runBinding(binding, name, act, now, keymap);
	}
};

/** Gives a key to whatever is open: a dialog, the filter, the agent itself, or else the keymap. */
export const press = (key: Key, place: Place): void => {
	const {act, here, typeKey} = place;
	const now = here();
	const {dialog, mode} = now.view;
	if (dialog === null && mode === 'filter') {
		pressFilter(key, act, now);
	} else if (dialog === null && mode === 'typing') {
		if (key.name === 'ctrl-q') {
			act.view({type: 'mode', mode: 'keys'});
		} else {
			typeKey(key);
		}
	} else if (dialog?.kind === 'form') {
		pressOne(key, place);
	} else {
		// Looked at anew for each: the first of two quick keys may open what the second is for.
		const [first, ...rest] = singly(key);
		if (first !== undefined) {
			pressOne(first, place);
		}
		for (const one of rest) {
			press(one, place);
		}
	}
};

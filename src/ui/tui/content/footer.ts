import {cellsOf, cut} from '../cells.ts';
import type {Here} from '../here.ts';
import {bindingsOf, type Keymap} from '../keymap.ts';
import type {Theme} from '../theme.ts';

const SHORT: Readonly<Record<string, string>> = {
	enter: '⏎',
	escape: 'Esc',
	space: 'space',
	'page-up': 'PgUp',
	'page-down': 'PgDn',
	'shift-tab': 'S-tab',
	up: '↑',
	down: '↓',
	left: '←',
	right: '→',
};

/** A key as people write it. PURE. */
export const keyLabel = (name: string): string => SHORT[name] ?? name.replace(/^ctrl-/, 'C-');

/** All keys of a binding; a run such as 1 to 9 by its ends. PURE. */
export const keyLabels = (keys: readonly string[]): string =>
	keys.length > 3 ? `${keyLabel(keys[0] ?? '')}…${keyLabel(keys.at(-1) ?? '')}` : keys.map(keyLabel).join(' ');

type Hint = {readonly key: string; readonly label: string};

const MODES: Readonly<Record<'filter' | 'typing', readonly Hint[]>> = {
	filter: [
		{key: '⏎', label: 'keep'},
		{key: 'Esc', label: 'drop'},
	],
	typing: [{key: 'C-q', label: 'back to squad'}],
};

const hintsFor = (here: Here, keymap: Keymap): readonly Hint[] => {
	const {mode, dialog} = here.view;
	if (dialog !== null) {
		return dialog.kind === 'form'
			? [
					{key: '⏎', label: dialog.purpose === 'new' ? 'start' : 'done'},
					{key: 'M-⏎', label: 'new line'},
					{key: 'tab', label: 'next field'},
					{key: 'Esc', label: 'cancel'},
				]
			: dialog.kind === 'confirm'
				? [
						{key: 'y', label: 'remove'},
						{key: 'Esc', label: 'keep'},
					]
				: [{key: 'Esc', label: 'back'}];
	}
	if (mode !== 'keys') {
		return MODES[mode];
	}
	return bindingsOf(keymap).flatMap(({keys, label, refusal}) =>
		label === undefined || keys[0] === undefined || refusal?.(here) !== undefined
			? []
			: [{key: keyLabel(keys[0]), label}],
	);
};

const widthOf = ({key, label}: Hint): number => cellsOf(key) + cellsOf(label) + 3;

/** The keys that work now, as many as fit; the last two, help and quit, always. PURE. */
const keyLine = (here: Here, keymap: Keymap, columns: number, {paint}: Theme): string => {
	const hints = hintsFor(here, keymap);
	const always = hints.slice(-2);
	let room = columns - 1 - always.reduce((sum, hint) => sum + widthOf(hint), 0);
	const fitting = hints.slice(0, -2).filter(hint => {
		room -= widthOf(hint);
		return room >= 0;
	});
	return ` ${[...fitting, ...always].map(({key, label}) => `${paint('key', key)} ${label}`).join('  ')}`;
};

/** A line for what has just happened, and the line of keys. PURE. */
export const footerContent = (here: Here, keymap: Keymap, columns: number, theme: Theme): readonly [string, string] => {
	const {notice, mode} = here.view;
	const {problem} = here.snapshot;
	const said = problem !== null ? {text: problem, style: 'bad' as const} : notice;
	const typing = mode === 'typing' ? ` everything you type goes to ${here.session?.title ?? 'the agent'}` : '';
	const first =
		said === null
			? theme.paint('accent', cut(typing, columns))
			: theme.paint(said.style, ` ${cut(said.text, columns - 2)}`);
	return [first, keyLine(here, keymap, columns, theme)];
};

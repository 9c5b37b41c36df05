import {bindingsOf, type Keymap} from '../keys/keymap.ts';
import {keyLabel, keyLabels} from '../keys/labels.ts';
import type {Form} from '../state/form.ts';
import type {Here} from '../state/here.ts';
import {cellsOf, cut} from '../style/cells.ts';
import type {Theme} from '../style/theme.ts';

type Hint = {readonly key: string; readonly label: string};

const MODES: Readonly<Record<'filter' | 'typing', readonly Hint[]>> = {
	filter: [
		{key: '↓ ↑', label: 'move'},
		{key: '⏎', label: 'keep'},
		{key: 'Esc', label: 'drop'},
	],
	typing: [{key: 'C-q', label: 'back to squad'}],
};

const DIALOGS: Readonly<Record<'confirm' | 'help' | 'menu', readonly Hint[]>> = {
	confirm: [
		{key: 'y', label: 'remove'},
		{key: 'Esc', label: 'keep'},
	],
	help: [
		{key: '↓ ↑', label: 'scroll'},
		{key: 'Esc', label: 'back'},
	],
	menu: [
		{key: '↓ ↑', label: 'choose'},
		{key: '⏎', label: 'do it'},
		{key: 'Esc', label: 'back'},
	],
};

const formHints = ({purpose, fields, focus}: Form): readonly Hint[] => [
	{key: '⏎', label: {new: 'start', send: 'send', rename: 'rename'}[purpose]},
	...(fields[focus]?.kind === 'text' ? [{key: 'M-⏎ C-j', label: 'new line'}] : []),
	...(fields[focus]?.kind === 'choice' ? [{key: '↓ ↑', label: 'choose, or type'}] : []),
	...(fields.length > 1 ? [{key: 'tab', label: 'next field'}] : []),
	{key: 'Esc', label: 'cancel'},
];

const hintsFor = (here: Here, keymap: Keymap): readonly Hint[] => {
	const {mode, dialog} = here.view;
	if (dialog !== null) {
		return dialog.kind === 'form' ? formHints(dialog) : DIALOGS[dialog.kind];
	}
	if (mode !== 'keys') {
		return MODES[mode];
	}
	const all = bindingsOf(keymap);
	return [...all.filter(({leads}) => leads), ...all.filter(({leads}) => !leads)].flatMap(({keys, label, refusal}) =>
		label === undefined || keys[0] === undefined || refusal?.(here) !== undefined
			? []
			: [{key: keys.length > 3 ? keyLabels(keys) : keyLabel(keys[0]), label}],
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

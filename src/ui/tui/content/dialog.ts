import {layOut} from '../../../terminal/editor.ts';
import {safe} from '../../print.ts';
import {cut, padded, wrap} from '../cells.ts';
import {type Field, type Form, matchesOf} from '../form.ts';
import type {Here} from '../here.ts';
import {bindingsOf, type Keymap} from '../keymap.ts';
import type {Size} from '../layout.ts';
import type {Theme} from '../theme.ts';
import type {Confirm} from '../view-state.ts';
import {keyLabel, keyLabels} from './footer.ts';

const LABEL = 12;
const MOST_OPTIONS = 6;
const MOST_TEXT_ROWS = 8;

/** The typed text with a block where the cursor stands. */
const typed = ({editor}: Field, width: number, rows: number, {paint}: Theme): string[] => {
	const laid = layOut(editor, Math.max(4, width - 1));
	const from = Math.max(0, Math.min(laid.cursor.row - rows + 1, laid.rows.length - rows));
	return laid.rows.slice(from, from + rows).map((row, at) => {
		if (at + from !== laid.cursor.row) {
			return row;
		}
		const before = padded(row, laid.cursor.column);
		const after = row.slice(before.length);
		return `${before}${paint('selected', after[0] ?? ' ')}${after.slice(1)}`;
	});
};

const optionLines = (field: Field, theme: Theme, width: number): string[] => {
	const matching = matchesOf(field);
	const from = Math.max(0, Math.min(field.at - 2, matching.length - MOST_OPTIONS));
	return matching
		.slice(from, from + MOST_OPTIONS)
		.map((option, at) =>
			at + from === field.at ? theme.paint('accent', `▸ ${cut(option, width - 2)}`) : `  ${cut(option, width - 2)}`,
		);
};

const fieldLines = (field: Field, isFocused: boolean, width: number, theme: Theme): string[] => {
	const space = width - LABEL - 1;
	const label = theme.paint(isFocused ? 'accent' : 'dim', padded(field.label, LABEL));
	const indent = ' '.repeat(LABEL);
	const chosen = field.kind === 'choice' ? matchesOf(field)[field.at] : undefined;
	if (!isFocused) {
		const text = chosen ?? field.editor.text;
		return [`${label}${text === '' ? theme.paint('dim', cut(field.empty, space)) : cut(text, space)}`];
	}
	const lines = typed(field, space, field.kind === 'text' ? MOST_TEXT_ROWS : 1, theme);
	const hint =
		field.editor.text === '' && field.empty !== '' ? theme.paint('dim', ` ${cut(field.empty, space - 2)}`) : '';
	return [
		`${label}${lines[0] ?? ''}${hint}`,
		...lines.slice(1).map(line => `${indent}${line}`),
		...(field.kind === 'choice' ? optionLines(field, theme, space).map(line => `${indent}${line}`) : []),
	];
};

/** A form and what is wrong with it. PURE. */
export const formContent = (form: Form, {columns}: Size, theme: Theme): readonly string[] => [
	theme.paint('bold', cut(form.title, columns)),
	'',
	...form.fields.flatMap((field, at) => [...fieldLines(field, at === form.focus, columns, theme), '']),
	...(form.busy ? [theme.paint('accent', 'starting …')] : []),
	...(form.problem === null ? [] : wrap(safe(form.problem), columns).map(line => theme.paint('bad', line))),
];

/** What would go, before it goes. PURE. */
export const confirmContent = ({title, lines, force}: Confirm, {columns}: Size, theme: Theme): readonly string[] => [
	theme.paint('bold', cut(title, columns)),
	'',
	...(lines === null
		? [theme.paint('dim', 'looking what would be lost …')]
		: lines.flatMap(line => wrap(safe(line), columns)).map(line => theme.paint(force ? 'bad' : 'dim', line))),
	'',
	...(lines === null
		? []
		: [
				'It goes to the trash: u brings it back.',
				'',
				`${theme.paint('key', 'y')} remove   ${theme.paint('key', 'Esc')} keep`,
			]),
];

/** All keys, from the same table that acts on them. PURE. */
export const helpContent = ({chapters}: Keymap, columns: number, theme: Theme): readonly string[] =>
	chapters.flatMap(({title, bindings}) => [
		theme.paint('heading', title),
		...bindings
			.filter(({keys}) => keys.length > 0)
			.map(({keys, about}) => `  ${theme.paint('key', padded(keyLabels(keys), 9))}${cut(about, columns - 11)}`),
		'',
	]);

/** What can be done with a session, for the menu. PURE. */
export const menuBindings = (keymap: Keymap): readonly ReturnType<typeof bindingsOf>[number][] =>
	bindingsOf(keymap).filter(({id}) =>
		['attach', 'send', 'rename', 'restart', 'pause', 'resume', 'terminal', 'end', 'remove'].includes(id),
	);

export const menuContent = (
	here: Here,
	keymap: Keymap,
	at: number,
	columns: number,
	theme: Theme,
): readonly string[] => [
	theme.paint('bold', cut(here.session?.title ?? '', columns)),
	'',
	...menuBindings(keymap).map(({keys, about, refusal}, index) => {
		const refused = refusal?.(here);
		const line = `${padded(keyLabel(keys[0] ?? ''), 4)}${cut(refused ?? about, columns - 6)}`;
		return index === at
			? theme.paint('selected', `▸ ${line}`)
			: refused === undefined
				? `  ${line}`
				: theme.paint('dim', `  ${line}`);
	}),
];

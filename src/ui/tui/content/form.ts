import {layOut} from '../../../terminal/editor.ts';
import {safe} from '../../print.ts';
import {type Field, type Form, matchesOf} from '../state/form.ts';
import type {Size} from '../state/layout.ts';
import {cut, padded, wrap} from '../style/cells.ts';
import type {Theme} from '../style/theme.ts';
import {card} from './box.ts';

const LABEL = 15;
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
		const [under = ' ', ...after] = [...row.slice(before.length)];
		return `${before}${paint('cursor', under)}${after.join('')}`;
	});
};

const optionLines = (field: Field, theme: Theme, width: number): string[] => {
	const matching = matchesOf(field);
	const from = Math.max(0, Math.min(field.at - 2, matching.length - MOST_OPTIONS));
	const more = matching.length - from - MOST_OPTIONS;
	return [
		...matching
			.slice(from, from + MOST_OPTIONS)
			.map((option, at) =>
				at + from === field.at ? theme.paint('accent', `▸ ${cut(option, width - 2)}`) : `  ${cut(option, width - 2)}`,
			),
		...(more > 0 ? [theme.paint('dim', `  … ${more} more: type to search`)] : []),
	];
};

const fieldLines = (field: Field, isFocused: boolean, width: number, theme: Theme): string[] => {
	const space = width - LABEL - 1;
	const label = theme.paint(isFocused ? 'key' : 'dim', padded(`${isFocused ? '▸ ' : '  '}${field.label}`, LABEL));
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

/** A form and what is wrong with it; the field in hand is always in sight. PURE. */
export const formContent = (form: Form, {columns, rows}: Size, theme: Theme): readonly string[] => {
	const inner = columns - 4;
	const said = [
		...(form.busy ? [theme.paint('accent', 'starting …')] : []),
		...(form.problem === null ? [] : wrap(safe(form.problem), inner).map(line => theme.paint('bad', line))),
	];
	const fields = form.fields.map((field, at) => fieldLines(field, at === form.focus, inner, theme));
	const needed = fields.flat().length + fields.length + said.length + 3;
	const gap = needed <= rows ? [''] : [];
	const lines = fields.flatMap((one, at) => (at === 0 ? one : [...gap, ...one]));
	const room = Math.max(1, rows - 2 - said.length);
	const end = fields.slice(0, form.focus + 1).flat().length + gap.length * form.focus;
	const from = Math.max(0, Math.min(end - room, lines.length - room));
	return card(form.title, [...lines.slice(from, from + room), ...gap, ...said], columns, theme, 'accent');
};

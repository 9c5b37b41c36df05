import type {Binding} from '../keys/binding.ts';
import type {Keymap} from '../keys/keymap.ts';
import {keyLabels} from '../keys/labels.ts';
import type {Size} from '../state/layout.ts';
import {padded, wrap} from '../style/cells.ts';
import type {Theme} from '../style/theme.ts';

const KEYS = 9;
/** As wide as the longest name, and a gap. */
const NAME = 20;
/** Names are only of use to whoever binds other keys: where it is narrow, what keys do comes first. */
const NAMES_FROM = 82;

const linesOf = ({keys, about, id}: Binding, columns: number, {paint}: Theme): readonly string[] => {
	const name = columns >= NAMES_FROM ? paint('dim', padded(id, NAME)) : '';
	const before = 2 + KEYS + (name === '' ? 0 : NAME);
	return wrap(about, Math.max(10, columns - before)).map((line, at) =>
		at === 0 ? `  ${paint('key', padded(keyLabels(keys), KEYS))}${name}${line}` : `${' '.repeat(before)}${line}`,
	);
};

/** All keys with the names under which config.json rebinds them, from the same table that acts on them. PURE. */
export const helpContent = ({chapters}: Keymap, columns: number, theme: Theme): readonly string[] => [
	...chapters.flatMap(({title, bindings}) => [
		theme.paint('heading', title),
		...bindings.filter(({keys}) => keys.length > 0).flatMap(binding => linesOf(binding, columns, theme)),
		'',
	]),
	...wrap('other keys: squad config set ui.keys \'{"pause": "z"}\' (the names are in the README)', columns).map(line =>
		theme.paint('dim', line),
	),
];

/** The part of the help that fits; says where there is more. PURE. */
export const helpPage = (lines: readonly string[], {rows}: Size, scroll: number, {paint}: Theme): readonly string[] => {
	const from = Math.max(0, Math.min(scroll, lines.length - rows));
	const isCut = from + rows < lines.length;
	return [
		...lines.slice(from, from + rows - (isCut ? 1 : 0)),
		...(isCut ? [paint('dim', `  ↓ ${lines.length - from - rows + 1} more lines`)] : []),
	];
};

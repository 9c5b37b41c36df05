import type {Binding} from '../keys/binding.ts';
import type {Keymap} from '../keys/keymap.ts';
import {keyLabels} from '../keys/labels.ts';
import {cut, padded} from '../style/cells.ts';
import type {Theme} from '../style/theme.ts';

const KEYS = 9;

const line = ({keys, about, id}: Binding, columns: number, {paint}: Theme): string => {
	const room = columns - KEYS - 2;
	const name = room > 70 ? paint('dim', padded(id, 16)) : '';
	return `  ${paint('key', padded(keyLabels(keys), KEYS))}${name}${cut(about, room - (name === '' ? 0 : 16))}`;
};

/** All keys with the names under which config.json rebinds them, from the same table that acts on them. PURE. */
export const helpContent = ({chapters}: Keymap, columns: number, theme: Theme): readonly string[] => [
	...chapters.flatMap(({title, bindings}) => [
		theme.paint('heading', title),
		...bindings.filter(({keys}) => keys.length > 0).map(binding => line(binding, columns, theme)),
		'',
	]),
	theme.paint(
		'dim',
		cut('other keys: squad config set ui.keys \'{"pause": "z"}\' (the names are in the README)', columns),
	),
];

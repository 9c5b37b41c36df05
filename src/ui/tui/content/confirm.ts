import {safe} from '../../print.ts';
import type {Say} from '../keys/keymap.ts';
import type {Size} from '../state/layout.ts';
import type {Confirm} from '../state/view-state.ts';
import {wrap} from '../style/cells.ts';
import type {Theme} from '../style/theme.ts';
import {card} from './box.ts';

/** What would go, before it goes. PURE. */
export const confirmContent = (
	{title, lines, force}: Confirm,
	{columns}: Size,
	theme: Theme,
	say: Say,
): readonly string[] => {
	const {paint} = theme;
	const inner = columns - 4;
	const found =
		lines === null
			? [paint('dim', 'looking what would be lost …')]
			: lines.flatMap(line => wrap(safe(line), inner)).map(line => (force ? paint('bad', line) : line));
	const choice = [
		'',
		say('It goes to the trash: {undo} brings it back.'),
		'',
		`${paint('key', 'y')} remove   ${paint('key', 'Esc')} keep`,
	];
	return card(title, [...found, ...(lines === null ? [] : choice)], columns, theme, 'bad');
};

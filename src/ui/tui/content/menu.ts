import type {Binding} from '../keys/binding.ts';
import {bindingsOf, type Keymap, type Say} from '../keys/keymap.ts';
import {keyLabel} from '../keys/labels.ts';
import type {Here} from '../state/here.ts';
import type {Size} from '../state/layout.ts';
import {cut, padded} from '../style/cells.ts';
import type {Theme} from '../style/theme.ts';
import {card} from './box.ts';

/** What can be done with a session, in groups from the harmless to the final. */
const GROUPS = [
	['attach', 'send', 'terminal'],
	['rename', 'restart'],
	['pause', 'resume'],
	['end', 'remove'],
];

/** PURE. */
export const menuBindings = (keymap: Keymap): readonly Binding[] =>
	GROUPS.flat().flatMap(item => bindingsOf(keymap).filter(({id}) => id === item));

/** Whether a rule stands above it. */
const beginsGroup = (id: string): boolean => GROUPS.slice(1).some(([first]) => first === id);

const NAME = 10;

type Pen = {readonly theme: Theme; readonly say: Say};

/** The menu of the selected session; what cannot be done says why. PURE. */
export const menuContent = (
	here: Here,
	keymap: Keymap,
	at: number,
	{columns, rows}: Size,
	{theme, say}: Pen,
): readonly string[] => {
	const isTall = rows >= GROUPS.flat().length + GROUPS.length + 1;
	const rule = theme.paint('dim', '─'.repeat(Math.max(0, columns - 4)));
	const lines = menuBindings(keymap).flatMap(({id, keys, about, refusal}, index) => {
		const refused = refusal?.(here);
		const text = padded(
			`${padded(keyLabel(keys[0] ?? ''), 4)}${padded(id, NAME)}${cut(say(refused ?? about), columns - NAME - 10)}`,
			columns - 6,
		);
		const line =
			index === at
				? `${theme.paint('accent', '▌')} ${theme.paint('selected', text)}`
				: `  ${refused === undefined ? text : theme.paint('dim', text)}`;
		return beginsGroup(id) && isTall ? [rule, line] : [line];
	});
	return card(here.session?.title ?? '', lines, columns, theme, 'accent');
};

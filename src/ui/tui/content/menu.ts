import type {Binding} from '../keys/binding.ts';
import {bindingsOf, type Keymap, type Say} from '../keys/keymap.ts';
import {keyLabel} from '../keys/labels.ts';
import type {Here} from '../state/here.ts';
import {cut, padded} from '../style/cells.ts';
import type {Theme} from '../style/theme.ts';
import {card} from './box.ts';

/** What can be done with a session, from the harmless to the final. */
const ITEMS = ['attach', 'send', 'terminal', 'rename', 'restart', 'pause', 'resume', 'end', 'remove'];

/** PURE. */
export const menuBindings = (keymap: Keymap): readonly Binding[] =>
	ITEMS.flatMap(item => bindingsOf(keymap).filter(({id}) => id === item));

const NAME = 10;

type Pen = {readonly theme: Theme; readonly say: Say};

/** The menu of the selected session; what cannot be done says why. PURE. */
export const menuContent = (
	here: Here,
	keymap: Keymap,
	at: number,
	columns: number,
	{theme, say}: Pen,
): readonly string[] => {
	const lines = menuBindings(keymap).map(({id, keys, about, refusal}, index) => {
		const refused = refusal?.(here);
		const text = padded(
			`${padded(keyLabel(keys[0] ?? ''), 4)}${padded(id, NAME)}${cut(say(refused ?? about), columns - NAME - 10)}`,
			columns - 6,
		);
		return index === at
			? `${theme.paint('accent', '▌')} ${theme.paint('selected', text)}`
			: `  ${refused === undefined ? text : theme.paint('dim', text)}`;
	});
	return card(here.session?.title ?? '', lines, columns, theme, 'accent');
};

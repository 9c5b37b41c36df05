import type {SessionView} from '../../../session/view.ts';
import {ago, bytes, stateOf} from '../../print.ts';
import {needOf, STYLE_OF} from '../state/groups.ts';
import {TABS, type Tab} from '../state/view-state.ts';
import {cellsOf, cut} from '../style/cells.ts';
import type {Theme} from '../style/theme.ts';

/** The selected session in one line, and its tabs. PURE. */
export const tabsContent = (
	session: SessionView,
	tab: Tab,
	{columns, isBelow}: {readonly columns: number; readonly isBelow: boolean},
	now: number,
	{paint}: Theme,
): readonly [string, string] => {
	const {word} = stateOf(session);
	const facts = [session.agent, session.branch, ago(session.createdAt, now), bytes(session.memory.rssBytes)]
		.filter(Boolean)
		.join(' · ');
	const title = cut(session.title, Math.max(8, columns - word.length - 6));
	const room = columns - cellsOf(title) - word.length - 6;
	const behind = cut(facts, room);
	// Where the list stands above, a rule keeps the two apart.
	const rule = isBelow ? ` ${'─'.repeat(Math.max(0, room - cellsOf(behind) - 1))}` : '';
	const head = ` ${paint('bold', title)}  ${paint(STYLE_OF[needOf(session)], word)}  ${paint('dim', `${behind}${rule}`)}`;
	const tabs = TABS.map(name => paint(name === tab ? 'tab' : 'dim', name)).join('   ');
	return [head, ` ${tabs}`];
};

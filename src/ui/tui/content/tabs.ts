import type {SessionView} from '../../../session/view.ts';
import {ago, bytes, stateOf} from '../../print.ts';
import {cellsOf, cut} from '../cells.ts';
import {needOf, STYLE_OF} from '../groups.ts';
import type {Theme} from '../theme.ts';
import {TABS, type Tab} from '../view-state.ts';

/** The selected session in one line, and its tabs. PURE. */
export const tabsContent = (
	session: SessionView,
	tab: Tab,
	columns: number,
	now: number,
	{paint}: Theme,
): readonly [string, string] => {
	const {word} = stateOf(session);
	const facts = [session.agent, session.branch, ago(session.createdAt, now), bytes(session.memory.rssBytes)]
		.filter(Boolean)
		.join(' · ');
	const title = cut(session.title, Math.max(8, columns - word.length - 6));
	const room = columns - cellsOf(title) - word.length - 6;
	const head = ` ${paint('bold', title)}  ${paint(STYLE_OF[needOf(session)], word)}  ${paint('dim', cut(facts, room))}`;
	const tabs = TABS.map(name => (name === tab ? paint('selected', ` ${name} `) : paint('dim', ` ${name} `))).join(' ');
	return [head, ` ${tabs}`];
};

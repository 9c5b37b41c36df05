import {padded} from '../cells.ts';
import type {Here} from '../here.ts';
import type {Size} from '../layout.ts';
import type {Theme} from '../theme.ts';
import {columnWidths, sessionRow} from './session-row.ts';

/** So many lines around the selected row, which stays near the middle. PURE. */
const around = (lines: readonly string[], selected: number, rows: number): readonly string[] => {
	const from = Math.max(0, Math.min(selected - Math.floor(rows / 2), lines.length - rows));
	return lines.slice(from, from + rows);
};

/** The list as lines: groups with their sessions. PURE. */
export const listContent = (here: Here, {columns, rows}: Size, theme: Theme): readonly string[] => {
	const {groups, listed, snapshot, view, session: chosen} = here;
	const width = columns - 1;
	// Where the groups are the states, no row needs to say its own.
	const widths = columnWidths(listed, width, view.now, view.grouping === 'need' ? 'state' : 'branch');
	const lines: string[] = [];
	let selected = 0;
	for (const {title, sessions} of groups) {
		const heading = ` ${title} ${sessions.length} `;
		lines.push(theme.paint('heading', padded(`${heading}${'─'.repeat(width)}`, width).replace(/…$/, '─')));
		for (const session of sessions) {
			const isSelected = session === chosen;
			if (isSelected) {
				selected = lines.length;
			}
			const operation = snapshot.operations.get(session.id);
			const row = {session, operation, isSelected, isMarked: view.marks.has(session.id)};
			lines.push(...sessionRow(row, width, widths, view.now, theme));
		}
	}
	return around(lines, selected, rows);
};

/** PURE: why the list is empty although there are sessions. */
export const emptyList = ({snapshot, view}: Here, columns: number, theme: Theme): readonly string[] => {
	const why =
		view.filter.text === '' ? ' all are paused or ended: a shows them' : ' nothing matches: Esc drops the filter';
	return snapshot.sessions.length === 0 ? [] : [theme.paint('dim', padded(why, columns))];
};

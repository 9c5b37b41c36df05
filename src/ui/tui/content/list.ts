import type {Say} from '../keys/keymap.ts';
import type {Here} from '../state/here.ts';
import type {Size} from '../state/layout.ts';
import {cellsOf, cut, padded} from '../style/cells.ts';
import type {Theme} from '../style/theme.ts';
import {columnWidths, sessionRow} from './session-row.ts';

/** So many lines around the selected row, which stays near the middle; says where there are more. PURE. */
const around = (lines: readonly string[], selected: number, rows: number, {paint}: Theme): readonly string[] => {
	if (lines.length <= rows) {
		return lines;
	}
	const from = Math.max(0, Math.min(selected - Math.floor(rows / 2), lines.length - rows));
	const shown = lines.slice(from, from + rows);
	const isCut = {above: from > 0, below: from + rows < lines.length};
	return shown.map((line, at) =>
		at === 0 && isCut.above
			? paint('dim', '  ↑ more above')
			: at === rows - 1 && isCut.below
				? paint('dim', '  ↓ more below')
				: line,
	);
};

/** A group's name and a rule to the edge. */
const heading = (title: string, size: number, width: number, {paint}: Theme): string => {
	const text = ` ${cut(title, width - 10)} ${size} `;
	return paint('heading', `${text}${'─'.repeat(Math.max(0, width - cellsOf(text)))}`);
};

/** Records that cannot be read: not sessions any more, yet somebody's. */
const damagedLines = ({snapshot}: Here, width: number, theme: Theme): readonly string[] =>
	snapshot.damaged.length === 0
		? []
		: [
				heading('damaged', snapshot.damaged.length, width, theme),
				...snapshot.damaged.flatMap(({id, why}) => [
					`  ${theme.paint('bad', padded(`! ${id}: ${why}`, width - 2))}`,
					`    ${theme.paint('dim', cut('→ kept as it is; squad doctor says more', width - 5))}`,
				]),
			];

/** The list as lines: groups with their sessions. PURE. */
export const listContent = (here: Here, {columns, rows}: Size, theme: Theme, say: Say): readonly string[] => {
	const {groups, listed, snapshot, view, session: chosen} = here;
	const width = columns - 1;
	// Where the groups are the states, no row needs to say its own.
	const widths = columnWidths(listed, width, view.now, view.grouping === 'need' ? 'state' : undefined);
	const lines: string[] = [];
	let selected = 0;
	for (const {title, sessions} of groups) {
		lines.push(heading(title, sessions.length, width, theme));
		for (const session of sessions) {
			const isSelected = session === chosen;
			if (isSelected) {
				selected = lines.length;
			}
			const operation = snapshot.operations.get(session.id);
			const row = {session, operation, isSelected, isMarked: view.marks.has(session.id)};
			lines.push(...sessionRow(row, width, widths, {now: view.now, theme, say}));
		}
	}
	lines.push(...damagedLines(here, width, theme));
	return around(lines, selected, rows, theme);
};

/** PURE: why the list is empty although there are sessions. */
export const emptyList = ({view}: Here, columns: number, {paint}: Theme, say: Say): readonly string[] => {
	const why =
		view.filter.text === ''
			? ' all are paused or ended: {only-active} shows them'
			: ' nothing matches: {back} drops the filter';
	return [paint('dim', cut(say(why), columns))];
};

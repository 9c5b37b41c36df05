export type Size = {readonly columns: number; readonly rows: number};

/** Where list and detail stand. `null`: not on the screen. */
export type Layout = {
	readonly list: Size | null;
	readonly detail: Size | null;
	readonly side: boolean;
};

/** What is looked at where there is no room for both. A dialog needs all the room that there is below each other. */
export type Focus = 'list' | 'detail' | 'dialog';

/** The line of counts above, and the two lines of keys and notices below. */
export const CHROME_ROWS = 3;
/** The session's name and its tabs stand above what a tab shows; a blank column stands before it. */
export const HEAD_ROWS = 2;
export const MARGIN = 1;

/** Below this the detail would be too narrow for a code screen: it goes under the list. */
const SIDE_BY_SIDE = 100;
/** Below this there is no room for both: one at a time. */
const BOTH = 20;
/** The list gets two fifths of the screen, not less than a title needs, not more than all its columns need. */
const [LEAST_LIST, MOST_LIST] = [40, 100];

/** Whether list and session are in sight at once. PURE. */
export const hasBoth = ({columns, rows}: Size): boolean => columns >= SIDE_BY_SIDE || rows >= BOTH;

/** How the screen is divided. PURE. */
export const layoutOf = ({columns, rows}: Size, focus: Focus): Layout => {
	const height = Math.max(1, rows - CHROME_ROWS);
	if (columns >= SIDE_BY_SIDE) {
		const list = Math.min(MOST_LIST, Math.max(LEAST_LIST, Math.floor(columns * 0.4)));
		// One column between the two is the rule.
		return {list: {columns: list, rows: height}, detail: {columns: columns - list - 1, rows: height}, side: true};
	}
	const whole = {columns, rows: height};
	if (hasBoth({columns, rows}) && focus !== 'dialog') {
		const list = Math.max(6, Math.floor(height * 0.42));
		return {list: {columns, rows: list}, detail: {columns, rows: height - list}, side: false};
	}
	return focus === 'list' ? {list: whole, detail: null, side: false} : {list: null, detail: whole, side: false};
};

/** The room for what a tab shows. PURE. */
export const tabRoom = (size: Size): Size => {
	const {detail} = layoutOf(size, 'detail');
	return {
		columns: Math.max(1, (detail?.columns ?? size.columns) - MARGIN),
		rows: Math.max(1, (detail?.rows ?? size.rows) - HEAD_ROWS),
	};
};

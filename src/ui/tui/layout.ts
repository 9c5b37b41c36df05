export type Size = {readonly columns: number; readonly rows: number};

/** Where list and detail stand. `null`: not on the screen. */
export type Layout = {
	readonly list: Size | null;
	readonly detail: Size | null;
	readonly side: boolean;
};

/** The line of counts above, and the two lines of keys and notices below. */
export const CHROME_ROWS = 3;

/** Below this the detail would be too narrow for a code screen: it goes under the list. */
const SIDE_BY_SIDE = 100;
/** Below this there is no room for both: one at a time. */
const BOTH = 20;

/** How the screen is divided. PURE. */
export const layoutOf = ({columns, rows}: Size, focus: 'list' | 'detail'): Layout => {
	const height = Math.max(1, rows - CHROME_ROWS);
	if (columns >= SIDE_BY_SIDE) {
		const list = Math.min(76, Math.max(42, Math.floor(columns * 0.38)));
		// One column between the two is the rule.
		return {list: {columns: list, rows: height}, detail: {columns: columns - list - 1, rows: height}, side: true};
	}
	if (rows >= BOTH) {
		const list = Math.max(6, Math.floor(height * 0.42));
		return {list: {columns, rows: list}, detail: {columns, rows: height - list}, side: false};
	}
	const whole = {columns, rows: height};
	return focus === 'list' ? {list: whole, detail: null, side: false} : {list: null, detail: whole, side: false};
};

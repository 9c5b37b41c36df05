import {graphemes} from '../../../terminal/text.ts';
import {cellsOf} from '../style/cells.ts';

/** What every terminal takes for one cell: ASCII and box drawing. Anything else may be measured otherwise by the terminal. */
const CERTAIN = /^[\x20-\x7e─-╿]*$/;
const PIECES = /\x1b\[[0-9;:]*m|[\x20-\x7e─-╿]+|[^\x1b\x20-\x7e─-╿]+/g;

/**
 * Terminals disagree on how wide some characters are. After each such one the cursor is put where it belongs, so that
 * a wrong guess costs one cell and not the rest of the line. `before`: the cells to its left. PURE.
 */
export const anchored = (line: string, before = 0): string => {
	if (CERTAIN.test(line)) {
		return line;
	}
	let column = before + 1;
	let out = '';
	for (const piece of line.match(PIECES) ?? []) {
		if (piece.startsWith('\x1b')) {
			out += piece;
		} else if (CERTAIN.test(piece)) {
			out += piece;
			column += piece.length;
		} else {
			for (const one of graphemes(piece)) {
				column += cellsOf(one);
				out += `${one}\x1b[${column}G`;
			}
		}
	}
	return out;
};

/** Erased first: at the end of a full line the cursor stands on its last cell, and that would be erased. */
const at = (row: number): string => `\x1b[${row + 1};1H\x1b[0m\x1b[2K`;

/** What to write so that a screen that shows `before` shows `after`: only lines that differ. PURE. */
export const repaint = (before: readonly string[] | null, after: readonly string[]): string => {
	const changed = after.flatMap((line, row) => (line === before?.[row] ? [] : [`${at(row)}${line}\x1b[0m`]));
	const below = (before?.length ?? 0) > after.length ? `\x1b[${after.length + 1};1H\x1b[0m\x1b[J` : '';
	const all = `${before === null ? '\x1b[0m\x1b[2J' : ''}${changed.join('')}${below}`;
	return all === '' ? '' : `\x1b[?2026h${all}\x1b[?2026l`;
};

import sliceAnsi from 'slice-ansi';
import stringWidth from 'string-width';
import {graphemes} from '../../../terminal/text.ts';
import {safe} from '../../print.ts';

/** ASCII, box drawing and our own glyphs: one cell each, on every terminal. */
const PLAIN = /^[\x20-\x7e─-╿▌▸✓●○■…−·×]*$/;

/** How many cells a text takes; colours take none. PURE. */
export const cellsOf = (text: string): number => (PLAIN.test(text) ? text.length : stringWidth(text));

/** One line of plain text, cut with … where it is longer than so many cells. PURE. */
export const cut = (text: string, cells: number): string => {
	const line = safe(text.replace(/\s/g, ' '));
	if (cells <= 0) {
		return '';
	}
	if (cellsOf(line) <= cells) {
		return line;
	}
	let [kept, used] = ['', 0];
	for (const one of graphemes(line.slice(0, cells * 8))) {
		used += cellsOf(one);
		if (used > cells - 1) {
			break;
		}
		kept += one;
	}
	return `${kept.trimEnd()}…`;
};

const blanks = (cells: number): string => ' '.repeat(Math.max(0, cells));

/** Exactly so many cells: cut, or filled with blanks. PURE. */
export const padded = (text: string, cells: number, side: 'left' | 'right' = 'left'): string => {
	const line = cut(text, cells);
	const rest = blanks(cells - cellsOf(line));
	return side === 'left' ? line + rest : rest + line;
};

/** The first cells of a line that has colours of its own. PURE. */
export const cutColoured = (line: string, cells: number): string =>
	line.length <= cells && PLAIN.test(line) ? line : sliceAnsi(line, 0, cells);

/** Exactly so many cells of a line that has colours of its own. PURE. */
export const paddedColoured = (line: string, cells: number): string => {
	const short = cutColoured(line, cells);
	return short + blanks(cells - cellsOf(short));
};

/** A line with another look for the sign in one cell, which may be beyond its end. PURE. */
export const withSignAt = (line: string, cell: number, look: (sign: string) => string): string => {
	const wide = paddedColoured(line, Math.max(cell + 1, cellsOf(line)));
	const sign = sliceAnsi(wide, cell, cell + 1).replace(/\x1b\[[0-9;:]*m/g, '') || ' ';
	return `${sliceAnsi(wide, 0, cell)}${look(sign)}${sliceAnsi(wide, cell + cellsOf(sign))}`;
};

/** Breaks plain text between words into lines of at most so many cells. PURE. */
export {wrap} from '../../../terminal/text.ts';

import {cellsOf, cutColoured} from '../style/cells.ts';
import {anchored} from './frame.ts';

/** Finished lines, and where they stand: rows and columns from 0. */
export type Piece = {
	readonly row: number;
	readonly column: number;
	readonly columns: number;
	readonly rows: number;
	readonly lines: readonly string[];
};

const withoutColours = (line: string): string => (line.includes('\x1b') ? line.replace(/\x1b\[[0-9;:]*m/g, '') : line);

const segment = (line: string, column: number, columns: number): string => {
	const short = cellsOf(withoutColours(line)) <= columns ? line : cutColoured(line, columns);
	return `${column === 0 ? '' : `\x1b[${column + 1}G`}${anchored(short, column)}\x1b[0m`;
};

/** Most lines are the same from one frame to the next. */
const MOST_KNOWN = 4000;

/** What pieces make of the rows of a screen. PURE but for its memory. */
export const composer = () => {
	const known = new Map<string, string>();
	const drawn = (line: string, column: number, columns: number): string => {
		const key = `${column} ${columns} ${line}`;
		const before = known.get(key);
		if (before !== undefined) {
			return before;
		}
		if (known.size > MOST_KNOWN) {
			known.clear();
		}
		const made = segment(line, column, columns);
		known.set(key, made);
		return made;
	};
	return (pieces: readonly Piece[], rows: number): readonly string[] => {
		const screen = Array<string>(rows).fill('');
		for (const {row, column, columns, rows: most, lines} of [...pieces].sort((a, b) => a.column - b.column)) {
			for (const [at, line] of lines.slice(0, most).entries()) {
				if (line !== '' && row + at < rows) {
					screen[row + at] += drawn(line, column, columns);
				}
			}
		}
		return screen;
	};
};

/**
 * Where the pieces of a screen are shown. Ink's own output takes every character apart, a tenth of a second for a large
 * screen on a busy machine; these lines are finished, and only have to be set side by side.
 */
export const canvas = (rows: () => number, paint: (rows: readonly string[]) => void) => {
	const compose = composer();
	return {show: (pieces: readonly Piece[]): void => paint(compose(pieces, rows()))};
};

export type Canvas = ReturnType<typeof canvas>;

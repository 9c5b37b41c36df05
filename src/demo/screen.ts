import {widthOf} from '../terminal/text.ts';
import type {Frame, Size} from './frame.ts';

/** Draws at the end of the normal screen, so that everything above stays in the terminal's own scrollback. */
export type InlineScreen = {
	/** Puts lines above the frame for good, and draws the frame again. */
	readonly update: (frame: Frame, above?: readonly string[]) => void;
	readonly setTitle: (title: string) => void;
	/** Takes the frame away and leaves the terminal as it was found. */
	readonly close: (lastLines: readonly string[]) => void;
};

const NOTHING: Frame = {lines: [], cursor: undefined};
const OPENING = '\x1b[?2004h';
const CLOSING = '\x1b[?2004l\x1b[?25h\x1b[0m';

/** A cursor after the last column would make some terminals erase that column too. */
const withEndErased = (line: string, columns: number): string => (widthOf(line) < columns ? `${line}\x1b[K` : line);

/** Rows that lines take; the terminal breaks those that are wider, also the old ones when it becomes narrower. */
const heightOf = (lines: readonly string[], columns: number): number =>
	lines.reduce((sum, line) => sum + Math.max(1, Math.ceil(widthOf(line) / columns)), 0);

/** Rows between the top of a frame and its cursor, which without a place of its own stands in the last row. */
const rowsAbove = ({lines, cursor}: Frame, columns: number): number => {
	if (!cursor) return Math.max(0, heightOf(lines, columns) - 1);
	return heightOf(lines.slice(0, cursor.row), columns) + Math.floor(cursor.column / columns);
};

const moveFromEnd = (frame: Frame, columns: number): string => {
	if (!frame.cursor) return '\x1b[?25l';
	const up = heightOf(frame.lines, columns) - 1 - rowsAbove(frame, columns);
	const right = frame.cursor.column % columns;
	return `${up > 0 ? `\x1b[${up}A` : ''}\r${right > 0 ? `\x1b[${right}C` : ''}\x1b[?25h`;
};

/** Only what differs from the frame that stands there. */
const changedLines = (drawn: Frame, frame: Frame, columns: number): string =>
	frame.lines.map((line, row) => (line === drawn.lines[row] ? '' : `\r${withEndErased(line, columns)}`)).join('\r\n');

export const inlineScreen = (size: () => Size, write: (text: string) => void): InlineScreen => {
	let drawn = NOTHING;
	let drawnColumns = 0;
	let title = '';

	const toTop = (): string => {
		const up = rowsAbove(drawn, size().columns);
		return `${up > 0 ? `\x1b[${up}A` : ''}\r`;
	};

	write(OPENING);
	return {
		update: (frame, above = []) => {
			const {columns} = size();
			const isSameShape =
				columns === drawnColumns &&
				frame.lines.length === drawn.lines.length &&
				[drawn, frame].every(({lines}) => heightOf(lines, columns) === lines.length);
			const text =
				isSameShape && above.length === 0
					? changedLines(drawn, frame, columns)
					: `\x1b[J${above.map(line => `${line}\r\n`).join('')}${frame.lines.join('\r\n')}`;
			// In one write, so that nobody who looks at the screen meanwhile sees half of it.
			write(toTop() + text + moveFromEnd(frame, columns));
			drawn = frame;
			drawnColumns = columns;
		},
		setTitle: next => {
			if (next !== title) write(`\x1b]2;${next}\x07`);
			title = next;
		},
		close: lastLines => {
			write(`${toTop()}\x1b[J${lastLines.map(line => `${line}\r\n`).join('')}\x1b]2;\x07${CLOSING}`);
			drawn = NOTHING;
		},
	};
};

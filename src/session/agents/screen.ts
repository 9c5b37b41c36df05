import type {Screen} from './agent.ts';
import {withoutColours} from './colours.ts';

/** More than any terminal shows: whoever gives a whole scrollback is answered from its end. */
const MOST_LINES = 300;
const LONGEST_LINE = 1000;

/** A screen from its lines, which may have colours or not. PURE. */
export const screenOf = (all: readonly string[], title: string): Screen => {
	const last =
		all.length > MOST_LINES ? all.slice(all.findLastIndex(line => line.trim() !== '') + 1 - MOST_LINES) : all;
	const lines = last.some(line => line.length > LONGEST_LINE && !line.includes('\x1b'))
		? last.map(line => line.slice(0, LONGEST_LINE))
		: last;
	return lines.some(line => line.includes('\x1b'))
		? {lines: lines.map(withoutColours), styled: lines, title}
		: {lines, title};
};

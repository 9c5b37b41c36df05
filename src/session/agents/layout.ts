import type {Screen} from './agent.ts';

/** Where the user types: `top` and `bottom` are the lines that enclose the text. */
export type Composer = {readonly top: number; readonly bottom: number};

/** The lines without trailing blanks, and without the blank lines at the end of a screen that is not full. */
export const screenLines = (screen: Screen): readonly string[] => {
	const lines = screen.lines.map(line => line.trimEnd());
	return lines.slice(0, lines.findLastIndex(line => line !== '') + 1);
};

const LEFT_FRAME = new Set(Array.from('│┃║|▌\u00a0', sign => sign.charCodeAt(0)));
const RIGHT_FRAME = new Set(Array.from('│┃║█\u00a0', sign => sign.charCodeAt(0)));

/** Blanks, and beyond plain letters the signs of a frame; `|` alone is one of the plain ones. */
const isIn = (frame: ReadonlySet<number>, code: number): boolean =>
	code <= 0x20 || ((code > 0x7e || code === 0x7c) && frame.has(code));

/** A line without the frame or the scroll bar around it: what a dialog says. By hand, since it is asked of every line. */
export const unframed = (line: string): string => {
	let from = 0;
	let to = line.length;
	while (from < to && isIn(LEFT_FRAME, line.charCodeAt(from))) from++;
	while (to > from && isIn(RIGHT_FRAME, line.charCodeAt(to - 1))) to--;
	return line.slice(from, to);
};

/**
 * A horizontal rule from the left edge. A title may stand in it, as in `──── fix login ──`. Text that an agent quotes is
 * indented, and what ends in a corner is the rest of a box that was drawn for a wider terminal.
 */
export const isRule = (line: string | undefined): boolean =>
	line !== undefined && /^[─━]{8}/u.test(line) && !/[╮╯┐┘]$/u.test(line);

/** More typed text than this is taken for two unrelated rules. */
const TALLEST_COMPOSER = 30;

/** The lowest pair of rules with a prompt sign between them, as in `────` / `❯ text` / `────`. */
export const ruledComposer = (lines: readonly string[], prompt: RegExp): Composer | undefined => {
	for (let bottom = lines.length - 1; bottom > 1; bottom--) {
		if (!isRule(lines[bottom])) continue;
		for (let top = bottom - 2; top >= Math.max(0, bottom - TALLEST_COMPOSER); top--) {
			if (isRule(lines[top + 1])) break;
			if (isRule(lines[top]) && prompt.test(lines[top + 1] ?? '')) return {top, bottom};
		}
	}
	return undefined;
};

/** Hints and a mode line stand below a box to type into. */
const BOX_FOOTER = 4;

/** The box at the bottom with a prompt sign in it, as in `╭───╮` / `│ > text │` / `╰───╯`. */
export const boxedComposer = (lines: readonly string[], prompt: RegExp): Composer | undefined => {
	let bottom = lines.length - 1;
	for (let below = 0; !lines[bottom]?.trimStart().startsWith('╰─'); bottom--) {
		if (lines[bottom] !== '') below++;
		if (bottom < 0 || below > BOX_FOOTER) return undefined;
	}
	const top = lines.slice(0, bottom).findLastIndex(line => /^\s*╭─/u.test(line));
	return top >= 0 && prompt.test(unframed(lines[top + 1] ?? '')) ? {top, bottom} : undefined;
};

/** Index of the nearest line above `from` that is neither blank nor indented: what the agent itself wrote last at the left edge. */
export const flushLineAbove = (lines: readonly string[], from: number): number =>
	lines.slice(0, Math.max(0, from)).findLastIndex(line => /^\S/u.test(line));

/** What stands below line `from`, as one text: agents break footers anywhere in a narrow terminal. */
export const textBelow = (lines: readonly string[], from: number): string =>
	lines
		.slice(from + 1)
		.map(line => line.trim())
		.join(' ')
		.replaceAll(/\s+/gu, ' ')
		.trim();

/** The first non-blank lines below `from`. */
export const linesBelow = (lines: readonly string[], from: number): readonly string[] =>
	lines.slice(from + 1).filter(line => line.trim() !== '');

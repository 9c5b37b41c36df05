const ASCII = /^[\x20-\x7e\n]*$/;
/** Two cells each: the East Asian blocks. Emoji are recognised by their own property. */
const WIDE =
	/[\u1100-\u115f\u2e80-\u303e\u3041-\u4dbf\u4e00-\ua4cf\ua960-\ua97f\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6\u{17000}-\u{18aff}\u{1b000}-\u{1b2ff}\u{1f200}-\u{1f2ff}\u{20000}-\u{3fffd}]/u;
/** Also flags, which are two narrow letters that make one wide sign. */
const EMOJI = /\p{Emoji_Presentation}|\p{Regional_Indicator}{2}/u;
const NO_WIDTH = /^[\p{Mn}\p{Me}\p{Cf}]+$/u;

/**
 * Plain runs and the others, each of those with the plain sign before it, which it may combine with. The others are kept
 * short because the segmenter's time grows with the square of the length: 40 s for 100 KB in one piece, 0.1 s in these.
 */
const RUN = /[\x20-\x7e\n]+(?=[\x20-\x7e\n]|$)|[\x20-\x7e\n]?[^\x20-\x7e\n]{1,200}|[\x20-\x7e\n]/g;

/** Made on first use: most conversations are plain ASCII and need none. */
let segmenter: Intl.Segmenter | undefined;

const segmentsOf = (text: string): string[] => {
	segmenter ??= new Intl.Segmenter();
	return Array.from(segmenter.segment(text), ({segment}) => segment);
};

/** What a reader takes for one character. */
export const graphemes = (text: string): string[] =>
	(text.match(RUN) ?? []).flatMap(run => (ASCII.test(run) ? run.split('') : segmentsOf(run)));

const graphemeWidth = (grapheme: string): number => {
	if (ASCII.test(grapheme)) return 1;
	if (NO_WIDTH.test(grapheme)) return 0;
	return WIDE.test(grapheme) || EMOJI.test(grapheme) ? 2 : 1;
};

const withoutColours = (text: string): string => text.replace(/\x1b\[[0-9;]*m/g, '');

/** How many cells a line takes; colours take none. */
export const widthOf = (line: string): number => {
	const text = withoutColours(line);
	return ASCII.test(text) ? text.length : graphemes(text).reduce((sum, one) => sum + graphemeWidth(one), 0);
};

/**
 * Makes control characters visible instead of effective, so that nothing in a prompt can steer the terminal: C0 as ^X,
 * and C1, half surrogates and the signs that turn the direction of text as a replacement character. Line ends stay.
 */
export const clean = (text: string): string =>
	text
		.replace(/\r\n?/g, '\n')
		.replace(/\t/g, '    ')
		.replace(/[\x00-\x09\x0b-\x1f\x7f]/g, sign => `^${String.fromCharCode(sign.charCodeAt(0) ^ 64)}`)
		.replace(/[\x80-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]|\p{Cs}/gu, '\ufffd');

/** Cuts after so many cells. */
const cut = (text: string, cells: number): string => {
	if (ASCII.test(text)) return text.slice(0, cells);
	let used = 0;
	let end = '';
	for (const one of graphemes(text)) {
		used += graphemeWidth(one);
		if (used > cells) break;
		end += one;
	}
	return end;
};

/** On one line, cleaned, and with … where it was too long. */
export const shorten = (text: string, cells: number): string => {
	if (cells <= 0) return '';
	// A cell is a few code units at most, so the rest of a huge paste need not be looked at.
	const line = clean(text.slice(0, cells * 16))
		.replace(/\s+/g, ' ')
		.trim();
	return widthOf(line) <= cells ? line : `${cut(line, cells - 1).trimEnd()}…`;
};

/** One pass, because a pasted word may be a hundred thousand signs long. */
const breakWord = (word: string, cells: number): string[] => {
	const rows: string[] = [''];
	let used = 0;
	for (const one of graphemes(word)) {
		const width = graphemeWidth(one);
		if (used > 0 && used + width > cells) {
			rows.push('');
			used = 0;
		}
		rows[rows.length - 1] += one;
		used += width;
	}
	return rows;
};

const wrapLine = (line: string, cells: number): string[] => {
	const rows: string[] = [];
	let row = '';
	for (const word of line.match(/\s+|\S+/g) ?? []) {
		if (word.length <= cells && widthOf(row) + widthOf(word) <= cells) {
			row += word;
			continue;
		}
		if (row.trim() !== '') rows.push(row.trimEnd());
		const pieces = breakWord(word.trim(), cells);
		row = pieces.pop() ?? '';
		rows.push(...pieces);
	}
	return [...rows, row.trimEnd()];
};

/** Breaks text between words into lines of at most so many cells; longer words are broken inside. */
export const wrap = (text: string, cells: number): string[] =>
	text.split('\n').flatMap(line => (widthOf(line) <= cells ? [line] : wrapLine(line, cells)));

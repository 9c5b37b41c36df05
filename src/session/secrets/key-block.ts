import {addSpans, type Span} from './span.ts';

const BEGIN = /-----BEGIN (?:[A-Z0-9]{1,20} ){0,4}PRIVATE KEY(?: BLOCK)?-----/;
const END = /-----END (?:[A-Z0-9]{1,20} ){0,4}PRIVATE KEY(?: BLOCK)?-----/;
const MARK = /-----(?:BEGIN|END) (?:[A-Z0-9]{1,20} ){0,4}PRIVATE KEY(?: BLOCK)?-----/g;
/** No key of any kind has more lines. */
const MOST_LINES = 400;

const RUN = /[A-Za-z0-9+/=]{4,}/g;

const runs = (line: string, from: number, to: number): Span[] => {
	const found: Span[] = [];
	// The mask itself is no key: what was saved before may be saved again.
	addSpans(found, RUN, line.slice(from, to), ({0: run, index}) =>
		run === 'redacted' ? undefined : [index, index + run.length],
	);
	return from === 0 ? found : found.map(([start, end]): Span => [from + start, from + end]);
};

/** Several words, and not one of the headers that a key may have: the key was cut off, and something else goes on. */
const isProse = (line: string): boolean =>
	line.split(/\s+/, 12).filter(word => /[A-Za-z0-9]{2}/.test(word)).length >= 4 && !/^\W*[A-Za-z-]+: /.test(line);

/** One line of a key and nothing else, but for what a box or a list puts around it. */
const IS_KEY_LINE = /^[^A-Za-z0-9+/=]{0,12}(?:\d{1,4}[^A-Za-z0-9+/=]{1,4})?[A-Za-z0-9+/=]{20,}[^A-Za-z0-9+/=]{0,200}$/;

const NONE: readonly Span[] = [];

/** Follows private keys over the lines of a text. */
export const keyBlocks = () => {
	let left = 0;
	return {
		/** What of the next line belongs to a private key. */
		spansOf: (line: string): readonly Span[] => {
			const begin = left > 0 || !line.includes('-----BEGIN ') ? undefined : BEGIN.exec(line);
			if (left === 0 && !begin) {
				return NONE;
			}
			const from = begin ? begin.index + begin[0].length : 0;
			const end = END.exec(line.slice(from));
			const to = end ? from + end.index : line.length;
			left = end || (!begin && isProse(line)) ? 0 : begin ? MOST_LINES : left - 1;
			if (!end && !begin && left === 0) {
				return [];
			}
			// On one line, as in JSON, the key is all that stands between its two marks.
			return begin ? (to > from && line.slice(from, to).trim() !== '' ? [[from, to]] : []) : runs(line, from, to);
		},
		/** The lines above one that ends a key whose beginning is no longer there. */
		endsUnbegun: (line: string): boolean =>
			left === 0 && line.includes('-----END ') && END.test(line) && !BEGIN.test(line),
	};
};

/** Without the marks around keys: they are no secret, and hidden with another one they would not be found again. PURE. */
export const besideMarks = (line: string, spans: readonly Span[]): readonly Span[] => {
	if (spans.length === 0 || !line.includes(' PRIVATE KEY')) {
		return spans;
	}
	const marks: Span[] = [];
	addSpans(marks, MARK, line, ({0: mark, index}) => [index, index + mark.length]);
	const left: Span[] = [];
	let at = 0;
	for (const [from, to] of spans) {
		for (let start = from; start < to; ) {
			while ((marks[at]?.[1] ?? to) <= start) {
				at++;
			}
			const [begin, end] = marks[at] ?? [to, to];
			if (start < begin) {
				left.push([start, Math.min(begin, to)]);
			}
			start = end;
		}
	}
	return left;
};

/** What of a line above an end without a beginning is key; undefined: nothing, and the key begins below. PURE. */
export const keyLine = (line: string): Span[] | undefined =>
	IS_KEY_LINE.test(line) ? runs(line, 0, line.length).filter(([from, to]) => to - from >= 20) : undefined;

export {MOST_LINES};

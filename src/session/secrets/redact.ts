import {besideMarks, keyBlocks, keyLine, MOST_LINES} from './key-block.ts';
import {addNamed} from './named.ts';
import {addShaped} from './shapes.ts';
import {merged, type Span} from './span.ts';

/** Colours stand between characters and are no part of them. */
const COLOUR = /\x1b\[[0-9;:]*m/g;
const COLOUR_KEPT = /(\x1b\[[0-9;:]*m)/;

/** As wide as what it stands for, so that tables and boxes stay in order. */
const maskOf = (width: number): string => (width < 10 ? '*'.repeat(width) : `[redacted${'*'.repeat(width - 10)}]`);

const visibleOf = (line: string): string => (line.includes('\x1b') ? line.replace(COLOUR, '') : line);

/** The visible text with the spans masked. */
const maskText = (visible: string, spans: readonly Span[]): string => {
	let done = '';
	let at = 0;
	for (const [from, to] of spans) {
		done += visible.slice(at, from) + maskOf(to - from);
		at = to;
	}
	return done + visible.slice(at);
};

/** The masked text with the line's colours where they were. */
const mask = (line: string, visible: string, spans: readonly Span[]): string => {
	const text = maskText(visible, spans);
	if (line.length === visible.length) {
		return text;
	}
	let shown = 0;
	const colours = line.split(COLOUR_KEPT);
	// Every second part is a colour; the others are as long as the masked text that takes their place.
	return colours
		.map((part, at) => {
			if (at % 2 === 1) {
				return part;
			}
			shown += part.length;
			return text.slice(shown - part.length, shown);
		})
		.join('');
};

/** Programs break long words at their own right edge; shorter lines are not broken. */
const SHORTEST_BROKEN_LINE = 40;
const SHORTEST_BROKEN_SECRET = 12;
const TAIL = /^[\s│┃|▌▏>]{0,40}([\w+/=.~%-]{4,})(?=[\s│┃|"',;]|$)/;

const EDGE = /[\s│┃|▐▕]/;
const WIDEST_EDGE = 40;

const contentEnd = (line: string): number => {
	let end = line.length;
	while (end > line.length - WIDEST_EDGE && EDGE.test(line[end - 1] ?? '')) {
		end--;
	}
	return end;
};

/** Whether a secret may go on in the next line: it ends where the line does. */
const goesOn = (visible: string, spans: readonly Span[]): boolean => {
	const [from = 0, to = 0] = spans.at(-1) ?? [];
	return visible.length >= SHORTEST_BROKEN_LINE && to - from >= SHORTEST_BROKEN_SECRET && to >= contentEnd(visible);
};

/** The rest of a secret that was broken over two lines: a word that no language has, or all that is in the line. */
const restOfSecret = (visible: string): Span[] => {
	const word = TAIL.exec(visible);
	const rest = word?.[1] ?? '';
	const isAlone = word !== null && contentEnd(visible) <= word[0].length;
	const isOdd = /\d/.test(rest) || /[a-z][A-Z]/.test(rest);
	return word !== null && isOdd && (rest.length >= 8 || isAlone)
		? [[word[0].length - rest.length, word[0].length]]
		: [];
};

/** Quick to tell that a line has nothing: most have not. */
const MAY_HOLD =
	/[:=]|--[a-z]|[A-Za-z0-9_]{3}[_.-][A-Za-z0-9_]|AKIA|ASIA|ABIA|ACCA|AIza|ya29|1\/\/0|ATATT|ATBB|dapi|eyJ|earer /;

/** A line of the text that was masked. */
type Masked = {readonly from: number; readonly to: number; readonly line: string};

const spansIn = (visible: string, key: readonly Span[], broken: boolean): readonly Span[] => {
	const found: Span[] = [];
	if (MAY_HOLD.test(visible)) {
		addShaped(found, visible);
		addNamed(found, visible);
	}
	if (broken) {
		found.push(...restOfSecret(visible));
	}
	return besideMarks(visible, merged(key.length === 0 ? found : [...found, ...key]));
};

/**
 * Hides well-known secrets in a text that may have colours. Line by line, in one go, whatever the text; only lines that
 * are masked are made anew. PURE.
 */
export const redact = (text: string): string => {
	const keys = keyBlocks();
	const done: Masked[] = [];
	let broken = false;
	for (let from = 0, to = 0; from <= text.length; from = to + 1) {
		to = endOfLine(text, from);
		const line = text.slice(from, to);
		const visible = visibleOf(line);
		if (keys.endsUnbegun(visible)) {
			hideAbove(text, done, from);
		}
		const spans = spansIn(visible, keys.spansOf(visible), broken);
		broken = spans.length > 0 && goesOn(visible, spans);
		if (spans.length > 0) {
			done.push({from, to, line: mask(line, visible, spans)});
		}
	}
	return joined(text, done);
};

const endOfLine = (text: string, from: number): number => {
	const end = text.indexOf('\n', from);
	return end === -1 ? text.length : end;
};

const joined = (text: string, masked: readonly Masked[]): string => {
	const parts: string[] = [];
	let at = 0;
	for (const {from, to, line} of masked) {
		parts.push(text.slice(at, from), line);
		at = to;
	}
	return parts.length === 0 ? text : parts.join('') + text.slice(at);
};

/** A key whose beginning has scrolled away: the lines above its end are still a part of it. */
const hideAbove = (text: string, done: Masked[], end: number): void => {
	const hidden: Masked[] = [];
	for (let to = end - 1; to >= 0 && hidden.length < MOST_LINES; to = (hidden.at(-1)?.from ?? 0) - 1) {
		const from = text.lastIndexOf('\n', to - 1) + 1;
		const last = done.at(-1);
		const line = last?.from === from ? last.line : text.slice(from, to);
		const visible = visibleOf(line);
		const spans = keyLine(visible);
		if (spans === undefined) {
			break;
		}
		if (last?.from === from) {
			done.pop();
		}
		hidden.push({from, to, line: mask(line, visible, merged(spans))});
	}
	done.push(...hidden.reverse());
};

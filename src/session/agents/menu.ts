import type {Option} from './agent.ts';
import {isRule, unframed} from './layout.ts';
import {type AnsweredBy, optionsAround} from './options.ts';

/** A list of options with one of them chosen, as in `❯ 1. Yes`. */
export type Menu = {
	/** Index of the chosen option's line. */
	readonly chosen: number;
	readonly line: string;
	readonly question: string | null;
	readonly options: readonly Option[];
};

const OPTION = /^(?:[❯›●>] |\(checked\) )?\s*\d{1,2}\.\s/u;
const CHOSEN_NUMBERED = /^(?:[❯›●>]|\(checked\))\s+\d{1,2}\.\s/u;
const CHOSEN_PLAIN = /^[❯›] \S/u;

/** Options and their explanations fit in this many lines; numbered lines further up are something else. */
const TALLEST_MENU = 30;

/** How far above its options a question is looked for: further up stands what the agent said before. */
const QUESTION_REACH = 20;

const isOption = (line: string | undefined): boolean => line !== undefined && OPTION.test(unframed(line));

/** A border, or the rule above a dialog: no question reaches across it. */
const isBorder = (line: string): boolean => isRule(line.trim()) || /^[\s│]*[╭╰┌└▔╌━─▄▀]{2}/u.test(line);

/** What the dialog says above its options, nearest first, up to its border. */
const textAbove = (lines: readonly string[], option: number): readonly string[] => {
	const above = lines.slice(Math.max(0, option - QUESTION_REACH), option);
	return above
		.slice(above.findLastIndex(isBorder) + 1)
		.map(unframed)
		.toReversed();
};

/** The question above an option, put together again where it wraps; without one, the heading of the dialog. */
const questionAbove = (lines: readonly string[], option: number): string | null => {
	const text = textAbove(lines, option);
	// `Reason: May I …?` explains the question that stands above it.
	const ends = text.findIndex(line => line.endsWith('?') && !line.startsWith('Reason:'));
	const line = text[ends];
	if (line === undefined) return text.find(one => one.includes('? ')) ?? text.findLast(one => one !== '') ?? null;
	// `Would you like to` / `proceed?`: a line that begins in lower case goes on from the one above.
	const begins = text.findIndex((one, at) => at >= ends && (!/^\p{Ll}/u.test(one) || (text[at + 1] ?? '') === ''));
	return text
		.slice(ends, begins + 1)
		.toReversed()
		.join(' ');
};

const firstOption = (lines: readonly string[], chosen: number): number => {
	let first = chosen;
	for (let at = chosen - 1; at >= Math.max(0, chosen - TALLEST_MENU); at--) {
		if (isBorder(lines[at] ?? '') || unframed(lines[at] ?? '').endsWith('?')) break;
		if (isOption(lines[at])) first = at;
	}
	return first;
};

/** The lowest menu of numbered options on the screen; `plain` also takes options without a number. */
export const menuOn = (lines: readonly string[], by: AnsweredBy, plain = false): Menu | undefined => {
	for (let at = lines.length - 1; at >= 0; at--) {
		const text = unframed(lines[at] ?? '');
		if (!CHOSEN_NUMBERED.test(text) && !(plain && CHOSEN_PLAIN.test(text))) continue;
		return {
			chosen: at,
			line: text,
			question: questionAbove(lines, firstOption(lines, at)),
			options: optionsAround(lines, at, by),
		};
	}
	return undefined;
};

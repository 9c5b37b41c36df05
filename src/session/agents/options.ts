import type {Option} from './agent.ts';
import {unframed} from './layout.ts';

/** How an agent's menus are answered: by the number before an option, or by arrows and Enter. */
export type AnsweredBy = 'digits' | 'arrows';

type Listed = Omit<Option, 'keys'>;

const NUMBERED = /^(?:(?:[❯›●>→▶▸▷]|\(checked\))\s+)?(\d{1,2})[.)]\s+(.*)$/u;
const MARK = /^(?:[❯›●>→▶▸▷]|\(checked\))\s/u;

/** An option's explanation may have this many lines before the next option. */
const LONGEST_EXPLANATION = 6;

/** `SQLite   A single file`: what stands beside an option explains it. */
const labelOf = (text: string): string => text.split(/\s{3,}/u)[0]?.trim() ?? '';

/** The numbered options one way from the chosen one, as long as the numbers go on. */
const numberedFrom = (lines: readonly string[], chosen: number, first: number, step: 1 | -1): readonly Listed[] => {
	const found: Listed[] = [];
	let wanted = first + step;
	for (let at = chosen + step, missed = 0; missed < LONGEST_EXPLANATION && at >= 0 && at < lines.length; at += step) {
		const [, number, text = ''] = NUMBERED.exec(unframed(lines[at] ?? '')) ?? [];
		if (number === undefined) missed++;
		else if (Number(number) !== wanted) break;
		else {
			found.push({number: wanted, label: labelOf(text), chosen: false});
			wanted += step;
			missed = 0;
		}
	}
	return found;
};

const numbered = (lines: readonly string[], chosen: number): readonly Listed[] | undefined => {
	const [, number, text = ''] = NUMBERED.exec(unframed(lines[chosen] ?? '')) ?? [];
	if (number === undefined) return undefined;
	const here = {number: Number(number), label: labelOf(text), chosen: true};
	return [
		...numberedFrom(lines, chosen, here.number, -1).toReversed(),
		here,
		...numberedFrom(lines, chosen, here.number, 1),
	];
};

/** Options without numbers: the lines around the chosen one that begin where its text begins. */
const plain = (lines: readonly string[], chosen: number): readonly Listed[] => {
	const line = lines[chosen] ?? '';
	const text = unframed(line).replace(MARK, '').trim();
	const column = line.indexOf(text);
	const isOne = (at: number): boolean => {
		const one = lines[at] ?? '';
		return /^[\s│┃║|]*$/u.test(one.slice(0, column)) && /^[^\s│┃║|]/u.test(one.slice(column));
	};
	let first = chosen;
	while (isOne(first - 1)) first--;
	let last = chosen;
	while (isOne(last + 1)) last++;
	return lines.slice(first, last + 1).map((one, place) => ({
		number: place + 1,
		label: labelOf(unframed(one).replace(MARK, '')),
		chosen: first + place === chosen,
	}));
};

/** Arrow presses from the chosen option to each, and Enter; nothing where none is chosen. PURE. */
export const byArrows = (options: readonly Listed[], back: string, forth: string): readonly Option[] => {
	const from = options.findIndex(option => option.chosen);
	return options.map((option, at) => ({
		...option,
		keys: from < 0 ? [] : [...Array<string>(Math.abs(at - from)).fill(at < from ? back : forth), 'Enter'],
	}));
};

/** The options of the menu in which line `chosen` is chosen. PURE. */
export const optionsAround = (lines: readonly string[], chosen: number, by: AnsweredBy): readonly Option[] => {
	const listed = numbered(lines, chosen);
	const options = byArrows(listed ?? plain(lines, chosen), 'Up', 'Down');
	return by === 'arrows' || listed === undefined
		? options
		: options.map(option => (option.number > 9 ? option : {...option, keys: [String(option.number)]}));
};

const YES_OR_NO = /[[(]\s*\(?y\)?(?:es)?\b\s*[/,|]\s*\(?n\)?o?\b|\(Y\)es\/\(N\)o/iu;
const PRESS_ENTER = /\bpress (?:any key|enter|return)\b/iu;

/** What a line like `Go on? [Y/n]` may be answered. Enter only follows where the letter alone was not enough. PURE. */
export const optionsInLine = (line: string): readonly Option[] => {
	if (YES_OR_NO.test(line)) {
		return [
			{number: 1, label: 'Yes', chosen: false, keys: ['y', 'Enter']},
			{number: 2, label: 'No', chosen: false, keys: ['n', 'Enter']},
		];
	}
	return PRESS_ENTER.test(line) ? [{number: 1, label: 'Continue', chosen: true, keys: ['Enter']}] : [];
};

import type {Option, Reading} from './agent.ts';
import {isNo, isYes} from './choice.ts';
import {optionsAround} from './options.ts';
import {FOOTER_LINES, type Line} from './prompt-place.ts';
import {asking} from './reading.ts';
import {hasAny, hasSign} from './status-line.ts';

/** `→ Run (once) (y) (enter)`, `Skip (esc or n)`, `[a] Allow`, `2 (○) Yes, proceed`. */
const HOTKEY = /\((?:y|n|esc or n|esc or p|tab|shift\+tab)\)(?:\s|$)|^\[[a-z]\] ?\p{L}|^\w\s+\([●○◉◯]\)\s/u;

/** `3. No, suggest changes (esc)`: only what is asked has an option that Esc takes. */
const REFUSAL = /^(?:[❯›●>]\s+)?\d{1,2}[.)]\s.*\((?:esc|Esc)[^)]{0,10}\)$/u;
const isRefusal = (text: string): boolean => text.endsWith(')') && REFUSAL.test(text);

/** `Yes (y)   Always (a)   No (n)`, `[A] Allow once  [D] Deny`, `(a)ccept / (r)eject`, or as buttons, with no keys at all. */
const PARTED = /\s{2,}|\s*[/|]\s*/u;

const isKeyed = (text: string): boolean => /\(\w\)|^\[\w\]/u.test(text);
const plain = (text: string): string => text.replace(/^\[\w\]\s*/u, '').replaceAll(/[()]|\s\(\w\)$/gu, '');

/** A row of answers, one of which is a yes and another a no. Without keys they have to stand apart like buttons, under a question. */
const isRow = ({text}: Line, above: string): boolean => {
	if (!hasAny(text, ['yes', 'allow', 'approve', 'ccept', 'run'])) return false;
	const answers = text.replace(/^[▌▷▶❯›\s]+/u, '').split(PARTED);
	if (answers.length < 2 || answers.length > 5) return false;
	const words = answers.map(plain);
	if (!words.some(isYes) || !words.some(isNo)) return false;
	return answers.filter(isKeyed).length >= 2 || (/[?？]$/u.test(above) && /\s{2,}/u.test(text));
};

/** `> ✓ Yes, run it` with others below it, right under a question, and a key to get out of it. */
const ANSWER = /^[>❯›●→▶▸▷]\s{1,3}\S/u;
const WAY_OUT = /\besc(?:ape)?\b.{0,6}\b(?:cancel|abort|reject|deny|dismiss|no)\b|\benter\b|↵|⏎/iu;
/** Hints may stand below the answers, and nothing else. */
const MOST_HINTS = 3;
/** What is asked about may stand between the question and its answers. */
const ABOUT_LINES = 8;

/** `? Select a template › - Use arrow-keys. Return to submit.` */
const INQUIRY = /^\? \S/u;

const decides = (options: readonly Option[]): boolean =>
	options.some(({label}) => isYes(label)) && options.some(({label}) => isNo(label));

/** `[1] Allow`, `1. Yes`: numbered answers, of which none is marked. */
const UNMARKED = /^(?:\d{1,2}[.)]|\[\d\])\s+(\S.*)$/u;

/** The last lines, if they are a list of numbered answers and nothing else; `1. … 2. …` within an answer offers no yes and no. */
const readUnmarked = (zone: readonly Line[]): Reading | undefined => {
	const first = zone.findLastIndex(({text}) => !UNMARKED.test(text)) + 1;
	const options = zone.slice(first).map(({text}, at) => ({
		number: at + 1,
		label: UNMARKED.exec(text)?.[1] ?? '',
		chosen: false,
		keys: [String(at + 1)],
	}));
	const question = zone[first - 1]?.text ?? null;
	return options.length > 1 && options.length < 6 && decides(options)
		? asking('generic: numbered answers', zone[first]?.text ?? null, question, options)
		: undefined;
};

/** Without a question in sight: a yes is marked, and the last one is a no. */
const isClear = (options: readonly Option[]): boolean =>
	options[0]?.chosen === true && isYes(options[0].label) && isNo(options.at(-1)?.label ?? '');

const readList = (lines: readonly string[], zone: readonly Line[]): Reading | undefined => {
	const at = zone.findLastIndex(({text}) => /[?？]$/u.test(text) || INQUIRY.test(text));
	const question = zone[at]?.text ?? '';
	const place = zone.findIndex(({text}, index) => index > at && ANSWER.test(text));
	const chosen = zone[place];
	if (chosen === undefined) return readUnmarked(zone);
	const isNear = at >= 0 && place - at <= ABOUT_LINES;
	// Most often it is the prompt.
	if (!isNear && !isYes(chosen.text)) return undefined;
	const options = optionsAround(lines, chosen.at, 'arrows');
	const first = chosen.at - options.findIndex(option => option.chosen);
	const below = zone.filter(line => line.at >= first + options.length);
	if (options.length < 2 || below.length > MOST_HINTS) return undefined;
	const isUnder = zone[at + 1]?.at === first;
	const isOne =
		(isNear ? decides(options) : isClear(options) && (options.length > 2 || below.length === 0)) ||
		(isUnder && (INQUIRY.test(question) || below.some(({text}) => WAY_OUT.test(text))));
	return isOne ? asking('generic: answers under a question', chosen.text, question, options) : undefined;
};

/** `[y/n/t]:` and the sign to answer at right below it. */
const TYPED = /[[(]y(?:es)?\/no?(?:\/\w{1,8}){0,3}[\])]:$/iu;

const readKeys = (zone: readonly Line[], prompt: Line | undefined): Reading | undefined => {
	const near = zone.slice(-FOOTER_LINES);
	const last = near.at(-1);
	const typed = near.at(-2)?.text ?? '';
	if (last !== undefined && last.text.length < 3 && TYPED.test(typed))
		return asking('generic: question above the sign', typed, typed);
	const below = prompt === undefined ? near : near.filter(({at}) => at >= prompt.at);
	const warning = prompt === undefined ? near.find(({text}) => text.startsWith('△ ')) : undefined;
	if (warning !== undefined) return asking('generic: heading of a permission', warning.text, warning.text.slice(2));
	const found = below.filter(({text}) => hasSign(text, ['(', '[']) && HOTKEY.test(text));
	const keyed =
		(found.length > 1 ? found.at(-1) : undefined) ??
		below.findLast((line, at) => isRefusal(line.text) || isRow(line, below[at - 1]?.text ?? ''));
	if (keyed === undefined) return undefined;
	const question = zone.findLast(({text}) => /[?？]$/u.test(text))?.text ?? null;
	return asking('generic: options with keys', keyed.text, question);
};

/** Answers that stand below a question, or that have keys of their own. PURE. */
export const readAnswers = (
	lines: readonly string[],
	zone: readonly Line[],
	prompt: Line | undefined,
): Reading | undefined => readList(lines, zone) ?? readKeys(zone, prompt);

import {unframed} from './layout.ts';
import {beginsWith, hasAny, namesDialogKeys} from './status-line.ts';

/** What decides is at the bottom: a dialog with its options and hints fits in this many non-blank lines. */
export const ZONE = 24;

/** Below a prompt there is its frame, a mode line, a status line of the user's own, a list of completions. */
export const FOOTER_LINES = 8;

/** A composer in a box, and what may stand below it. */
const TALLEST_BOX = 5;
const BOX_FOOTER = 3;

/** Typed text between two rules, or behind a sign in a box, has no more lines than this. */
const TALLEST_RULED = 12;

/** A line with its place on the screen and without its frame. */
export type Line = {readonly at: number; readonly text: string; readonly raw: string};

/** Also `[default] 5% !>` and `me@box💫`, as some shells of agents have it. */
const PROMPT =
	/^(?:[>❯›»→⟩▶]|>>>|(?:\[[\w./ -]{1,30}\] ?)?(?:\d{1,3}% )?!?>|[\w.-]{1,20}>|\( ?[oO]\)>|[\w.-]{1,32}@[\w.-]{1,32}[💫✨📋])(?:\s|$)/u;
const BORDER = '─━═▀▄▁▔╭╰┌└╌';
/** The lower edge of a composer without a prompt sign. */
const EDGE = /^\s*╹▀{8}/u;
/** What an empty composer says, whatever its sign. */
const PLACEHOLDER =
	/^(?:\S\s+)?(?:type (?:your|a) (?:message|prompt)|ask (?:anything|a question|\w+ (?:anything|to do))|plan, search|add a follow-up|send a message|what (?:would|can|do) )/iu;

/** Below such an edge a home screen may have notices and tips. */
const BOX_BELOW = 14;

/** A line that parts what is above from what is below. PURE. */
export const isBorder = (line: string | undefined): boolean =>
	line !== undefined && BORDER.includes(unframed(line).charAt(0) || ' ') && /^\s*[│┃]?\s*[─━═▀▄▁▔╭╰┌└╌]{4}/u.test(line);

/** The last lines that are not blank. PURE. */
export const zoneOf = (lines: readonly string[]): readonly Line[] => {
	const zone: Line[] = [];
	for (let at = lines.length - 1; at >= 0 && zone.length < ZONE; at--) {
		const raw = lines[at] ?? '';
		const text = unframed(raw);
		if (text !== '') zone.push({at, text, raw});
	}
	return zone.reverse();
};

const isPlaceholder = (text: string): boolean =>
	hasAny(text, ['type ', 'ask ', 'plan, ', 'add a ', 'send a ', 'what ']) && PLACEHOLDER.test(text);

const isMenuLine = (text: string): boolean =>
	beginsWith(text, '❯›●>→▶') && /^[❯›●>→▶]\s+(?:\d{1,2}[.)]|\[[ x✓✔]\])\s/u.test(text);

/** A prompt sign between two borders is a prompt, whatever is listed below it; other signs count only there. */
const isFramed = (lines: readonly string[], {at, text}: Line): boolean =>
	beginsWith(text, '>❯›»*!#&$') &&
	/^[>❯›»*!#&$](?:\s|$)/u.test(text) &&
	isBorder(lines[at - 1]) &&
	isBorder(lines[at + 1]);

/** Hints, a path, a model's name, a frame, more typed text: what stands below a prompt. An answer there means that it was sent. */
const isFooter = ({text, raw}: Line, column: number): boolean =>
	raw.slice(0, column + 2).trim() === '' ||
	isBorder(raw) ||
	/ [·|│•] | {3,}|\b(?:ctrl|shift|tab|esc)\b|^[?/~⏵⏸@#!·←→⚠]|[%~]|^\S+$/u.test(text);

/** A box of a line or three at the bottom is to be typed into, whatever its sign: a dialog has more to say. */
const boxIn = (lines: readonly string[]): Line | undefined => {
	const bottom = lines.findLastIndex(line => /^\s*[╰└].*[╯┘]$/u.test(line));
	if (bottom < 0 || lines.slice(bottom + 1).filter(line => line.trim() !== '').length > BOX_FOOTER) return undefined;
	const top = lines.slice(0, bottom).findLastIndex(line => /^\s*[╭┌]/u.test(line));
	const inside = lines.slice(top + 1, bottom).map(unframed);
	const says = inside.filter(text => text !== '');
	const hasSign = beginsWith(inside[0] ?? '', '>❯›»');
	// Of a box that begins above the screen only the end is known: options, perhaps.
	if (top < 0 && !hasSign) return undefined;
	const isLow = top >= bottom - (hasSign ? TALLEST_RULED : TALLEST_BOX) - 1 && (hasSign || says.length <= 2);
	const isTyped = hasSign && !isMenuLine(inside[0] ?? '');
	if (!isLow || inside.length === 0 || (!isTyped && says.some(isDialogText))) return undefined;
	return {at: top + 1, text: inside[0] ?? '', raw: lines[top + 1] ?? ''};
};

/** What stands between two rules of the same length at the bottom is typed there, if it has no sign at all. */
const ruledIn = (lines: readonly string[]): Line | undefined => {
	const bottom = lines.findLastIndex(isBareRule);
	if (bottom < 1 || lines.slice(bottom + 1).filter(line => line.trim() !== '').length > FOOTER_LINES) return undefined;
	const top = lines.slice(0, bottom).findLastIndex(isBareRule);
	const says = lines.slice(top + 1, bottom).filter(line => line.trim() !== '');
	const isComposer = top >= bottom - TALLEST_RULED && top < bottom - 1 && lines[top]?.length === lines[bottom]?.length;
	if (!isComposer || says.some(line => isDialogText(unframed(line)))) return undefined;
	return {at: top + 1, text: unframed(lines[top + 1] ?? ''), raw: lines[top + 1] ?? ''};
};

const isBareRule = (line: string): boolean => line.length >= 20 && /^[─━]+$/u.test(line);

const isDialogText = (text: string): boolean =>
	/[?？:：]$|^\d{1,2}[.)]\s/u.test(text) || isMenuLine(text) || namesDialogKeys(text);

/** So many lines like `/model  choose what to use` are a list for what somebody types. */
const FEWEST_COMMANDS = 4;

/** The list of commands that stands there while somebody types one; empty where there is none. PURE. */
export const commandsIn = (zone: readonly Line[]): readonly Line[] => {
	const commands = zone.filter(({text, raw}) => /^\s/u.test(raw) && /^\/[a-z][\w:-]*(?:\s|$)/u.test(text));
	return commands.length < FEWEST_COMMANDS ? [] : commands;
};

/** Where the user types: a framed prompt sign, a low box, two rules, or the lowest sign with no more than a footer below it. */
export const promptIn = (lines: readonly string[], zone: readonly Line[]): Line | undefined => {
	const framed = zone.findLast(line => isFramed(lines, line)) ?? boxIn(lines) ?? ruledIn(lines);
	if (framed !== undefined) return framed;
	const at = zone.findLastIndex(
		({text, raw}) =>
			(PROMPT.test(text) && !isMenuLine(text)) || (raw.includes('╹') && EDGE.test(raw)) || isPlaceholder(text),
	);
	const line = zone[at];
	const below = zone.slice(at + 1);
	// A border above it, and nothing below: it is still being drawn.
	if (line !== undefined && below.length === 0 && isBorder(lines[line.at - 1])) return undefined;
	return line !== undefined &&
		below.length < (EDGE.test(line.raw) ? BOX_BELOW : FOOTER_LINES) &&
		(EDGE.test(line.raw) || below.every(one => isFooter(one, line.raw.indexOf(line.text))))
		? line
		: undefined;
};

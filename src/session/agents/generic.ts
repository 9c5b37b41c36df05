import type {Option, Reading, Screen} from './agent.ts';
import {screenLines, unframed} from './layout.ts';
import {type Menu, menuOn} from './menu.ts';
import {optionsInLine} from './options.ts';
import {active, asking, askingBy, idle, unknown} from './reading.ts';
import {
	beginsWith,
	hasAny,
	isChoiceHint,
	isSaid,
	isStatusFooter,
	isStatusLine,
	namesDialogKeys,
} from './status-line.ts';

/** What decides is at the bottom: a dialog with its options and hints fits in this many non-blank lines. */
const ZONE = 24;

/** The status line stands above the prompt; a tip, a task list or queued messages may come between. */
const STATUS_REACH = 14;
const STATUS_BLOCKS = 3;
const LONGEST_STATUS = 120;

/** Below a prompt there is its frame, a mode line, a status line of the user's own, a list of completions. */
const FOOTER_LINES = 8;

/** A composer in a box, and what may stand below it. */
const TALLEST_BOX = 5;
const BOX_FOOTER = 3;

/** A program that wrote so recently is at work, unless it shows a prompt. */
const BUSY_SECONDS = 2;

type Line = {readonly at: number; readonly text: string; readonly raw: string};

/** Only at the end of the last line: an answer that was given stands behind the question. */
const QUESTIONS: readonly RegExp[] = [
	/[[(]\s*(?:y(?:es)?\s*[/|]\s*no?|\(?y\)?es,?\s*[/|]?\s*\(?n\)?o)\b[^\])]*[\])]\s*[?:>]?$/iu,
	/\(Y\)es\/\(N\)o\b.*[:?]$/u,
	/\b(?:press|hit) (?:any key|enter|return)\b.{0,40}$/iu,
	/^\? \S/u,
	/[?？]\s*$/u,
	/\b(?:password|passphrase|token|key|code)\b[^.]{0,20}:$/iu,
];

/** `→ Run (once) (y) (enter)`, `Skip (esc or n)`, `[a] Allow`, `2 (○) Yes, proceed`. */
const HOTKEY = /\((?:y|n|esc or n|tab|shift\+tab)\)(?:\s|$)|^\[[a-z]\] ?\p{L}|^\w\s+\([●○◉◯]\)\s/u;

/** Words for waiting that agents put into a status line. */
const WAITS =
	/\b(?:wait(?:ing|s)? (?:for|on) (?:your|user|approval|confirmation|permission|input|you\b)|requires? (?:your )?(?:approval|confirmation|permission)|requesting (?:approval|permission)|awaiting (?:input|approval|confirmation))/iu;

/** What only a menu has that the user opened: it is closed rather than cancelled, searched, or shows what is set now. */
const OWN_MENU =
	/\besc(?:ape)?\b[^·|]{0,12}\bclose\b|\(current\)|\btype to (?:search|filter)\b|^[❯›>⌕🔍]?\s*search\b.*…|\b(?:select|choose|switch)(?: an?)? (?:\w+ )?(?:model|theme|editor)\b/iu;

const PROMPT = /^(?:[>❯›»→⟩▶]|[\w.-]{1,20}>|\( ?[oO]\)>)(?:\s|$)/u;
const SHELL = /^(?:\S.{0,80}[$%#]|[$%#](?:\s.*)?)$/u;
const BORDER = '─━═▀▄▁▔╭╰┌└╌';
/** The lower edge of a composer without a prompt sign. */
const EDGE = /^\s*╹▀{8}/u;
const isBorder = (line: string | undefined): boolean =>
	line !== undefined && BORDER.includes(unframed(line).charAt(0) || ' ') && /^\s*[│┃]?\s*[─━═▀▄▁▔╭╰┌└╌]{4}/u.test(line);
/** What an empty composer says, whatever its sign. */
const PLACEHOLDER =
	/^(?:\S\s+)?(?:type (?:your|a) (?:message|prompt)|ask (?:anything|a question|\w+ (?:anything|to do))|plan, search|add a follow-up|send a message|what (?:would|can|do) )/iu;

const ASKING_TITLE =
	/action required|\b(?:waiting|needs?) (?:for )?(?:approval|input|permission|you|attention)|^[✋⚠]/iu;
const BUSY_TITLE = /^[⠁-⣿◐-◓✦⏲]/u;

/** What the question in this line may be answered: a menu around it, or what the line itself offers. PURE. */
export const optionsFor = (lines: readonly string[], line: string): readonly Option[] => {
	const inLine = optionsInLine(line);
	return inLine.length > 0 ? inLine : (menuOn(lines, 'arrows', true)?.options ?? []);
};

const zoneOf = (lines: readonly string[]): readonly Line[] => {
	const zone: Line[] = [];
	for (let at = lines.length - 1; at >= 0 && zone.length < ZONE; at--) {
		const raw = lines[at] ?? '';
		const text = unframed(raw);
		if (text !== '') zone.push({at, text, raw});
	}
	return zone.reverse();
};

const waits = (text: string): boolean =>
	text.length < LONGEST_STATUS && hasAny(text, ['wait', 'requir', 'request']) && WAITS.test(text);

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
	if (top < bottom - TALLEST_BOX - 1 || inside.length === 0 || says.length > 2 || says.some(isDialogText))
		return undefined;
	return {at: top + 1, text: inside[0] ?? '', raw: lines[top + 1] ?? ''};
};

const isDialogText = (text: string): boolean => /[?？:：]$/u.test(text) || isMenuLine(text) || namesDialogKeys(text);

/** Where the user types: a framed prompt sign, a low box, or the lowest sign with no more than a footer below it. */
const promptIn = (lines: readonly string[], zone: readonly Line[]): Line | undefined => {
	const framed = zone.findLast(line => isFramed(lines, line)) ?? boxIn(lines);
	if (framed !== undefined) return framed;
	const at = zone.findLastIndex(
		({text, raw}) =>
			(PROMPT.test(text) && !isMenuLine(text)) || (raw.includes('╹') && EDGE.test(raw)) || isPlaceholder(text),
	);
	const line = zone[at];
	const below = zone.slice(at + 1);
	return line !== undefined &&
		below.length < FOOTER_LINES &&
		(EDGE.test(line.raw) || below.every(one => isFooter(one, line.raw.indexOf(line.text))))
		? line
		: undefined;
};

const hasHint = (lines: readonly Line[]): Line | undefined => lines.find(({text}) => isChoiceHint(text));

/** A list of options at the bottom, with nothing to type into below it. */
const readMenu = (lines: readonly string[], zone: readonly Line[], prompt: Line | undefined): Reading | undefined => {
	const footer = zone.slice(-FOOTER_LINES);
	const hint = hasHint(footer);
	const hasKeys = footer.some(({text}) => namesDialogKeys(text));
	const menu: Menu | undefined = menuOn(lines.slice(zone[0]?.at ?? 0), 'arrows', hasKeys);
	const start = zone[0]?.at ?? 0;
	const isLowest = menu !== undefined && (prompt === undefined || menu.chosen + start >= prompt.at);
	const below = zone.slice(zone.findLastIndex(({at}) => menu !== undefined && at === menu.chosen + start) + 1);
	if (menu === undefined || !isLowest || menu.options.length < 2 || below.length > ZONE / 2) {
		if (hint === undefined || (prompt !== undefined && prompt.at > hint.at)) return undefined;
		const own = zone.find(({text}) => OWN_MENU.test(text));
		return own === undefined
			? asking('generic: hints of a dialog', hint.text, null)
			: idle('generic: dialog that the user opened', own.text);
	}
	const own = zone.slice(Math.max(0, zone.length - below.length - 8)).find(({text}) => OWN_MENU.test(text));
	return own === undefined ? askingBy('generic: options', menu) : idle('generic: menu that the user opened', own.text);
};

const readHotkeys = (zone: readonly Line[], prompt: Line | undefined): Reading | undefined => {
	const found = zone.slice(-FOOTER_LINES).filter(({text}) => hasAny(text, ['(', '[']) && HOTKEY.test(text));
	const last = found.at(-1);
	if (found.length < 2 || last === undefined || (prompt !== undefined && prompt.at > last.at)) return undefined;
	const question = zone.findLast(({text}) => /\?$/u.test(text));
	return asking('generic: options with keys', last.text, question?.text ?? null);
};

/** What stands above the prompt, in blocks between blank lines, the lowest first; borders belong to no block. */
const blocksAbove = (lines: readonly string[], prompt: number): readonly (readonly string[])[] => {
	const blocks: string[][] = [[]];
	for (let at = prompt - 1; at >= 0 && at > prompt - STATUS_REACH; at--) {
		const text = isBorder(lines[at]) ? '' : unframed(lines[at] ?? '');
		if (text !== '') blocks.at(-1)?.unshift(text);
		else if ((blocks.at(-1)?.length ?? 0) > 0) {
			if (blocks.length === STATUS_BLOCKS) break;
			blocks.push([]);
		}
	}
	return blocks.filter(block => block.length > 0);
};

/** A status line begins a block of its own: within an answer, or below what somebody said, it is a quotation. */
const statusIn = (block: readonly string[]): string | undefined => {
	const [first = '', second = ''] = block;
	if (isStatusLine(first)) return first;
	// A narrow terminal breaks it anywhere.
	return second !== '' && isStatusLine(`${first} ${second}`) && !/^[●•⏺✦◆>❯›]\s/u.test(first) ? first : undefined;
};

const readFooter = (lines: readonly string[], prompt: number): string | undefined => {
	const footer = lines.slice(prompt + 1).map(unframed);
	const line = footer.find(isStatusFooter);
	// `esc` / `interrup` / `t`: one word a line.
	return (
		line ?? (isStatusFooter(footer.join(' ').replaceAll(/\s+/gu, ' ')) ? footer.find(text => text !== '') : undefined)
	);
};

/** Work beside a prompt: above it or in its footer. */
const workAt = (lines: readonly string[], prompt: number, isSure: boolean): Reading | undefined => {
	const blocks = blocksAbove(lines, prompt);
	const waiting = blocks[0]?.find(waits);
	if (waiting !== undefined) return asking('generic: says that it waits', waiting, null);
	const said = blocks.findIndex(([first = '']) => isSaid(first) && !isStatusLine(first));
	const status = (said < 0 ? blocks : blocks.slice(0, said)).map(statusIn).find(line => line !== undefined);
	const lowest = blocks[0]?.at(-1) ?? '';
	const line = status ?? (!isSure && isStatusLine(lowest) ? lowest : undefined) ?? readFooter(lines, prompt);
	return line === undefined ? undefined : active('generic: status line', line);
};

const readWork = (lines: readonly string[], zone: readonly Line[], prompt: Line | undefined): Reading | undefined => {
	if (prompt !== undefined) return workAt(lines, prompt.at, false);
	const near = zone.slice(-FOOTER_LINES);
	const waiting = near.findLast(({text}) => waits(text));
	if (waiting !== undefined) return asking('generic: says that it waits', waiting.text, null);
	const line = near.findLast(({text}) => isStatusLine(text));
	return line === undefined ? undefined : active('generic: status line', line.text);
};

const readTitle = ({title}: Screen): Reading | undefined => {
	const mayAsk = hasAny(title, ['action', 'wait', 'need', '✋', '⚠']);
	if (mayAsk && ASKING_TITLE.test(title)) return asking('generic: title', title.trim(), null);
	return BUSY_TITLE.test(title) ? active('generic: spinner in the title', title.trim()) : undefined;
};

/**
 * For agents of which squad knows nothing, and for what the rules of a known one do not recognise. What stands lowest
 * decides: a prompt below an old question means that it was answered. PURE.
 */
export const readGeneric = (screen: Screen, quietSeconds?: number, takesShell = true): Reading => {
	const lines = screenLines(screen);
	const zone = zoneOf(lines);
	const prompt = promptIn(lines, zone);
	const last = zone.at(-1);
	const dialog = readMenu(lines, zone, prompt) ?? readHotkeys(zone, prompt);
	if (dialog !== undefined) return dialog;
	const work = readWork(lines, zone, prompt) ?? readTitle(screen);
	if (work !== undefined) return work;
	if (prompt !== undefined) return idle('generic: prompt', prompt.text);
	if (last !== undefined && QUESTIONS.some(question => question.test(last.text)))
		return asking('generic: question', last.text, last.text, optionsFor(lines, last.text));
	if (takesShell && last !== undefined && SHELL.test(last.text)) return idle('generic: prompt', last.text);
	if (quietSeconds !== undefined && quietSeconds < BUSY_SECONDS)
		return active('generic: wrote a moment ago', last?.text ?? null);
	return unknown('generic: nothing recognised');
};

/** The sign of work beside a prompt that any agent would give: for those whose own rules found the prompt and saw none. PURE. */
export const workBesidePrompt = (screen: Screen, found: string): Reading | undefined => {
	const lines = screenLines(screen);
	const prompt = promptIn(lines, zoneOf(lines));
	const work = prompt?.text === unframed(found) ? workAt(lines, prompt.at, true) : undefined;
	return work?.activity === 'active' ? work : undefined;
};

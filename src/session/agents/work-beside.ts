import type {Reading, Screen} from './agent.ts';
import {screenLines, unframed} from './layout.ts';
import {FOOTER_LINES, isBorder, type Line, promptIn, zoneOf} from './prompt-place.ts';
import {active, asking} from './reading.ts';
import {beginsWith, hasAny, isSaid, isStatusFooter, isStatusLine} from './status-line.ts';

/** The status line stands above the prompt; a tip, a task list or queued messages may come between. */
const STATUS_REACH = 14;
const STATUS_BLOCKS = 3;
const LONGEST_STATUS = 120;

/** Words for waiting that agents put into a status line. */
const WAITS =
	/\b(?:wait(?:ing|s)? (?:for|on) (?:your|user|approval|confirmation|permission|input|you\b)|requires (?:your )?(?:approval|confirmation|permission)|requesting (?:approval|permission)|awaiting (?:input|approval|confirmation))/iu;

const waits = (text: string): boolean =>
	text.length < LONGEST_STATUS && hasAny(text, ['wait', 'requir', 'request']) && WAITS.test(text);

/** Lines between two blank ones, and where the first of them stands. */
type Block = {readonly texts: string[]; at: number};

/** What stands above the prompt, in blocks between blank lines, the lowest first; borders belong to no block. */
const blocksAbove = (lines: readonly string[], prompt: number): readonly Block[] => {
	const blocks: Block[] = [{texts: [], at: prompt}];
	for (let at = prompt - 1; at >= 0 && at > prompt - STATUS_REACH; at--) {
		const text = isBorder(lines[at]) ? '' : unframed(lines[at] ?? '');
		const block = blocks.at(-1);
		if (text !== '') {
			block?.texts.unshift(text);
			if (block !== undefined) block.at = at;
		} else if ((block?.texts.length ?? 0) > 0) {
			if (blocks.length === STATUS_BLOCKS) break;
			blocks.push({texts: [], at});
		}
	}
	return blocks.filter(({texts}) => texts.length > 0);
};

const indentOf = (line: string): number => line.length - line.trimStart().length;

/** How far up a message may have begun that is still on the screen. */
const MESSAGE_REACH = 60;

/** So many indented lines up to the top of the screen are a message whose beginning has scrolled away. */
const HEADLESS = 4;

const isHeadless = (above: readonly string[], indent: number): boolean => {
	const text = above.filter(line => unframed(line) !== '');
	return text.length >= HEADLESS && indentOf(text.at(-1) ?? '') <= indent;
};

/** Whether a line goes on with a message: what it is indented under begins with a message's sign, or is out of sight. */
const isWithinMessage = (lines: readonly string[], at: number, mayBeHeadless = false): boolean => {
	const above = lines.slice(Math.max(0, at - MESSAGE_REACH), at);
	let indent = indentOf(lines[at] ?? '');
	let from = above.length;
	while (indent > 1) {
		const within = indent - 2;
		from = above.slice(0, from).findLastIndex(line => line.trim() !== '' && indentOf(line) <= within);
		const head = above[from]?.trim() ?? '';
		if (isSaid(head)) return !isStatusLine(head);
		// A bar of tabs may stand at the top of the screen.
		if (from < 1) return mayBeHeadless && isHeadless(above, indentOf(lines[at] ?? ''));
		indent = indentOf(above[from] ?? '');
	}
	return false;
};

const widestOf = (lines: readonly string[]): number => Math.max(...lines.map(line => line.length));

/** A line that has come this near to the widest on the screen goes on below. */
const WRAPS_WITHIN = 25;

/** A status line begins a block of its own: within an answer, or below what somebody said, it is a quotation. */
const statusIn = (lines: readonly string[], {texts, at}: Block, mayBeHeadless: boolean): string | undefined => {
	const [first = '', second = ''] = texts;
	// `⎿  Interrupted` below it: it stopped in the middle of a turn.
	if (texts.some(text => text.startsWith('⎿') && /^⎿\s+Interrupted\b/u.test(text))) return undefined;
	const isStatus =
		isStatusLine(first) ||
		// A narrow terminal breaks it anywhere.
		(second !== '' &&
			first.length > widestOf(lines) - WRAPS_WITHIN &&
			isStatusLine(`${first} ${second}`) &&
			!/^[●•⏺✦◆>❯›]\s/u.test(first));
	return isStatus && !isWithinMessage(lines, at, mayBeHeadless) ? first : undefined;
};

/** Where the text ends that is typed at a prompt: at its border; where it has none, at the blank line below what wraps, or below what is surely a prompt. */
const endOfTyped = (lines: readonly string[], prompt: number, isSure: boolean): number => {
	const rest = lines.slice(prompt + 1);
	const border = rest.findIndex(isBorder);
	if (isBorder(lines[prompt - 1]) && border >= 0) return prompt + 1 + border;
	// `┃ typed text`, below what the composer says about itself.
	const bar = rest.findIndex(line => line !== '');
	if (rest[bar]?.startsWith('┃')) return prompt + 1 + rest.findIndex((line, at) => at > bar && !line.startsWith('┃'));
	const goesOn = isSure || (lines[prompt] ?? '').length > widestOf(lines) - WRAPS_WITHIN;
	const blank = goesOn ? rest.findIndex(line => unframed(line) === '') : 0;
	return prompt + 1 + Math.max(0, blank);
};

/** `* plan (agent) – …`, `+ README.md`: what is offered while one types. */
const isOffered = (text: string): boolean => /^[*+] \S/u.test(text);

const readFooter = (lines: readonly string[], prompt: number, isSure: boolean): string | undefined => {
	const footer = lines
		.slice(endOfTyped(lines, prompt, isSure))
		.map(unframed)
		.filter(text => !isOffered(text));
	const line = footer.find(isStatusFooter);
	// `esc` / `interrup` / `t`: one word a line.
	return (
		line ?? (isStatusFooter(footer.join(' ').replaceAll(/\s+/gu, ' ')) ? footer.find(text => text !== '') : undefined)
	);
};

/** The sign of a message that is being written turns, and so does that of a status line right below the text: at the left edge. */
const TURNS = /^ ?[⠁-⣿] ?\S/u;

/** The lowest of them above a prompt, unless another message begins below it. */
const turningAbove = (lines: readonly string[], prompt: number): string | undefined => {
	for (let at = prompt - 1; at >= 0 && at > prompt - MESSAGE_REACH; at--) {
		const line = lines[at] ?? '';
		// Most lines of a conversation are indented: no expression needs to look at them.
		const sign = line.charCodeAt(line.startsWith(' ') ? 1 : 0);
		if (!(sign > 0x20)) continue;
		if (TURNS.test(line)) return line.trim();
		if (isSaid(unframed(line))) return undefined;
	}
	return undefined;
};

/** Work beside a prompt: above it or in its footer. */
const workAt = (lines: readonly string[], prompt: number, isSure: boolean): Reading | undefined => {
	const blocks = blocksAbove(lines, prompt);
	const waiting = blocks[0]?.texts.find(waits);
	if (waiting !== undefined) return asking('generic: says that it waits', waiting, null);
	const said = blocks.findIndex(({texts: [first = '']}) => isSaid(first) && !isStatusLine(first));
	const status = (said < 0 ? blocks : blocks.slice(0, said))
		.map((block, index) => statusIn(lines, block, index > 0))
		.find(line => line !== undefined);
	const lowest = blocks[0]?.texts.at(-1) ?? '';
	// Below the command that began it, and in one block with it: nothing but a spinner begins in Braille.
	const isSpinner = isSure
		? /^[⠁-⣿]\s/u.test(lowest) && !isWithinMessage(lines, (blocks[0]?.at ?? 0) + (blocks[0]?.texts.length ?? 1) - 1)
		: isStatusLine(lowest);
	const turning = isSpinner ? lowest : turningAbove(lines, prompt);
	const line = status ?? turning ?? readFooter(lines, prompt, isSure);
	return line === undefined ? undefined : active('generic: status line', line);
};

/** `── ⠼ Working ─────`: a rule with a spinner in it. */
const turningRule = (zone: readonly Line[]): Line | undefined =>
	zone.slice(-FOOTER_LINES).findLast(({raw}) => beginsWith(raw, '─━') && /^[─━]{1,8} [⠁-⣿] \S.*[─━]{4}$/u.test(raw));

export const readWork = (
	lines: readonly string[],
	zone: readonly Line[],
	prompt: Line | undefined,
): Reading | undefined => {
	const rule = turningRule(zone);
	if (rule !== undefined) return active('generic: spinner in a rule', rule.text);
	if (prompt !== undefined) return workAt(lines, prompt.at, false);
	const near = zone.slice(-FOOTER_LINES);
	const waiting = near.findLast(({text}) => waits(text));
	if (waiting !== undefined) return asking('generic: says that it waits', waiting.text, null);
	const line = near.findLast(({text}) => isStatusLine(text));
	return line === undefined ? undefined : active('generic: status line', line.text);
};

/** The sign of work beside a prompt that any agent would give: for those whose own rules found the prompt and saw none. PURE. */
export const workBesidePrompt = (screen: Screen, found: string): Reading | undefined => {
	const lines = screenLines(screen);
	const prompt = promptIn(lines, zoneOf(lines));
	const work = prompt?.text === unframed(found) ? workAt(lines, prompt.at, true) : undefined;
	return work?.activity === 'active' ? work : undefined;
};

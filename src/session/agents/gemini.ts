import {join} from 'node:path';
import type {Agent, AgentHome, Conversation, Reading, Screen} from './agent.ts';
import {conversationIn, fieldIn, headOf, namesIn, newestFirst, sameDirectory} from './conversation-files.ts';
import {boxedComposer, isRule, screenLines, unframed} from './layout.ts';
import {menuOn} from './menu.ts';
import {active, asking, askingBy, idle, unknown} from './reading.ts';

/** `✦  Working…`, `⏲` when it is silent for long. Can be switched off, and is wrong while a dialog covers the prompt: the layout goes first. */
const BUSY_TITLE = /^[✦⏲]/u;
const ASKING_TITLE = /^✋/u;
const READY_TITLE = /^◇/u;

/** `>`, `*` in YOLO mode, `!` in shell mode. */
const PROMPT = /^ ?[>*!](?:\s|$)/u;

/** Between the rule and the prompt stand the mode line and the upper edge. */
const RULE_REACH = 4;

const STATUS_LINES = 3;

const BUSY_STATUS = /^\s*(?:[⠀-⣿]\s|responding\s).*\(esc to cancel|^\s*[⠁-⣿] ?\S|\(esc to cancel, (?:\d+[hms] ?)+\)/u;
const WAITING_STATUS = /^\s*! .*awaiting input/u;

/** `(Press Esc to close)`, `Press Esc to exit.`: the user opened it. */
const OWN_DIALOG = /\bEsc to (?:close|exit)\b|\bTab to (?:config|change|switch (?!questions))/u;
const DIALOG_HINT = /\bEnter to (?:select|submit|confirm)\b/u;

/** `│ ?  Edit importer.py`: the sign of a tool that waits for consent, in a box that reaches beyond the screen. */
const readOpenBox = (lines: readonly string[], top: number): Reading | undefined => {
	if (top < 0 || !/^\s*│/u.test(lines.at(-1) ?? '')) return undefined;
	const tool = lines
		.slice(top)
		.map(unframed)
		.find(line => /^\? {1,2}\S/u.test(line));
	return tool === undefined ? undefined : asking('gemini: a tool waits in a box that is cut off', tool, null);
};

const readDialog = (lines: readonly string[]): Reading | undefined => {
	const bottom = lines.at(-1) ?? '';
	const top = lines.findLastIndex(line => /^\s*[╭┌]─/u.test(line));
	if (!/^\s*[╰└]─/u.test(bottom)) return readOpenBox(lines, top);
	const box = lines.slice(Math.max(0, top)).map(unframed);
	const own = box.find(line => OWN_DIALOG.test(line));
	if (own !== undefined) return idle('gemini: dialog that the user opened', own);
	const menu = menuOn(lines, 'digits');
	if (menu !== undefined && menu.chosen > top) return askingBy('gemini: options in the last box', menu);
	const hint = box.find(line => DIALOG_HINT.test(line));
	return hint === undefined
		? undefined
		: asking('gemini: input in the last box', hint, box.find(line => /^\p{L}/u.test(line)) ?? null);
};

/** The rule above the prompt, with the status line on top of it; -1 without a prompt. Earlier messages look like the prompt, but have no rule. */
const ruleAbovePrompt = (lines: readonly string[]): number => {
	for (let at = lines.length - 1; at > 0; at--) {
		if (!PROMPT.test(lines[at] ?? '')) continue;
		const rule = lines.slice(0, at).findLastIndex(isRule);
		if (rule >= 0 && rule >= at - RULE_REACH) return rule;
	}
	return -1;
};

/** The status line, which may wrap; a blank line parts it from the conversation. */
const statusAbove = (lines: readonly string[], rule: number): readonly string[] => {
	const above = lines.slice(Math.max(0, rule - STATUS_LINES), Math.max(0, rule));
	return above.slice(above.findLastIndex(line => line.trim() === '') + 1);
};

const readTitle = ({title}: Screen): Reading | undefined => {
	if (ASKING_TITLE.test(title)) return asking('gemini: title', title.trim(), null);
	if (BUSY_TITLE.test(title)) return active('gemini: title', title.trim());
	return undefined;
};

const read = (screen: Screen): Reading | undefined => {
	const lines = screenLines(screen);
	// What is typed into the box of older versions is no dialog, whatever it says.
	const box = boxedComposer(lines, PROMPT);
	const dialog = box === undefined ? readDialog(lines) : undefined;
	if (dialog !== undefined) return dialog;
	if (/^\s*╭─/u.test(lines.at(-1) ?? '')) return unknown('gemini: a box that is still being drawn');
	const rule = ruleAbovePrompt(lines);
	const status = statusAbove(lines, rule);
	const waiting = status.find(line => WAITING_STATUS.test(line));
	if (waiting !== undefined) return asking('gemini: a command waits for input', unframed(waiting), null);
	const busy = status.find(line => BUSY_STATUS.test(line));
	if (busy !== undefined) return active('gemini: status line above the prompt', unframed(busy));
	const title = readTitle(screen);
	if (title !== undefined)
		return title.activity === 'asking' ? askingBy(title.rule, menuOn(lines, 'digits'), title.line) : title;
	if (rule >= 0) return idle('gemini: prompt without a status line', lines[rule + 1]?.trim() ?? null);
	if (box !== undefined) return idle('gemini: prompt in a box', unframed(lines[box.top + 1] ?? ''));
	// A box at the bottom without a prompt is a dialog of which nothing is known, and the title does not know it either.
	const hasBox = /^\s*[╰└]─/u.test(lines.at(-1) ?? '');
	return READY_TITLE.test(screen.title) && !hasBox ? idle('gemini: title', screen.title.trim()) : undefined;
};

/** `projects.json` gives each directory a short name; older versions used the hash itself. */
const foldersOf = (root: string, directory: string, hash: string): readonly string[] => {
	const tmp = join(root, 'tmp');
	const marked = namesIn(tmp).filter(
		name => name === hash || sameDirectory(headOf(join(tmp, name, '.project_root')).trim() || undefined, directory),
	);
	const short = shortNameOf(root, directory);
	return [...new Set(short === undefined ? marked : [short, ...marked])].map(name => join(tmp, name, 'chats'));
};

const shortNameOf = (root: string, directory: string): string | undefined => {
	try {
		const {projects} = JSON.parse(headOf(join(root, 'projects.json'), 1024 * 1024)) as {
			projects?: Record<string, unknown>;
		};
		const name = projects?.[directory];
		return typeof name === 'string' && !name.includes('/') ? name : undefined;
	} catch {
		// Missing or half written: the folders are found by their marks.
		return undefined;
	}
};

/** A file is there from the start, but as long as nobody said anything Gemini refuses to resume it. */
const hasPrompt = (head: string): boolean =>
	/"type":\s*"gemini"/u.test(head) ||
	// The context that it sets by itself looks like a message of the user, too.
	head.split('\n').some(line => !line.startsWith('{"$set"') && /"type":\s*"user"/u.test(line));

/** Id, project and kind are the first fields; the same names may occur in the conversation. */
const HEADER = 1000;

const conversations = (directory: string, {home, env}: AgentHome): readonly Conversation[] => {
	const root = join(env.GEMINI_CLI_HOME || home, '.gemini');
	const hash = process.getBuiltinModule('node:crypto').createHash('sha256').update(directory).digest('hex');
	return newestFirst(
		foldersOf(root, directory, hash)
			.flatMap(folder => namesIn(folder).map(name => join(folder, name)))
			.filter(file => /\.jsonl?$/u.test(file))
			.map(file => {
				const head = headOf(file);
				const header = head.slice(0, HEADER);
				const token = fieldIn(header, 'sessionId');
				const isOurs = (fieldIn(header, 'projectHash') ?? hash) === hash && fieldIn(header, 'kind') !== 'subagent';
				return token !== undefined && isOurs && hasPrompt(head) ? conversationIn(file, token) : undefined;
			}),
	);
};

export const gemini: Agent = {
	name: 'gemini',
	command: 'gemini',
	args: [],
	continueArgs: ['--resume', 'latest'],
	sessionIdArgs: ['--session-id', '{token}'],
	resumeArgs: ['--resume', '{token}'],
	// In one argument: its parser takes a separate one that begins with a dash for flags.
	promptArgs: ['--prompt-interactive={prompt}'],
	interruptKeys: ['Escape'],
	env: {},
	supportsResume: true,
	patterns: {active: [], asking: [], idle: []},
	read,
	conversations,
};

import {join} from 'node:path';
import type {Agent, AgentHome, Conversation, Reading, Screen} from './agent.ts';
import {
	conversationIn,
	directoryIn,
	folderNameOf,
	newestFirst,
	sameDirectory,
	transcriptsIn,
} from './conversation-files.ts';
import {ruledComposer, screenLines, unframed} from './layout.ts';
import {menuOn} from './menu.ts';
import {active, asking, askingBy, idle} from './reading.ts';

/** `>`, `*` in YOLO mode, `!` in shell mode, `(r:)` while the history is searched. */
const PROMPT = /^(?:[>*!](?:\s|$)|\(r:\))/u;

/** Since 0.24, and may be switched off. */
const BUSY_TITLE = /^[◐◓◑◒]/u;
const ASKING_TITLE = /^✳/u;

/** `  ..  Tasting the snozberries... (2s · ↓ 13 tokens · esc to cancel)`; the end may stand on the next line. */
const STATUS = /^ {1,4}[.⠀-⣿ ]{1,3}\s*(?!\d+ )\S.*\((?:\d+[hms] ?)+ · (?:.* · )?esc(?: to|$)/u;
/** Queued prompts run on their own: it is not done. */
const BUSY_FOOTER = /^Enter to steer\b|⏳ \d+ queu/u;

/** The status line, what it wraps into, and the messages queued below it. */
const STATUS_LINES = 8;

/** `Esc to close`, `Tab to configure scope` (cut in a narrow one), `Type to search`: the user opened it. */
const OWN_DIALOG = /\bEsc to close\b|\bTab to co|\bto switch tabs\b|\bType to search\b/u;
const HINT_LINES = 5;
const CONFIRMING = /^\S{0,2} ?Waiting for user confirmation/u;

/** Where the frame begins that reaches to the bottom of the screen, where only a hint or two stands below it; -1 without one. */
const panelOn = (lines: readonly string[]): number => {
	const top = lines.findLastIndex(line => /^\s*[╭┌]─/u.test(line));
	const bottom = lines.findLastIndex(line => /^\s*[╰└]─/u.test(line));
	return bottom < top || bottom >= lines.length - HINT_LINES ? top : -1;
};

const readDialog = (lines: readonly string[]): Reading | undefined => {
	const panel = panelOn(lines);
	const below = lines.slice(Math.max(0, panel));
	const own = panel < 0 ? undefined : below.find(line => OWN_DIALOG.test(line));
	if (own !== undefined) return idle('qwen: dialog that the user opened', unframed(own));
	const menu = menuOn(below, 'digits', true);
	if (menu !== undefined) return askingBy('qwen: options in place of the prompt', menu);
	const confirming = lines.slice(-HINT_LINES).find(line => CONFIRMING.test(line.trim()));
	if (confirming !== undefined) return asking('qwen: waits for confirmation', confirming.trim(), null);
	if (panel < 0) return undefined;
	// A panel such as `/stats`: a frame and nothing to choose.
	const heading = below
		.slice(1)
		.map(unframed)
		.find(line => line !== '');
	return idle('qwen: panel that the user opened', heading ?? null);
};

const read = (screen: Screen): Reading | undefined => {
	const lines = screenLines(screen);
	const composer = ruledComposer(lines, PROMPT);
	if (ASKING_TITLE.test(screen.title)) return askingBy('qwen: title', menuOn(lines, 'digits'), screen.title);
	if (composer === undefined) {
		if (BUSY_TITLE.test(screen.title)) return active('qwen: title', screen.title);
		return readDialog(lines);
	}
	const status = lines
		.slice(Math.max(0, composer.top - STATUS_LINES), composer.top)
		.findLast(line => STATUS.test(line));
	if (status !== undefined) return active('qwen: status line above the prompt', unframed(status));
	const footer = lines.slice(composer.bottom + 1).find(line => BUSY_FOOTER.test(line.trim()));
	if (footer !== undefined) return active('qwen: footer offers to steer or has a queue', footer.trim());
	if (BUSY_TITLE.test(screen.title)) return active('qwen: title', screen.title);
	return idle('qwen: prompt without a status line', lines[composer.top + 1] ?? null);
};

const conversations = (directory: string, {home, env}: AgentHome): readonly Conversation[] => {
	const root = env.QWEN_RUNTIME_DIR || env.QWEN_HOME || join(home, '.qwen');
	return newestFirst(
		transcriptsIn(join(root, 'projects', folderNameOf(directory), 'chats'))
			.filter(({file}) => sameDirectory(directoryIn(file), directory))
			.map(({token, file}) => conversationIn(file, token)),
	);
};

export const qwen: Agent = {
	name: 'qwen',
	command: 'qwen',
	args: [],
	continueArgs: ['--continue'],
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

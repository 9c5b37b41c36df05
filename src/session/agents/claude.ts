import {join} from 'node:path';
import type {Agent, AgentHome, Conversation, Reading, Screen} from './agent.ts';
import {seemsOpen} from './claude-turn.ts';
import {
	conversationIn,
	directoryIn,
	folderNameOf,
	namesIn,
	newestFirst,
	sameDirectory,
	transcriptsIn,
} from './conversation-files.ts';
import {boxedComposer, flushLineAbove, linesBelow, ruledComposer, screenLines, unframed} from './layout.ts';
import {menuOn} from './menu.ts';
import {active, asking, askingBy, idle, unknown} from './reading.ts';

/** `❯` since 2.1, `>` before; `!`, `#` and `&` are its other modes. */
const PROMPT = /^[❯>!#&](?:\s|$)/u;

/** `✻ Mulling… (3s · ↓ 12 tokens)`. After the turn the same glyph says `✻ Cooked for 6s`: no ellipsis. A static glyph, as motion-shy users have it, also needs the time. In a narrow terminal only the end of it stands at the left edge of the line above. */
const SPINNER =
	/^[·✢✳✶✻✽∗*] \S.*(?:…|\b\d+\/\d+\b|background agents? to finish)|^[●⏺] \S.*… \((?:\d+[hms] ?)+ · |^(?:.* · )?esc to interrupt\)$/u;

/** The footer with its mode glyph; a status line of the user's own may contain the words, but does not begin like this. */
const BUSY_FOOTER = /^\s*(?:-- \w+ -- )?(?:[⏸⏵].* · )?esc to interrupt/u;

/** `◐`, `◑` in 2.1.326, Braille in 2.1.100; `✳` at rest, and always under tmux unless TMUX is unset. */
const BUSY_TITLE = /^[◐◑⠀-⣿]/u;
const REST_TITLE = /^✳/u;

/** The line above a panel that covers the prompt: the user's own (`/model`, `/config`, rewind), or a plan to approve, which has a question. */
const PANEL = /^[▔─╭]─*[▔─]{8}/u;

/** Headings of the user's own panels; without the alternate screen a plain rule stands above them, as above a question. */
const OWN_PANEL = /^(?:Rewind|Select [Mm]odel|Settings\s.*)$/u;

/** How many lines the footer of a dialog has at most in a narrow terminal, and what stands right above it. */
const FOOTER_LINES = 3;
const OWN_HINT_LINES = 8;

/** `❯ /help` right above a panel, and no answer to it yet: the command that opened it. */
const COMMAND = /^[❯>] \/\w/u;

/** `←/→ to adjust`, `set as default`: values are set there, nothing is asked; `❯ (current)` is where one would go back to, `⌕ Filter history…` searches. */
const OWN_HINT = /(?:←\/→|↔) to adjust\b|\bset as default\b|^[❯>] \(current\)|^⌕ |\bEnter to view details$/u;

const DIALOG_FOOTER = /\b(?:Enter to (?:confirm|select|submit|continue)|Esc to cancel)\b/u;

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/iu;

/** Newer versions cut folder names at 200 characters and append a hash; with some margin. */
const LONGEST_FOLDER_NAME = 180;

const readDialog = (lines: readonly string[]): Reading | undefined => {
	const footer = linesBelow(lines, -1).slice(-FOOTER_LINES).map(unframed);
	const transcript = footer.find(line => line.startsWith('Showing detailed transcript'));
	if (transcript !== undefined) return idle('claude: transcript that the user opened', transcript);
	const panel = lines.findLastIndex(line => PANEL.test(line));
	const heading =
		lines
			.slice(panel + 1)
			.map(unframed)
			.find(line => line !== '') ?? '';
	const isOwn = lines[panel]?.startsWith('▔') && !lines.slice(panel).some(line => line.endsWith('?'));
	const above = lines.slice(0, Math.max(0, panel)).findLast(line => line !== '') ?? '';
	const isCommanded = COMMAND.test(above) && !lines.slice(panel).some(line => line.endsWith('?'));
	if (isOwn || isCommanded || OWN_PANEL.test(heading)) return idle('claude: panel that the user opened', heading);
	const own = lines
		.slice(-OWN_HINT_LINES)
		.map(unframed)
		.find(line => OWN_HINT.test(line));
	if (own !== undefined) return idle('claude: panel that the user opened', own);
	const hint = footer.find(line => DIALOG_FOOTER.test(line));
	const menu = menuOn(lines, 'digits', hint !== undefined);
	if (menu !== undefined && OWN_HINT.test(menu.line)) return idle('claude: panel that the user opened', menu.line);
	if (menu !== undefined) return askingBy('claude: options in place of the prompt', menu);
	return hint === undefined ? undefined : asking('claude: dialog in place of the prompt', hint, null);
};

const INTERRUPTED = /^ *⎿\s+Interrupted\b/u;

/** The line at the left edge above the prompt box; messages that the user queued may stand between the two. */
const statusAbove = (lines: readonly string[], top: number): string => {
	let at = flushLineAbove(lines, top);
	while (at >= 0 && PROMPT.test(lines[at] ?? '')) at = flushLineAbove(lines, at);
	// `⎿  Interrupted` below a spinner: it has stopped in the middle of a turn.
	return lines.slice(Math.max(0, at), top).some(line => INTERRUPTED.test(line)) ? '' : (lines[at] ?? '');
};

const read = (screen: Screen): Reading | undefined => {
	const lines = screenLines(screen);
	const composer = ruledComposer(lines, PROMPT) ?? boxedComposer(lines, PROMPT);
	if (composer === undefined) {
		const dialog = readDialog(lines);
		if (dialog !== undefined) return dialog;
		return BUSY_TITLE.test(screen.title) ? active('claude: spinner in the title', screen.title) : undefined;
	}
	const status = statusAbove(lines, composer.top);
	if (SPINNER.test(status)) return active('claude: spinner above the prompt', status);
	const footer = linesBelow(lines, composer.bottom).find(line => BUSY_FOOTER.test(line));
	if (footer !== undefined) return active('claude: footer offers to interrupt', footer.trim());
	if (BUSY_TITLE.test(screen.title)) return active('claude: spinner in the title', screen.title);
	if (!REST_TITLE.test(screen.title) && seemsOpen(lines, composer.top))
		return unknown('claude: an answer without its end, and no title');
	return idle('claude: prompt without a spinner', lines[composer.top + 1] ?? null);
};

const conversations = (directory: string, {home, env}: AgentHome): readonly Conversation[] => {
	const projects = join(env.CLAUDE_CONFIG_DIR || join(home, '.claude'), 'projects');
	const folder = folderNameOf(directory);
	const folders =
		folder.length > LONGEST_FOLDER_NAME
			? namesIn(projects).filter(name => name.startsWith(folder.slice(0, LONGEST_FOLDER_NAME)))
			: [folder];
	return newestFirst(
		folders
			.flatMap(name => transcriptsIn(join(projects, name)))
			// Subagents have files of their own (`agent-….jsonl`), and `/a-b` shares its folder with `/a/b`.
			.filter(({token, file}) => UUID.test(token) && sameDirectory(directoryIn(file), directory))
			.map(({token, file}) => conversationIn(file, token)),
	);
};

export const claude: Agent = {
	name: 'claude',
	command: 'claude',
	args: [],
	continueArgs: ['-c'],
	sessionIdArgs: ['--session-id', '{token}'],
	resumeArgs: ['--resume', '{token}'],
	// `--`: a prompt may begin with a dash, and some flags before it take any number of values.
	promptArgs: ['--', '{prompt}'],
	interruptKeys: ['Escape'],
	env: {},
	supportsResume: true,
	patterns: {active: [], asking: [], idle: []},
	read,
	conversations,
};

import {join} from 'node:path';
import type {Agent, AgentHome, Conversation, Reading, Screen} from './agent.ts';
import {endsTurn, readOpenTurn} from './codex-turn.ts';
import {
	conversationIn,
	fieldIn,
	headOf,
	MOST_FILES,
	namesIn,
	newestFirst,
	sameDirectory,
} from './conversation-files.ts';
import {flushLineAbove, screenLines, textBelow, unframed} from './layout.ts';
import {menuOn} from './menu.ts';
import {active, askingBy, idle} from './reading.ts';
import {namesDialogKeys} from './status-line.ts';

const BUSY_TITLE = /^[⠀-⣿]/u;
const ASKING_TITLE = /^\[ [!.] \] Action Required/u;

/** `• Working (2s • esc to interrupt)`, `◦ Reconnecting... 1/5 (3s • esc to interrupt)`. */
const STATUS = /^[•◦] \S.*\((?:\d+[hms] ?)+ • esc/u;

/** `• Queued follow-up inputs` stands between the status line and the composer. */
const QUEUED = /^• (?:Queued|Messages to be submitted)/u;

/** At the beginning of the line, where the model line below a composer has the model's name. */
const DIALOG_FOOTER = /^(?:press enter to|enter (?:to )?\w+|enter\/esc|tab (?:to|or) .*\| enter) ?/iu;

/** A settings picker marks the present choice; what Codex asks has none. */
const PRESENT_CHOICE = /\(current\)/u;

/** `? help  esc back  ↑/↓ move  enter open  n new`: the list of agents, which only the user opens. */
const OWN_VIEW = /^\? help\b/u;

/** What Codex asks is confirmed or cancelled; what the user opened is closed, saved or gone back from. */
const OWN_FOOTER = /\besc to (?:go|close|dismiss)\b|\besc close\b|\benter to save\b|\^a archive .*\besc exit\b/u;

/** `↑/↓ to scroll … q to quit`, or `q close`: a diff or the transcript over the whole screen. */
const PAGER = /^q (?:to quit|close)\b/u;

/** The lists that open below the composer for `/…` and `@…` take the place of its footer. */
const TALLEST_LIST = 14;

/** The footer and what it wraps into. */
const FOOTER_LINES = 3;

/** `Enable full access?` above the options: what a picker of the user's own is headed with is no question. */
const asksHere = (lines: readonly string[]): boolean => {
	const chosen = menuOn(lines, 'digits')?.chosen ?? 0;
	const above = lines.slice(lines.slice(0, chosen).findLastIndex(line => /^\S/u.test(line)) + 1, chosen);
	return above.some(line => line.endsWith('?')) && !lines.slice(chosen - 5).some(line => PRESENT_CHOICE.test(line));
};

const readDialog = (lines: readonly string[]): Reading | undefined => {
	const last = unframed(lines.at(-1) ?? '');
	if (OWN_VIEW.test(last)) return idle('codex: view that the user opened', last);
	const footer = lines.slice(-FOOTER_LINES).map(unframed);
	const own = footer.find(line => OWN_FOOTER.test(line));
	if (own !== undefined && !asksHere(lines)) return idle('codex: picker that the user opened', own);
	const isDialog = footer.some(line => DIALOG_FOOTER.test(line));
	const menu = isDialog || footer.some(namesDialogKeys) ? menuOn(lines, 'digits', isDialog) : undefined;
	if (menu === undefined || (!isDialog && menu.options.length < 2)) return undefined;
	if (lines.slice(menu.chosen - 5).some(line => PRESENT_CHOICE.test(line)))
		return idle('codex: picker that the user opened', menu.line);
	return askingBy('codex: dialog in place of the composer', menu);
};

/** `› /mo` or `› see @`: a list of commands or files stands below it, up to the end of the screen. */
const listedFor = (lines: readonly string[], at: number): boolean =>
	/^› (?:\/\S*|(?:.*\s)?@\S*)$/u.test(lines[at] ?? '') &&
	lines[at + 1] === '' &&
	lines.length - at <= TALLEST_LIST &&
	lines.slice(at + 2).every(line => line === '' || /^(?:[ >] |›)/u.test(line));

/** Below the composer there are only indented lines, as in the list of shortcuts that `?` opens; nothing is to be chosen there. */
const hasHelp = (lines: readonly string[], at: number): boolean => {
	const below = lines.slice(at + 1).filter(line => line !== '');
	return (
		!/^› \d+\. /u.test(lines[at] ?? '') &&
		lines.length - at <= TALLEST_LIST &&
		below.length > 0 &&
		below.every(line => /^ {2,}\S/u.test(line) && !namesDialogKeys(line))
	);
};

/** The composer: `› text` at the left edge (`!` in shell mode), below it the indented model line or a list for what is typed. */
const composerOn = (lines: readonly string[]): number => {
	const at = lines.findLastIndex(line => /^[›!](?:\s|$)/u.test(line));
	return listedFor(lines, at) || /\S · \S|\bcontext left\b/u.test(textBelow(lines, at)) || hasHelp(lines, at) ? at : -1;
};

const hasList = (lines: readonly string[]): boolean =>
	listedFor(
		lines,
		lines.findLastIndex(line => line.startsWith('› ')),
	);

/** The footer that a typed text has only while a turn runs. */
const QUEUES = /^tab to queue\b/u;

const readComposer = (lines: readonly string[], composer: number, title: string): Reading => {
	const queues = lines.slice(composer + 1).find(line => QUEUES.test(line.trim()));
	if (queues !== undefined) return active('codex: footer offers to queue', queues.trim());
	let at = flushLineAbove(lines, composer);
	while (at >= 0 && QUEUED.test(lines[at] ?? '')) at = flushLineAbove(lines, at);
	const status = lines[at] ?? '';
	const hasEnded = endsTurn(lines.slice(Math.max(0, at), composer));
	if (STATUS.test(status) && !hasEnded) return active('codex: status line above the composer', status);
	const open = title === '' && !hasEnded ? readOpenTurn(lines, at, composer) : undefined;
	if (open !== undefined) return open;
	return idle('codex: composer without a status line', lines[composer] ?? null);
};

const read = (screen: Screen): Reading | undefined => {
	const lines = screenLines(screen);
	if (ASKING_TITLE.test(screen.title)) return askingBy('codex: title', menuOn(lines, 'digits'), screen.title);
	// Before the title: while it asks whether to stop a running task, the title spins on.
	const dialog = hasList(lines) ? undefined : readDialog(lines);
	if (dialog !== undefined) return dialog;
	if (BUSY_TITLE.test(screen.title)) return active('codex: spinner in the title', screen.title);
	const pager = lines
		.slice(-FOOTER_LINES)
		.map(unframed)
		.find(line => PAGER.test(line));
	if (pager !== undefined) return idle('codex: pager that the user opened', pager);
	const composer = composerOn(lines);
	return composer < 0 ? undefined : readComposer(lines, composer, screen.title);
};

/** `rollout-2026-11-18T07-02-53-<uuid>.jsonl`. */
const ROLLOUT = /^rollout-.*-([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.jsonl$/iu;

/** The first line is long, but names the directory and the source among its first fields. */
const META_BYTES = 4096;

/** Numbered folders, the newest first. */
const newestFolders = (folder: string): readonly string[] =>
	namesIn(folder)
		.filter(name => /^\d+$/u.test(name))
		.toSorted((a, b) => Number(b) - Number(a))
		.map(name => join(folder, name));

/** Threads of subagents, of `codex exec` and of other programs have rollouts too; `resume --last` passes over them. */
const isOwnThread = (meta: string): boolean =>
	!/"source":\s*\{/u.test(meta) &&
	['cli', 'vscode', undefined].includes(fieldIn(meta, 'source')) &&
	['user', undefined].includes(fieldIn(meta, 'thread_source'));

const conversations = (directory: string, {home, env}: AgentHome): readonly Conversation[] => {
	const found: (Conversation | undefined)[] = [];
	let looked = 0;
	const days = newestFolders(join(env.CODEX_HOME || join(home, '.codex'), 'sessions'))
		.flatMap(newestFolders)
		.flatMap(newestFolders);
	for (const day of days) {
		for (const name of namesIn(day)) {
			const token = ROLLOUT.exec(name)?.[1];
			if (token === undefined) continue;
			const meta = headOf(join(day, name), META_BYTES);
			if (sameDirectory(fieldIn(meta, 'cwd'), directory) && isOwnThread(meta))
				found.push(conversationIn(join(day, name), token));
			looked++;
		}
		if (looked > MOST_FILES) break;
	}
	return newestFirst(found);
};

export const codex: Agent = {
	name: 'codex',
	command: 'codex',
	// Without it the work moves to a daemon that outlives the tmux session. It belongs to `codex` itself, so it stands before `resume`.
	args: ['--no-daemon'],
	continueArgs: ['resume', '--last'],
	sessionIdArgs: [],
	resumeArgs: ['resume', '{token}'],
	// `--`: a prompt may begin with a dash, or be the name of a subcommand.
	promptArgs: ['--', '{prompt}'],
	interruptKeys: ['Escape'],
	env: {},
	supportsResume: true,
	patterns: {active: [], asking: [], idle: []},
	read,
	conversations,
};

import {join} from 'node:path';
import type {Agent, AgentHome, Conversation, Reading, Screen} from './agent.ts';
import {conversationIn, directoryIn, MOST_FILES, namesIn, newestFirst, sameDirectory} from './conversation-files.ts';
import {linesBelow, ruledComposer, screenLines, unframed} from './layout.ts';
import {menuOn} from './menu.ts';
import {active, askingBy, idle} from './reading.ts';

/** `!` in shell mode, `(reverse-i-search)` while the history is searched. */
const PROMPT = /^(?:[❯!](?:\s|$)|\(reverse-i-search\))/u;

/** `◎ Working · 113 B esc esc interrupt`; before the first token `esc esc edit prompt`, after one Esc `esc again to interrupt`. */
const BUSY_FOOTER = /^\s*[◉◎○●◌◍] \S|\besc (?:esc|again to) (?:interrupt|edit prompt)\b/u;

const DIALOG_FOOTER = /(?:↑\/↓|\benter) .*\benter (?:to )?(?:select|accept|submit|confirm)|\besc (?:to )?cancel\b/u;

/** `● Compacting conversation history (1s)`: messages are indented by one, this is not. */
const BUSY_STATUS = /^[◉◎○●◌◍] \S.*\((?:\d+[hms] ?)+\)$/u;

/** `❯  Search models…`, `/ search · …`, `❯ 2. GitHub ✓`: only what the user opened is searched or shows what is set. */
const OWN_PICKER = /^❯ {1,2}Search \w+…|^\/ search · |^❯ .*\S ✓$/u;

/** `◎ Working esc cancel`, while the prompt is not drawn yet. */
const BUSY_GLYPH = /^[◉◎○◌◍] \S/u;

/** What the user opened is closed; it may wrap. */
const OWN_FOOTER = /\b(?:press )?esc (?:to )?(?:back|close|exit)\b/iu;
const CHOICE = /\benter\b|↑|↓|\bnumber keys\b|^[❯›] /iu;

/** `Thinking (Esc to cancel)`, or no more than that: work is cancelled so, too. */
const BARE_HINT = /^(?:[^·]*\()?esc to cancel\b[^·]*\)?$/iu;

/** A rule or the lower edge of a box may stand below the hints, and the hints may wrap. */
const FOOTER_LINES = 4;

const readDialog = (lines: readonly string[]): Reading | undefined => {
	const footer = lines.slice(-FOOTER_LINES).map(unframed);
	const joined = footer.join(' ').trim();
	const busy = CHOICE.test(joined) ? undefined : footer.find(line => BUSY_GLYPH.test(line));
	if (busy !== undefined) return active('copilot: footer without a prompt', busy);
	const own = OWN_FOOTER.exec(joined)?.[0];
	if (own !== undefined) return idle('copilot: panel that the user opened', own);
	// It may wrap within a key.
	const hint = footer.find(line => DIALOG_FOOTER.test(line)) ?? DIALOG_FOOTER.exec(joined)?.input;
	if (hint === undefined || BARE_HINT.test(hint)) return undefined;
	// Among its keys is none to choose or to confirm with, so nothing is asked.
	if (hint.includes(' · ') && !hint.includes('(') && !CHOICE.test(joined))
		return idle('copilot: panel that the user opened', hint);
	const search = lines.map(unframed).findLast(line => OWN_PICKER.test(line));
	if (search !== undefined) return idle('copilot: picker that the user opened', search);
	const menu = menuOn(lines, 'arrows', true);
	return askingBy('copilot: dialog in place of the prompt', menu, menu?.line ?? hint);
};

const read = (screen: Screen): Reading | undefined => {
	const lines = screenLines(screen);
	const composer = ruledComposer(lines, PROMPT);
	if (composer === undefined) return readDialog(lines);
	const status = lines
		.slice(Math.max(0, composer.top - FOOTER_LINES), composer.top)
		.find(line => BUSY_STATUS.test(line));
	if (status !== undefined) return active('copilot: status line above the prompt', status);
	const footer = linesBelow(lines, composer.bottom).find(line => BUSY_FOOTER.test(line));
	if (footer !== undefined) return active('copilot: footer below the prompt', unframed(footer));
	return idle('copilot: prompt without work in the footer', lines[composer.top + 1] ?? null);
};

/** Every conversation has a folder, whatever its directory: the first event names it. */
const conversations = (directory: string, {home, env}: AgentHome): readonly Conversation[] => {
	const sessions = join(env.COPILOT_HOME || join(home, '.copilot'), 'session-state');
	const all = namesIn(sessions).map(token => conversationIn(join(sessions, token, 'events.jsonl'), token));
	return newestFirst(all)
		.slice(0, MOST_FILES)
		.filter(({file}) => sameDirectory(directoryIn(file), directory));
};

export const copilot: Agent = {
	name: 'copilot',
	command: 'copilot',
	args: [],
	continueArgs: ['--continue'],
	sessionIdArgs: ['--session-id={token}'],
	resumeArgs: ['--resume={token}'],
	promptArgs: ['-i', '{prompt}'],
	// Esc has to come twice within 0.2 s; one Ctrl-C stops the turn for certain, and only a second one at the empty prompt quits.
	interruptKeys: ['C-c'],
	env: {},
	supportsResume: true,
	patterns: {active: [], asking: [], idle: []},
	read,
	conversations,
};

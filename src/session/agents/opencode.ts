import type {Agent, AgentHome, Conversation, Option, Reading, Screen} from './agent.ts';
import {type Run, runsOf, styleAt} from './colours.ts';
import {linesBelow, screenLines, textBelow, unframed} from './layout.ts';
import {opencodeDatabase, sqlText} from './opencode-database.ts';
import {exportedFrom} from './opencode-export.ts';
import {byArrows} from './options.ts';
import {active, asking, idle} from './reading.ts';

/** The lower edge of the composer; what stands below it is the footer. */
const COMPOSER_EDGE = /^\s*╹▀{8}/u;

/** The footer, a tip and the path; with more below it, the edge is one that the conversation quotes. */
const MOST_BELOW = 6;

/** `⬝⬝■■ esc interrupt`, put together again: narrow terminals break it into `esc` / `interrup` / `t`. */
const BUSY_FOOTER = /[⬝■]{3}|\besc (?:again to )?interru/u;

/** The one line of `opencode --mini`: ` BUILD  ⬝⬝■■ esc interrupt    ctrl+p cmd`. */
const MINI_FOOTER = /^ \p{Lu}{2,}.*\bctrl\+p \S+$/u;

const HEADING = /^△ \S/u;
const DIALOG_FOOTER =
	/⇆ \S|↑↓ \S|↑↓ +enter +esc$|\benter \S+ +esc \S|\benter (?:submit|confirm|toggle)\b|\besc (?:dismiss|reject|cancel)\b|^Allow once {2,}/u;

/** Once, always, never, and one to spare. */
const MOST_BUTTONS = 4;

/** The hints of a dialog are in its last lines, above a blank one. */
const FOOTER_LINES = 4;

const firstText = (lines: readonly string[]): string | null => lines.map(unframed).find(line => line !== '') ?? null;

/** What a block `┃ …` at the bottom asks: its heading and what it is about, or its first line. */
const questionOf = (lines: readonly string[]): string | null => {
	const heading = lines.findLastIndex(line => HEADING.test(unframed(line)));
	if (heading >= 0) {
		const about = firstText(lines.slice(heading + 1));
		const title = unframed(lines[heading] ?? '').slice(2);
		return about === null ? title : `${title}: ${about}`;
	}
	const outside = lines.findLastIndex(line => line !== '' && !/^\s*┃/u.test(line));
	return firstText(lines.slice(outside + 1));
};

/** `Allow once   Allow always   Reject  ctrl+f fullscreen …`: only the colour behind it tells which one Enter takes. */
const buttonsIn = (line: string, runs: readonly Run[]): readonly Option[] => {
	const buttons = line
		.replace(/^[\s┃]+/u, '')
		.split(/ {2,}/u)
		.slice(0, MOST_BUTTONS)
		.filter(text => /^\p{Lu}\p{Ll}+(?: \p{Ll}+)?$/u.test(text));
	const behind = buttons.map(text => styleAt(runs, line.indexOf(text))?.background ?? null);
	return byArrows(
		buttons.map((label, at) => ({
			number: at + 1,
			label,
			chosen: behind.filter(colour => colour === behind[at]).length === 1 && buttons.length > 2,
		})),
		'Left',
		'Right',
	);
};

/** `1. Red`, each with a line that explains it: the number takes it. */
const numberedIn = (lines: readonly string[]): readonly Option[] =>
	lines.flatMap(line => {
		const [, number, label = ''] = /^\s*┃\s{2,3}(\d)\. (\S.*)$/u.exec(line) ?? [];
		return number === undefined ? [] : [{number: Number(number), label: label.trim(), chosen: false, keys: [number]}];
	});

/** A low terminal has no room for the hints of a dialog: a heading or numbered answers, and nothing below their block. */
const readHeading = (lines: readonly string[]): Reading | undefined => {
	const block = lines.slice(lines.findLastIndex(line => line !== '' && !/^\s*┃/u.test(line)) + 1);
	const heading = [...lines.slice(-FOOTER_LINES), ...block].find(line => HEADING.test(unframed(line)));
	const options = numberedIn(block);
	const first = heading ?? (options.length > 1 ? block.find(line => unframed(line) !== '') : undefined);
	return first === undefined
		? undefined
		: asking('opencode: dialog that is cut off', unframed(first), questionOf(lines), options);
};

const readDialog = ({lines: all, styled}: Screen): Reading | undefined => {
	const lines = screenLines({lines: all, title: ''});
	const near = Math.max(0, lines.length - FOOTER_LINES);
	const at = near + lines.slice(near).findIndex(line => DIALOG_FOOTER.test(unframed(line)));
	if (at < near) return readHeading(lines);
	const buttons = buttonsIn(lines[at] ?? '', runsOf(styled ?? [])[at] ?? []);
	const options = buttons.length > 1 ? buttons : numberedIn(lines);
	const hint = unframed(lines[at] ?? '');
	return asking('opencode: dialog in place of the composer', hint, questionOf(lines), options);
};

/** Where the composer is out of sight. */
const readFooter = (last: string): Reading | undefined => {
	if (!/\bctrl\+p commands\b/u.test(last)) return undefined;
	return BUSY_FOOTER.test(last)
		? active('opencode: footer offers to interrupt', last.trim())
		: idle('opencode: footer without an interrupt', last.trim());
};

const read = (screen: Screen): Reading | undefined => {
	const lines = screenLines(screen);
	const last = lines.at(-1) ?? '';
	const edge = lines.findLastIndex(line => COMPOSER_EDGE.test(line));
	const isMini = MINI_FOOTER.test(last);
	const hasComposer = edge >= 0 && linesBelow(lines, edge).length <= MOST_BELOW;
	if (!isMini && !hasComposer) return readDialog(screen) ?? readFooter(last);
	const footer = isMini ? last.trim() : textBelow(lines, edge);
	if (BUSY_FOOTER.test(footer)) return active('opencode: footer offers to interrupt', footer);
	return idle('opencode: composer without an interrupt', footer);
};

/** In a database; where nothing on this machine can read it, nobody knows. Those of subagents have a parent. */
const conversations = (directory: string, where: AgentHome): readonly Conversation[] | undefined =>
	opencodeDatabase(where)(
		`select id, time_created, time_updated from session where directory = ${sqlText(directory)} and parent_id is null and time_archived is null order by time_updated desc limit 200`,
	)?.map(row => ({
		token: String(row.id),
		file: '',
		modifiedAt: Number(row.time_updated),
		createdAt: Number(row.time_created),
	}));

export const opencode: Agent = {
	name: 'opencode',
	command: 'opencode',
	args: [],
	continueArgs: ['--continue'],
	sessionIdArgs: [],
	resumeArgs: ['-s', '{token}'],
	// In one argument: its parser takes a separate one that begins with a dash for flags.
	promptArgs: ['--prompt={prompt}'],
	interruptKeys: ['Escape', 'Escape'],
	env: {},
	supportsResume: true,
	patterns: {active: [], asking: [], idle: []},
	read,
	conversations,
	exported: (token, where) => exportedFrom(opencodeDatabase(where), token),
};

import type {Agent, Reading, Screen} from './agent.ts';
import {screenLines, unframed} from './layout.ts';
import {optionsInLine} from './options.ts';
import {active, asking, idle} from './reading.ts';

/** Braille in the title while it works. */
const BUSY_TITLE = /^[⠀-⣿]/u;

/** The lower edge of the composer carries the state: `╰── running tools ──╯`. */
const EDGE = /^\s*╰/u;
const BUSY_EDGE = /\b(?:thinking|running tools|streaming|working|waiting for response)\b|\besc to cancel\b/iu;

/** Versions have it above or below the composer as well. */
const STATUS = /^[≈∼⠁-⣿] ?\S|\besc to (?:cancel|interrupt)\b/iu;
const STATUS_LINES = 2;

const statusBeside = (lines: readonly string[], edge: number): string | undefined => {
	const top = lines.slice(0, edge).findLastIndex(line => /^\s*╭/u.test(line));
	return [...lines.slice(Math.max(0, top - STATUS_LINES), Math.max(0, top)), ...lines.slice(edge + 1)]
		.map(unframed)
		.find(line => STATUS.test(line));
};
const ASKING_EDGE = /\bwaiting for approval\b/iu;

/** `Would you like to log in to Amp? [(y)es, (n)o]:`, `paste your code here:`. */
const QUESTION = /\[\(y\)es, \(n\)o\]:$|\bpaste your code here:$/iu;

/** Not measured beyond its login: the rest is from public rule sets. */
const read = (screen: Screen): Reading | undefined => {
	const lines = screenLines(screen);
	const last = lines.at(-1)?.trim() ?? '';
	if (QUESTION.test(last)) return asking('amp: question in the last line', last, last, optionsInLine(last));
	const at = lines.findLastIndex(line => EDGE.test(line));
	const edge = at >= lines.length - 3 ? (lines[at] ?? '') : '';
	if (ASKING_EDGE.test(edge)) return asking('amp: waits for approval', unframed(edge), null);
	if (BUSY_EDGE.test(edge)) return active('amp: state below the composer', unframed(edge));
	if (BUSY_TITLE.test(screen.title)) return active('amp: spinner in the title', screen.title);
	const status = edge === '' ? undefined : statusBeside(lines, at);
	if (status !== undefined) return active('amp: status beside the composer', status);
	return edge === '' ? undefined : idle('amp: composer at rest', unframed(edge));
};

export const amp: Agent = {
	name: 'amp',
	command: 'amp',
	args: [],
	continueArgs: ['threads', 'continue'],
	sessionIdArgs: [],
	resumeArgs: ['threads', 'continue', '{token}'],
	promptArgs: [],
	interruptKeys: ['Escape'],
	env: {},
	supportsResume: true,
	patterns: {active: [], asking: [], idle: []},
	read,
};

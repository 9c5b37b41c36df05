import {LIST_PANES, type Pane, parsePanes} from './format.ts';
import {captureAll, scrollbackOf} from './pane.ts';
import type {Command, TmuxServer} from './server.ts';
import {isNothingThere} from './session.ts';
import {TmuxError} from './tmux-error.ts';

export type Survey = {readonly panes: readonly Pane[]; readonly screens: ReadonlyMap<string, readonly string[]>};

/** The same of one session, with everything that its first window has shown, where that was asked for. */
export type SurveyOfOne = Survey & {readonly scrollback: string | undefined};

const NOTHING = {panes: [], screens: new Map(), scrollback: undefined};

/** Begins each screen in the output and names its pane. Another in each process, so that no screen holds it. */
const MARK = `␞${Math.random().toString(36).slice(2, 12)}␞`;
/** Begins what a pane has shown before, in which the version of tmux says how to read it. */
const BEFORE = `${MARK}before${MARK}`;

/** The screen of a session's first window. A missing session ends the chain. */
const plainCapture = (session: string): Command[] => [
	['display', '-pt', `=${session}:0`, `${MARK}#{pane_id}`],
	['capturep', '-pt', `=${session}:0`],
];

/**
 * The same, if there is such a session: a missing one does not end the chain, which costs tmux twice the work. For a
 * target that is not there tmux takes some other session, so the condition asks for its name.
 */
const capture = (session: string, withScrollback = false): Command => {
	const target = `'=${session}:0'`;
	const isThere = `#{&&:#{==:#{session_name},${session}},#{==:#{window_index},0}}`;
	const visible = `display -pt ${target} '${MARK}#{pane_id}' ; capturep -pt ${target}`;
	const inside = withScrollback
		? `display -p '${BEFORE}#{version}' ; ${captureAll(target).join(' ')} ; ${visible}`
		: visible;
	return ['if-shell', '-F', '-t', `=${session}:0`, isThere, inside];
};

/** tmux takes 16 KB in one command line; the commands of some sessions, divided so that each part stays below that. */
const MOST_BYTES = 14_000;

const divided = (sessions: readonly string[], commandsOf: (session: string) => readonly Command[]): Command[][] => {
	const parts: Command[][] = [[LIST_PANES]];
	let bytes = LIST_PANES.join(' ').length * 2;
	for (const session of sessions) {
		const commands = commandsOf(session);
		const more = commands.reduce((sum, command) => sum + Buffer.byteLength(command.join(' ')) + 2, 0);
		if (bytes + more > MOST_BYTES) {
			parts.push([]);
			bytes = 0;
		}
		parts.at(-1)?.push(...commands);
		bytes += more;
	}
	return parts;
};

const parse = (out: string): SurveyOfOne => {
	const at = out.indexOf(BEFORE);
	if (at !== -1) {
		// What it has shown comes between the list and its screen, below tmux's version.
		const [end, version] = [out.lastIndexOf(`${MARK}%`), out.slice(at + BEFORE.length, out.indexOf('\n', at))];
		const scrollback = scrollbackOf(out.slice(out.indexOf('\n', at) + 1, end), version);
		return {...parse(out.slice(0, at) + out.slice(end)), scrollback};
	}
	const [list = '', ...parts] = out.split(MARK);
	const screens = parts.map((part): [string, string[]] => {
		const lines = (part.endsWith('\n') ? part.slice(0, -1) : part).split('\n');
		return [lines[0] ?? '', lines.slice(1)];
	});
	return {
		panes: parsePanes(list),
		screens: new Map(screens),
		scrollback: undefined,
	};
};

const orNothing = (cause: unknown): typeof NOTHING => {
	if (isNothingThere(cause)) {
		return NOTHING;
	}
	throw cause;
};

/** All panes, and the screen of one session's first window, in one tmux process. */
export const surveyOne = (server: TmuxServer, session: string, withScrollback = false): Promise<SurveyOfOne> =>
	server.run([LIST_PANES, capture(session, withScrollback)]).then(parse, orNothing);

const runAll = (server: TmuxServer, parts: readonly (readonly Command[])[]): Survey => {
	const found = parts.map(commands => parse(server.runNow(commands)));
	return {panes: found[0]?.panes ?? [], screens: new Map(found.flatMap(({screens}) => [...screens]))};
};

/** All panes, and the screens of some sessions' first windows: one tmux process for up to about a hundred of them. */
export const surveyNow = (server: TmuxServer, sessions: readonly string[]): Survey => {
	try {
		return runAll(server, divided(sessions, plainCapture));
	} catch (cause) {
		if (!(cause instanceof TmuxError && cause.code === 'no-target')) {
			return orNothing(cause);
		}
	}
	try {
		return runAll(
			server,
			divided(sessions, session => [capture(session)]),
		);
	} catch (cause) {
		return orNothing(cause);
	}
};

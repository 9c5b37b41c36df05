import {LIST_PANES, type Pane, parsePanes} from './format.ts';
import type {Command, TmuxServer} from './server.ts';
import {isNothingThere} from './session.ts';

export type Survey = {readonly panes: readonly Pane[]; readonly screens: ReadonlyMap<string, readonly string[]>};

const NOTHING: Survey = {panes: [], screens: new Map()};

/** Begins each screen in the output and names its pane. Another in each process, so that no screen holds it. */
const MARK = `␞squad-screen-${Math.random().toString(36).slice(2)}␞`;

/** What tmux takes in one command line is 16 KB; this many sessions stay well below it. */
const AT_ONCE = 60;

/**
 * The screen of a session's first window, if there is such a session: a missing one must not end the chain. For a target
 * that is not there tmux takes some other session, so the condition asks for its name.
 */
const capture = (session: string): Command => {
	const target = `'=${session}:0'`;
	return [
		'if-shell',
		'-F',
		'-t',
		`=${session}:0`,
		`#{&&:#{==:#{session_name},${session}},#{==:#{window_index},0}}`,
		`display -pt ${target} '${MARK}#{pane_id}' ; capture-pane -pt ${target}`,
	];
};

const parse = (out: string): Survey => {
	const [list = '', ...parts] = out.split(MARK);
	const screens = parts.map((part): [string, string[]] => {
		const lines = (part.endsWith('\n') ? part.slice(0, -1) : part).split('\n');
		return [lines[0] ?? '', lines.slice(1)];
	});
	return {
		panes: parsePanes(list),
		screens: new Map(screens),
	};
};

const orNothing = (cause: unknown): Survey => {
	if (isNothingThere(cause)) {
		return NOTHING;
	}
	throw cause;
};

/** All panes, and the screen of one session's first window, in one tmux process. */
export const surveyOne = (server: TmuxServer, session: string): Promise<Survey> =>
	server.run([LIST_PANES, capture(session)]).then(parse, orNothing);

/** All panes, and the screens of some sessions' first windows: one tmux process for up to 60 of them. */
export const surveyNow = (server: TmuxServer, sessions: readonly string[]): Survey => {
	try {
		const first = parse(server.runNow([LIST_PANES, ...sessions.slice(0, AT_ONCE).map(capture)]));
		const screens = new Map(first.screens);
		for (let at = AT_ONCE; at < sessions.length; at += AT_ONCE) {
			for (const [pane, lines] of parse(server.runNow(sessions.slice(at, at + AT_ONCE).map(capture))).screens) {
				screens.set(pane, lines);
			}
		}
		return {panes: first.panes, screens};
	} catch (cause) {
		return orNothing(cause);
	}
};

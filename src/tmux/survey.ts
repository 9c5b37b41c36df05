import {PANE_FORMAT, type Pane, parsePane} from './format.ts';
import type {Command, TmuxServer} from './server.ts';
import {isNothingThere} from './session.ts';

export type Survey = {readonly panes: readonly Pane[]; readonly screens: ReadonlyMap<string, readonly string[]>};

const NOTHING: Survey = {panes: [], screens: new Map()};

/** Begins each screen in the output and names its pane. Long and odd, so that no screen holds it by chance. */
const MARK = '␞squad-screen␞';

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
		const [pane = '', ...lines] = part.replace(/\n$/, '').split('\n');
		return [pane, lines];
	});
	return {
		panes: list
			.split('\n')
			.filter(line => line !== '')
			.map(parsePane),
		screens: new Map(screens),
	};
};

/** All panes, and the screens of some sessions' first windows: one tmux process for up to 60 of them. */
export const surveyNow = (server: TmuxServer, sessions: readonly string[]): Survey => {
	try {
		const first = parse(
			server.runNow([['list-panes', '-a', '-F', PANE_FORMAT], ...sessions.slice(0, AT_ONCE).map(capture)]),
		);
		const screens = new Map(first.screens);
		for (let at = AT_ONCE; at < sessions.length; at += AT_ONCE) {
			for (const [pane, lines] of parse(server.runNow(sessions.slice(at, at + AT_ONCE).map(capture))).screens) {
				screens.set(pane, lines);
			}
		}
		return {panes: first.panes, screens};
	} catch (cause) {
		if (isNothingThere(cause)) {
			return NOTHING;
		}
		throw cause;
	}
};

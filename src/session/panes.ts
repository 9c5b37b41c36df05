import {readFileSync} from 'node:fs';
import type {Pane} from '../tmux/format.ts';
import type {TmuxServer} from '../tmux/server.ts';
import {listPanes} from '../tmux/session.ts';
import {type Survey, surveyNow} from '../tmux/survey.ts';
import type {Home} from './home.ts';

const exitCodeIn = (path: string): number | null => {
	try {
		const code = Number.parseInt(readFileSync(path, 'utf8'), 10);
		return Number.isNaN(code) ? null : code;
	} catch {
		// The worker was ended together with the shell that would have written it.
		return null;
	}
};

/** tmux may know that a pane is dead and not yet, or never, with which code: then the worker's own note says. */
export const withExitCode = (home: Home, pane: Pane): Pane =>
	pane.dead && pane.exitCode === null && pane.worker !== ''
		? {...pane, exitCode: exitCodeIn(home.exitCode(pane.session, pane.worker))}
		: pane;

export const allPanes = async (home: Home, server: TmuxServer): Promise<Pane[]> =>
	(await listPanes(server)).map(pane => withExitCode(home, pane));

/** The panes and the screens of these sessions' agents, blocking. */
export const survey = (home: Home, server: TmuxServer, ids: readonly string[]): Survey => {
	const {panes, screens} = surveyNow(server, ids);
	return {panes: panes.map(pane => withExitCode(home, pane)), screens};
};

/** The panes of each session. PURE. */
export const bySession = (panes: readonly Pane[]): Map<string, Pane[]> => {
	const groups = new Map<string, Pane[]>();
	for (const pane of panes) {
		const group = groups.get(pane.session);
		if (group === undefined) groups.set(pane.session, [pane]);
		else group.push(pane);
	}
	return groups;
};

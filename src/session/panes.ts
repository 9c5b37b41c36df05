import {readFileSync} from 'node:fs';
import type {Pane} from '../tmux/format.ts';
import type {TmuxServer} from '../tmux/server.ts';
import {listPanes, listPanesNow} from '../tmux/session.ts';
import type {Home} from './home.ts';

const exitCodeIn = (path: string): number | null => {
	try {
		return Number.parseInt(readFileSync(path, 'utf8'), 10);
	} catch {
		// The worker was ended together with the shell that would have written it.
		return null;
	}
};

/** tmux may know that a pane is dead and not yet, or never, with which code: then the worker's own note says. */
const withExitCode = (home: Home, pane: Pane): Pane =>
	pane.dead && pane.exitCode === null && pane.worker !== ''
		? {...pane, exitCode: exitCodeIn(home.exitCode(pane.session, pane.worker))}
		: pane;

export const allPanes = async (home: Home, server: TmuxServer): Promise<Pane[]> =>
	(await listPanes(server)).map(pane => withExitCode(home, pane));

export const allPanesNow = (home: Home, server: TmuxServer): Pane[] =>
	listPanesNow(server).map(pane => withExitCode(home, pane));

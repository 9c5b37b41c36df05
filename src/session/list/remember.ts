import {existsSync} from 'node:fs';
import {join} from 'node:path';
import {gitDirOf} from '../../git/worktree.ts';
import {type Pane, parsePanes} from '../../tmux/format.ts';
import {type Fingerprints, isSettled} from '../fingerprint.ts';
import type {Home} from '../home.ts';
import {SILENT_AFTER_MS} from '../hooks/freshest.ts';
import {withExitCode} from '../panes.ts';
import {keyOf, type SessionRecord} from '../session.ts';
import type {SessionView} from '../view.ts';
import type {Entry} from './remembered.ts';

/** What tells whether a paused session's worktree is there. */
const worktreeFiles = ({pauseState, worktreePath}: SessionRecord): string[] => {
	if (pauseState === null || worktreePath === null) {
		return [];
	}
	const gitDir = gitDirOf(worktreePath);
	return [join(worktreePath, '.git'), ...(gitDir === undefined ? [] : [join(gitDir, 'HEAD')])];
};

/** Where an agent's hooks report, unless the launch laid none. */
const reportFiles = (home: Home, {id, launches}: SessionRecord): string[] => {
	const reports = home.reports(id, launches);
	return existsSync(home.hooks(id)) || existsSync(reports) ? [reports] : [];
};

/** Where a worker's shell says how it ended, if tmux does not. */
const exitFiles = (home: Home, panes: readonly Pane[]): string[] =>
	panes.flatMap(({dead, exitCode, session, worker}) =>
		dead && exitCode === null ? [home.exitCode(session, worker)] : [],
	);

/** The files that a session's view is computed from, beside its record and its journal. */
export const furtherFiles = (home: Home, record: SessionRecord, lines: string): string[] => [
	...reportFiles(home, record),
	...worktreeFiles(record),
	...exitFiles(home, parsePanes(lines)),
];

export type Evidence = {
	readonly home: Home;
	/** When tmux was asked for its panes, before anything else was looked at. */
	readonly listedAt: number;
	/** What it said of the session then. */
	readonly lines: string;
	/** Taken before the files were read. */
	readonly files: Fingerprints;
};

const BETWEEN: readonly SessionView['status'][] = ['starting', 'pausing', 'resuming'];

/** What was written in the second of the list, or later, may be followed by more in the same second: that would not show. */
const isQuiet = (pane: Pane, listedAt: number): boolean => pane.wroteAt < Math.floor(listedAt / 1000);

/** What to remember of a session; undefined where that could become untrue without showing it. */
export const entryOf = (
	record: SessionRecord,
	view: SessionView,
	panes: readonly Pane[],
	{home, listedAt, lines, files}: Evidence,
): Entry | undefined => {
	const reports = home.reports(record.id, record.launches);
	const listed = parsePanes(lines).map(pane => withExitCode(home, pane));
	const isLasting =
		!BETWEEN.includes(view.status) &&
		// It is what the agent wrote, which is saved nowhere unless its secrets are hidden.
		view.question === null &&
		listed.every(pane => isQuiet(pane, listedAt)) &&
		// Nothing may have happened between the list and the look.
		JSON.stringify(listed) === JSON.stringify(panes) &&
		isSettled(files, listedAt) &&
		// How long a report counts depends on the time.
		(files[reports] === undefined || isSettled({[reports]: files[reports]}, listedAt - SILENT_AFTER_MS));
	if (!isLasting) {
		return undefined;
	}
	const rootOf = (id: string): number | undefined =>
		listed.find(pane => pane.worker === id && pane.paneIndex === 0 && !pane.dead)?.pid;
	return {
		view,
		panes: lines,
		files,
		lock: keyOf(record),
		roots: listed.filter(pane => !pane.dead).map(pane => pane.pid),
		below: record.workers.flatMap(({id}, at) => {
			const root = rootOf(id);
			return root === undefined ? [] : [[at, root] as const];
		}),
	};
};

import {existsSync, statSync} from 'node:fs';
import {clearOwnIndex} from '../git/own-index.ts';
import {isRepositoryThere} from '../git/repository.ts';
import {indexLockOf, isWorktree} from '../git/worktree.ts';
import {SquadError} from './errors.ts';
import type {SessionRecord} from './session.ts';

/** Whether what a session stands on is still there; asked of the file system alone. */
export const hasRepository = ({repo}: SessionRecord): boolean => repo === null || isRepositoryThere(repo);

/** The repository may have been moved or deleted: said before anything is touched. */
export const requireRepository = (record: SessionRecord): void => {
	if (!hasRepository(record)) {
		const {id, repo, locationPath} = record;
		throw new SquadError(
			'not_a_repository',
			`the repository of ${id} is not at ${repo} any more, or is closed to you`,
			`put it back and run it again; whatever is in ${locationPath} is untouched`,
			id,
		);
	}
};

/** tmux starts a program whose folder is gone in some other folder, without a word. */
export const requirePlace = ({id, locationPath}: SessionRecord): void => {
	if (!statSync(locationPath, {throwIfNoEntry: false})?.isDirectory()) {
		throw new SquadError(
			'failed',
			`the folder of ${id} is gone: ${locationPath}`,
			'put it back and run it again; nothing was started',
			id,
		);
	}
};

/** The same for a worktree, which squad can make again. */
export const requireWorktree = (record: SessionRecord): void => {
	const {id, repo, worktreePath} = record;
	if (worktreePath !== null && !isWorktree(worktreePath, repo)) {
		const isTaken = existsSync(worktreePath);
		throw new SquadError(
			isTaken ? 'conflict' : 'failed',
			isTaken
				? `${worktreePath} is not the worktree of ${id} any more`
				: `the worktree of ${id} is gone: ${worktreePath}`,
			`${isTaken ? 'move it away, then ' : ''}\`squad pause ${id}\` and \`squad resume ${id}\` make the worktree again from its branch`,
			id,
		);
	}
	requirePlace(record);
};

/** How long a git that is at work there gets; most need a few milliseconds. */
const PATIENCE_MS = 2000;

/** git's lock on a worktree's index, left by one that crashed or held by one at work: said before anything is touched. */
export const waitForIndex = async ({id, worktreePath, repo}: SessionRecord): Promise<void> => {
	if (worktreePath === null || !isWorktree(worktreePath, repo)) {
		return;
	}
	clearOwnIndex(worktreePath);
	for (const deadline = Date.now() + PATIENCE_MS; ; ) {
		const lock = indexLockOf(worktreePath);
		if (lock === undefined) {
			return;
		}
		if (Date.now() > deadline) {
			throw new SquadError(
				'busy',
				`git's index of ${id} is locked by ${lock}`,
				'another git is at work there, or one that crashed left it: remove it if none runs; nothing was touched',
				id,
			);
		}
		await new Promise(resolve => setTimeout(resolve, 50));
	}
};

import {existsSync, rmSync} from 'node:fs';
import {branchExists, checkedOutAt, createBranch, pin, pinName, pinned, unpin} from '../git/branch.ts';
import {forPeople} from '../git/bytes.ts';
import {keepHidden, restoreHidden} from '../git/hidden.ts';
import {notTracked, park, unpark} from '../git/park.ts';
import {commitOf} from '../git/repository.ts';
import {
	fillWorktree,
	isFilled,
	isWorktree,
	keepGitDir,
	keptBranch,
	registerWorktree,
	removeWorktree,
	statusOf,
	underWay,
} from '../git/worktree.ts';
import {SquadError} from './errors.ts';
import type {Held} from './held.ts';
import {withLock} from './lock.ts';
import type {LayerState} from './plan.ts';
import {repoLock} from './repo-lock.ts';
import {keyOf} from './session.ts';

export const worktreeState = (held: Held): LayerState => {
	const {worktreePath, ...record} = held.record();
	if (worktreePath === null) {
		return 'none';
	}
	if (!isWorktree(worktreePath, record.repo)) {
		return 'down';
	}
	return isFilled(worktreePath) &&
		![held.home.parked, held.home.hidden, held.home.keptGitDir].some(folder =>
			existsSync(folder(keyOf({...record, worktreePath}))),
		)
		? 'up'
		: 'half';
};

/** The commit that the worktree stood on; a branch that was deleted meanwhile is made again from it. */
const lastCommit = async (held: Held, repo: string): Promise<string> => {
	const record = held.record();
	const known = [await pinned(repo, pinName(keyOf(record), 'head')), record.baseCommit ?? undefined];
	const commit = known.find(one => one !== undefined);
	if (commit === undefined || (await commitOf(repo, commit)) === undefined) {
		throw new SquadError(
			'failed',
			`the commit that ${record.id} stood on is gone from ${repo}`,
			'fetch it into the repository and try again',
			record.id,
		);
	}
	return commit;
};

export const raiseWorktree = async (held: Held): Promise<void> => {
	const record = held.record();
	const {home} = held;
	const [repo, path] = [record.repo ?? '', record.worktreePath ?? ''];
	const id = keyOf(record);
	if (!isWorktree(path, repo)) {
		held.tell('adding the worktree');
		if (existsSync(path)) {
			throw new SquadError(
				'conflict',
				`${path} is in the way: it is not the worktree of ${record.id}`,
				'move it away and try again',
				record.id,
			);
		}
		const commit = await lastCommit(held, repo);
		const kept = keptBranch(home.keptGitDir(id));
		const branch = kept === undefined ? record.branch : kept;
		await withLock(home, repoLock(repo), 'worktree', async () => {
			if (branch !== null && !(await branchExists(repo, branch))) {
				await createBranch(repo, branch, commit);
			}
			const elsewhere = branch === null ? undefined : await checkedOutAt(repo, branch);
			if (elsewhere !== undefined && elsewhere !== path) {
				throw new SquadError(
					'conflict',
					`branch ${branch} is checked out at ${elsewhere}`,
					'switch that worktree to another branch and try again',
					record.id,
				);
			}
			await registerWorktree(repo, path, {branch, commit});
		});
	}
	if (!isFilled(path)) {
		await fillWorktree(path, existsSync(home.keptGitDir(id)) ? home.keptGitDir(id) : undefined);
	}
	await unpark(home.parked(id), path);
	await restoreHidden(path, home.hidden(id));
	if (existsSync(home.keptGitDir(id))) {
		await unpin(repo, pinName(id, 'head'));
		rmSync(home.keptGitDir(id), {recursive: true, force: true});
	}
};

/** Removes the worktree, after everything in it is saved elsewhere. The branch stays. */
export const lowerWorktree = async (held: Held): Promise<void> => {
	const record = held.record();
	const [repo, path] = [record.repo ?? '', record.worktreePath ?? ''];
	const id = keyOf(record);
	held.tell('freeing the disk');
	const inUse = held.neighbours().filter(other => other.intent === 'running');
	if (inUse.length > 0) {
		throw new SquadError(
			'wrong_state',
			`the worktree is also used by ${inUse.map(other => other.id).join(', ')}`,
			'pause it too, or leave out --free-disk',
			record.id,
		);
	}
	await refuseUnsaved(held, path);
	const status = await statusOf(path);
	// Before the pin: while this is there, whoever brings the worktree back takes the pin away.
	keepGitDir(path, held.home.keptGitDir(id));
	await pin(repo, pinName(id, 'head'), status.head ?? '');
	await park(path, held.home.parked(id));
	await keepHidden(path, held.home.hidden(id));
	const left = await notTracked(path);
	if (left.length > 0) {
		throw new SquadError('failed', `still in the worktree: ${left.join(', ')}`, 'run it again', record.id);
	}
	await withLock(held.home, repoLock(repo), 'worktree', () => removeWorktree(repo, path));
};

/** What keeps a worktree from being removed, found before anything is touched. */
export const refuseUnremovable = async (held: Held): Promise<void> => {
	const {id, worktreePath, repo} = held.record();
	if (worktreePath === null || !isWorktree(worktreePath, repo)) {
		return;
	}
	const {changes, untracked} = await statusOf(worktreePath);
	const stuck = [
		...changes.filter(change => change.submodule).map(change => change.path),
		...untracked.filter(one => one.endsWith('/')),
	].map(forPeople);
	const busy = underWay(worktreePath);
	if (stuck.length > 0 || busy !== undefined) {
		const why =
			busy === undefined ? `it holds ${stuck.join(', ')}, which a stash cannot take` : `${busy} is in progress`;
		throw new SquadError(
			'wrong_state',
			`the worktree of ${id} cannot be removed: ${why}`,
			'move it away or finish that first; nothing was touched',
			id,
		);
	}
};

/** Never with anything in it that is not saved. */
const refuseUnsaved = async (held: Held, path: string): Promise<void> => {
	const status = await statusOf(path);
	// Other untracked files are parked like the ignored ones, which they may be once .gitignore is as it was.
	const nested = status.untracked.filter(one => one.endsWith('/'));
	const unsaved = [...status.changes.map(change => change.path), ...nested, ...status.unmerged].map(forPeople);
	const busy = underWay(path);
	if (unsaved.length > 0 || busy !== undefined) {
		const why =
			busy === undefined ? `it holds ${unsaved.join(', ')}, which a stash cannot take` : `${busy} is in progress`;
		throw new SquadError(
			'wrong_state',
			`the worktree cannot be removed: ${why}`,
			'pause without --free-disk, or finish that first',
			held.record().id,
		);
	}
};

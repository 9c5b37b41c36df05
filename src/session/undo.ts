import {existsSync, readdirSync, rmSync} from 'node:fs';
import {join} from 'node:path';
import {branchExists, createBranch, pinName, pinned, unpin} from '../git/branch.ts';
import {commitOf} from '../git/repository.ts';
import {listStash, stashName} from '../git/stash-list.ts';
import {SquadError} from './errors.ts';
import {explain} from './explain.ts';
import {type Held, hold, readJson, type World} from './held.ts';
import {writeJournal} from './journal.ts';
import {withLock} from './lock.ts';
import {hasRepository, requireRepository} from './place.ts';
import {isDamaged, readRecord} from './records.ts';
import {type Removal, removalFile} from './remove.ts';
import {repoLock} from './repo-lock.ts';
import {keyOf, type SessionRecord} from './session.ts';
import {moveFromTrash} from './trash-move.ts';
import {raiseWork} from './work-layer.ts';
import {raiseWorktree} from './worktree-layer.ts';

const removalIn = (folder: string): Removal | undefined => readJson(removalFile(folder)) as Removal | undefined;

/** The session that was removed last. */
const lastRemoved = (world: World): {id: string; removal: Removal} | undefined => {
	const {trash} = world.home;
	const names = existsSync(trash) ? readdirSync(trash) : [];
	return names
		.flatMap(id => {
			const removal = removalIn(join(trash, id));
			return removal === undefined ? [] : [{id, removal}];
		})
		.sort((a, b) => (a.removal.removedAt > b.removal.removedAt ? -1 : 1))[0];
};

const nothingToUndo = (why: string): SquadError => new SquadError('wrong_state', why, '`squad rm` puts sessions there');

/** Brings the last removed session back as it was, except that nothing runs yet: `squad resume` continues it. */
export const undoRemoval = async (world: World): Promise<SessionRecord> => {
	const last = lastRemoved(world);
	if (last === undefined) {
		throw nothingToUndo('the trash is empty: there is nothing to undo');
	}
	const from = join(world.home.trash, last.id);
	const {sharesWorktreeOf} = (readJson(join(from, 'session.json')) ?? {}) as Partial<SessionRecord>;
	return withLock(world.home, sharesWorktreeOf ?? last.id, 'undo', async () => {
		if (!existsSync(from)) {
			throw nothingToUndo(`${last.id} was brought back just now`);
		}
		refuseWithoutRepository(from, last.removal);
		await refuseTakenBranch(from, last.removal);
		moveFromTrash(world.home, last.id);
		return bringBack(world, last.id);
	});
};

/** A session that shares the worktree may have been resumed meanwhile, with the work that was saved for both. */
const withoutTakenStash = async (held: Held): Promise<SessionRecord> => {
	const record = held.record();
	const {pauseState} = record;
	return pauseState?.stash && (await pinned(record.repo ?? '', pinName(keyOf(record), 'stash'))) === undefined
		? held.update({pauseState: {...pauseState, stash: null}})
		: record;
};

/** What was removed from a repository that was there cannot come back to one that is not. */
const refuseWithoutRepository = (folder: string, {branch, hadWorktree}: Removal): void => {
	const record = readJson(join(folder, 'session.json')) as SessionRecord | undefined;
	if (record !== undefined && (branch !== null || hadWorktree)) {
		requireRepository(record);
	}
};

/** Somebody has made a branch of that name again: it is theirs, and nothing is undone. */
const refuseTakenBranch = async (folder: string, {branch}: Removal): Promise<void> => {
	const {repo, id} = (readJson(join(folder, 'session.json')) ?? {}) as Partial<SessionRecord>;
	if (branch === null || typeof repo !== 'string') {
		return;
	}
	const now = await commitOf(repo, `refs/heads/${branch.name}`);
	if (now !== undefined && now !== branch.commit) {
		throw new SquadError(
			'conflict',
			`branch ${branch.name} was made again meanwhile`,
			'rename or delete it, then undo again',
			id,
		);
	}
};

/** The second half of an undo, which a crash may have left to do. May run twice. */
export const bringBack = async (world: World, id: string): Promise<SessionRecord> => {
	const found = readRecord(world.home, id);
	const removal = removalIn(world.home.session(id));
	if (found === undefined || isDamaged(found)) {
		throw new SquadError(
			'damaged_record',
			`the record of ${id} cannot be read`,
			`look into ${world.home.session(id)}`,
			id,
		);
	}
	const held = hold(world, found);
	writeJournal(world.home, id, {verb: 'undo', event: 'begin'});
	const {repo} = found;
	try {
		// Removed while its repository was gone: then nothing of it was touched.
		const touchedGit =
			removal !== undefined && (removal.branch !== null || removal.hadWorktree || hasRepository(found));
		if (repo !== null && removal !== undefined && touchedGit) {
			requireRepository(found);
			await restoreGit(held, removal);
			if (removal.hadWorktree && removal.tookWorktree && found.worktreePath !== null) {
				await raiseWorktree(held);
				await (removal.workInPlace ? raiseWork(held) : undefined);
			}
		}
	} catch (cause) {
		throw explain(cause, id);
	}
	if (removal?.intent === 'ended') {
		held.update({intent: 'ended'});
	}
	rmSync(removalFile(world.home.session(id)), {force: true});
	writeJournal(world.home, id, {verb: 'undo', event: 'end'});
	return held.record();
};

const restoreGit = async (held: Held, {branch}: Removal): Promise<void> => {
	const {world} = held;
	const record = await withoutTakenStash(held);
	const repo = record.repo ?? '';
	const stash = record.pauseState?.stash?.commit;
	await withLock(world.home, repoLock(repo), 'undo', async () => {
		if (branch !== null && !(await branchExists(repo, branch.name))) {
			await createBranch(repo, branch.name, branch.commit);
		}
		await (stash === undefined ? undefined : listStash(repo, stash, stashName(keyOf(record))));
	});
	await unpin(repo, pinName(keyOf(record), 'branch'));
};

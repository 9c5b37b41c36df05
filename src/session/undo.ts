import {existsSync, rmSync} from 'node:fs';
import {branchExists, createBranch, pinName, pinned, setBranchConfig, unpin} from '../git/branch.ts';
import {commitOf} from '../git/repository.ts';
import {listStash, stashName} from '../git/stash-list.ts';
import {SquadError} from './errors.ts';
import {explain} from './explain.ts';
import {type Held, hold, readJson, type World} from './held.ts';
import {writeJournal} from './journal.ts';
import {withLock} from './lock.ts';
import {matching} from './names.ts';
import {hasRepository, requireRepository} from './place.ts';
import {isDamaged, readRecord} from './records.ts';
import {type Removal, removalFile} from './remove.ts';
import {repoLock} from './repo-lock.ts';
import {keyOf, type SessionRecord} from './session.ts';
import {type Removed, removedSessions} from './trash.ts';
import {moveFromTrash} from './trash-move.ts';
import {raiseWork} from './work-layer.ts';
import {raiseWorktree} from './worktree-layer.ts';

const removalIn = (folder: string): Removal | undefined => readJson(removalFile(folder)) as Removal | undefined;

/** The removed session that is meant: by its id, a beginning of it or its title, or else the last one. */
const meant = (world: World, word: string | undefined): Removed => {
	const removed = removedSessions(world.home);
	const found =
		word === undefined
			? removed.slice(0, 1)
			: matching(
					word,
					removed.map(one => ({...one, id: one.record.id, title: one.record.title})),
				);
	if (found.length > 1) {
		const candidates = found.map(one => one.record.id).join(', ');
		throw new SquadError('ambiguous', `${JSON.stringify(word)} may mean ${candidates}`, 'give more of the id');
	}
	if (found[0] === undefined) {
		throw word === undefined
			? new SquadError('wrong_state', 'the trash is empty: there is nothing to undo', '`squad rm` puts sessions there')
			: new SquadError(
					'no_such_session',
					`there is no session ${JSON.stringify(word)} in the trash`,
					'`squad undo --list` lists what can be brought back',
				);
	}
	return found[0];
};

/** Brings a removed session back as it was, except that nothing runs yet: `squad resume` continues it. */
export const undoRemoval = async (world: World, word?: string): Promise<SessionRecord> => {
	const {record} = meant(world, word);
	return withLock(world.home, keyOf(record), 'undo', async () => {
		// Somebody else may have brought it back, or emptied the trash, in the meantime.
		const removed = removedSessions(world.home).find(one => one.record.id === record.id);
		if (removed !== undefined) {
			await refuseImpossible(removed);
			moveFromTrash(world.home, record.id);
		}
		return bringBack(world, record.id);
	});
};

/** Everything that would stop an undo half-way is found before anything is moved. */
const refuseImpossible = async ({record, removal}: Removed): Promise<void> => {
	const {id, repo, worktreePath, pauseState} = record;
	const {branch, hadWorktree} = removal;
	// Removed when its repository was gone already: there is nothing to put back into one.
	if (repo === null || (branch === null && !hadWorktree)) {
		return;
	}
	requireRepository(record);
	const now = branch === null ? undefined : await commitOf(repo, `refs/heads/${branch.name}`);
	if (branch !== null && now !== undefined && now !== branch.commit) {
		throw new SquadError(
			'conflict',
			`branch ${branch.name} was made again meanwhile`,
			'rename or delete it, then undo again',
			id,
		);
	}
	if (removal.hadWorktree && removal.tookWorktree && worktreePath !== null && existsSync(worktreePath)) {
		throw new SquadError('conflict', `${worktreePath} is in the way`, 'move it away, then undo again', id);
	}
	for (const commit of [branch?.commit, removal.tookWorktree ? pauseState?.stash?.commit : undefined]) {
		if (commit !== undefined && (await commitOf(repo, commit)) === undefined) {
			throw new SquadError(
				'failed',
				`the commit ${commit} of ${id} is gone from ${repo}`,
				'fetch it from wherever a copy is, then undo again',
				id,
			);
		}
	}
};

/**
 * A session that shares the worktree may have been resumed meanwhile, with the work that was saved for both; and paused
 * again, which saved it anew.
 */
const withoutTakenStash = async (held: Held): Promise<SessionRecord> => {
	const record = held.record();
	const {pauseState} = record;
	return pauseState?.stash &&
		(await pinned(record.repo ?? '', pinName(keyOf(record), 'stash'))) !== pauseState.stash.commit
		? held.update({pauseState: {...pauseState, stash: null}})
		: record;
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
	// Killed when all but the last had been moved.
	moveFromTrash(world.home, id);
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
	if (removal !== undefined) {
		held.update({intent: removal.intent === 'ended' ? 'ended' : 'paused'});
		held.settle();
	}
	rmSync(removalFile(world.home.session(id)), {force: true});
	writeJournal(world.home, id, {verb: 'undo', event: 'end'});
	return held.record();
};

const restoreGit = async (held: Held, {branch, branchConfig = []}: Removal): Promise<void> => {
	const {world} = held;
	const record = await withoutTakenStash(held);
	const repo = record.repo ?? '';
	const stash = record.pauseState?.stash?.commit;
	await withLock(world.home, repoLock(repo), 'undo', async () => {
		if (branch !== null && !(await branchExists(repo, branch.name))) {
			await setBranchConfig(repo, branch.name, branchConfig);
			await createBranch(repo, branch.name, branch.commit);
		}
		await (stash === undefined ? undefined : listStash(repo, stash, stashName(keyOf(record))));
	});
	await unpin(repo, pinName(keyOf(record), 'branch'));
};

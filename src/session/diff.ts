import {diffStat, diffText, type Place} from '../git/diff.ts';
import {repositoryAt} from '../git/repository.ts';
import {isWorktree, topOf} from '../git/worktree.ts';
import {SquadError} from './errors.ts';
import {explain} from './explain.ts';
import {type World, withSession} from './held.ts';
import {ownerOf} from './lock.ts';
import {readRecords} from './records.ts';
import {keyOf, type SessionRecord} from './session.ts';

/** Where a session's work is now: in its worktree, in its stash, or only on its branch. */
const placeOf = async (world: World, record: SessionRecord): Promise<{place: Place; base: string} | undefined> => {
	const {repo, worktreePath, locationPath, branch, baseCommit} = record;
	if (repo === null || worktreePath === null || baseCommit === null) {
		const repository = await repositoryAt(locationPath);
		return repository === undefined ? undefined : {place: {worktree: await topOf(locationPath)}, base: 'HEAD'};
	}
	const sharing = readRecords(world.home).records.filter(other => keyOf(other) === keyOf(record));
	const stash = sharing.find(other => other.pauseState?.stash)?.pauseState?.stash;
	if (stash) {
		return {place: {repo, stash: stash.commit}, base: baseCommit};
	}
	return {
		place: isWorktree(worktreePath, repo) ? {worktree: worktreePath} : {repo, commit: branch ?? baseCommit},
		base: baseCommit,
	};
};

/** A scratch folder of this process alone: several may look at once. */
const scratchOf = (world: World, id: string): string => `${world.home.scratch(id)}-look-${process.pid}`;

/** Written down with its time for whoever lists without asking git; not while somebody is at work on the session. */
const writeDown = async (world: World, record: SessionRecord, diff: SessionRecord['diff']): Promise<void> => {
	if (diff !== null && ownerOf(world.home, keyOf(record)) === undefined) {
		await withSession(world, record, 'measure', async held => held.update({diff}));
	}
};

/** How much a session has changed; null where there is no git to ask. */
export const measureDiff = async (world: World, record: SessionRecord): Promise<SessionRecord['diff']> => {
	try {
		const found = await placeOf(world, record);
		if (found === undefined) {
			return null;
		}
		const figures = await diffStat(found.place, found.base, scratchOf(world, record.id));
		const diff = {...figures, at: new Date().toISOString()};
		await writeDown(world, record, diff);
		return diff;
	} catch {
		// A figure for the eye: whatever stands in its way, the status itself must not fail.
		return null;
	}
};

export const showDiff = async (world: World, record: SessionRecord, stat: boolean): Promise<string> => {
	const found = await placeOf(world, record).catch((cause: unknown) => {
		throw explain(cause, record.id);
	});
	if (found === undefined) {
		throw new SquadError(
			'wrong_state',
			`${record.locationPath} is not in a git repository`,
			'there is nothing to compare with',
			record.id,
		);
	}
	return diffText(found.place, found.base, scratchOf(world, record.id), stat).catch((cause: unknown) => {
		throw explain(cause, record.id);
	});
};

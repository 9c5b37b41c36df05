import {diffStat, diffText, type Place} from '../../git/diff.ts';
import {repositoryAt} from '../../git/repository.ts';
import {isWorktree, topOf} from '../../git/worktree.ts';
import {SquadError} from '../errors.ts';
import {explain} from '../explain.ts';
import type {World} from '../held.ts';
import {readRecords} from '../records.ts';
import {keyOf, type SessionRecord} from '../session.ts';

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
		place: isWorktree(worktreePath) ? {worktree: worktreePath} : {repo, commit: branch ?? baseCommit},
		base: baseCommit,
	};
};

/** A scratch folder of this process alone: several may look at once. */
const scratchOf = (world: World, id: string): string => `${world.home.scratch(id)}-look-${process.pid}`;

/** How much a session has changed; null where there is no git to ask. */
export const measureDiff = async (world: World, record: SessionRecord): Promise<SessionRecord['diff']> => {
	try {
		const found = await placeOf(world, record);
		return found === undefined
			? null
			: {...(await diffStat(found.place, found.base, scratchOf(world, record.id))), at: new Date().toISOString()};
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

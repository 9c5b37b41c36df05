import {existsSync, readdirSync} from 'node:fs';
import {join} from 'node:path';
import {branchConfig, branchExists, deleteBranch, loneCommits, pin, pinName, unmergedCommits} from '../git/branch.ts';
import {forPeople} from '../git/bytes.ts';
import {commitOf} from '../git/repository.ts';
import {unlistStash} from '../git/stash-list.ts';
import {statusOf as gitStatus, isWorktree} from '../git/worktree.ts';
import {carryOut} from './carry-out.ts';
import {leaveCompany} from './company.ts';
import {SquadError} from './errors.ts';
import {explain} from './explain.ts';
import {type Held, readJson, type World, withSession} from './held.ts';
import {underWay, writeJournal} from './journal.ts';
import {withLock} from './lock.ts';
import {hasRepository} from './place.ts';
import {readRecords} from './records.ts';
import {repoLock} from './repo-lock.ts';
import {waitUntilSafe} from './safe-state.ts';
import {keyOf, type SessionRecord} from './session.ts';
import {moveToTrash} from './trash-move.ts';
import {raiseWork} from './work-layer.ts';
import {refuseUnremovable} from './worktree-layer.ts';
import {writeFileWhole} from './write-file.ts';

export type Removing = {readonly force: boolean; readonly keepBranch: boolean};

/** What an undo needs to know beyond the record itself. */
export type Removal = {
	readonly removedAt: string;
	readonly intent: SessionRecord['intent'];
	/** The deleted branch and what it pointed at. */
	readonly branch: {readonly name: string; readonly commit: string} | null;
	readonly hadWorktree: boolean;
	/** Worktree and branch went with it: nobody else worked there. */
	readonly tookWorktree: boolean;
	/** The work was in the worktree and not in a pause's stash. */
	readonly workInPlace: boolean;
	readonly keepBranch: boolean;
	/** What the repository's configuration said of the branch. */
	readonly branchConfig?: readonly (readonly [string, string])[];
};

export const removalFile = (folder: string): string => join(folder, 'removal.json');

/** Now, and later than every removal before it: a clock that was set back must not make `squad undo` take another. */
const timeOfRemoval = (trash: string): string => {
	const names = existsSync(trash) ? readdirSync(trash) : [];
	const times = names
		.map(id => Date.parse((readJson(removalFile(join(trash, id))) as Partial<Removal> | undefined)?.removedAt ?? ''))
		.filter(time => !Number.isNaN(time));
	return new Date(Math.max(Date.now(), ...times.map(time => time + 1))).toISOString();
};

/** Whether the worktree and branch are this session's to remove: the last one in it takes them along. */
const isLastInWorktree = (held: Held): boolean =>
	held.record().worktreePath !== null && !held.record().adopted && sharing(held).length === 0;

/** Other sessions of the same worktree; ended ones too, whose data is kept. */
const sharing = (held: Held): SessionRecord[] => {
	const {id, worktreePath} = held.record();
	return readRecords(held.home).records.filter(
		other => other.id !== id && other.worktreePath !== null && other.worktreePath === worktreePath,
	);
};

/** What would be lost from sight, in words. */
const unsaved = async (held: Held): Promise<string[]> => {
	const {repo, worktreePath, branch, madeBranch, pauseState} = held.record();
	if (repo === null || worktreePath === null || !isLastInWorktree(held)) {
		return [];
	}
	if (!hasRepository(held.record())) {
		return existsSync(worktreePath) || pauseState?.stash ? [`work whose repository ${repo} is gone`] : [];
	}
	const found: string[] = [];
	if (isWorktree(worktreePath, repo)) {
		const {branch: current, changes, untracked, unmerged} = await gitStatus(worktreePath);
		if (current === null && (await loneCommits(worktreePath)) > 0) {
			found.push('commits that are on no branch');
		}
		const files = [...changes.map(change => change.path), ...untracked, ...unmerged];
		if (files.length > 0) {
			found.push(
				`${files.length} uncommitted ${files.length === 1 ? 'file' : 'files'} (${files.slice(0, 3).map(forPeople).join(', ')}${files.length > 3 ? ', …' : ''})`,
			);
		}
	}
	if (pauseState?.stash) {
		found.push(`the stashed work of ${pauseState.stash.files} files`);
	}
	const commits =
		madeBranch && branch !== null && (await branchExists(repo, branch)) ? await unmergedCommits(repo, branch) : 0;
	if (commits > 0) {
		found.push(`${commits} commits on ${branch} that are on no other branch`);
	}
	return found;
};

/** What a removal would take out of sight; nothing is touched. */
export const lossesOf = (world: World, record: SessionRecord): Promise<string[]> =>
	withSession(world, record, 'look', unsaved);

const takeBranch = async (held: Held, keep: boolean): Promise<Removal['branch']> => {
	const {repo, branch, madeBranch} = held.record();
	if (repo === null || branch === null || !madeBranch || keep) {
		return null;
	}
	const commit = await commitOf(repo, `refs/heads/${branch}`);
	if (commit === undefined) {
		return null;
	}
	await pin(repo, pinName(keyOf(held.record()), 'branch'), commit);
	return {name: branch, commit};
};

/** How it was when a removal that was cut off began. One that an undo took back says nothing of today. */
const cutOffRemoval = ({home, record}: Held): Removal | undefined =>
	underWay(home, record().id)?.verb === 'remove'
		? (readJson(removalFile(home.session(record().id))) as Removal | undefined)
		: undefined;

/** What a removal wants of the layers: all down, but what is adopted is only let go. */
const intendRemoval = async (held: Held, removedAt: string): Promise<void> => {
	const {adopted, pauseState} = held.record();
	if (adopted && pauseState?.stash && sharing(held).length === 0) {
		// The worktree stays, so its work goes back to where it was.
		await raiseWork(held);
	}
	const pausedAt = pauseState?.pausedAt ?? removedAt;
	held.update({
		// An ended session keeps its work where it is.
		intent: adopted ? 'ended' : 'paused',
		pausedAt,
		pauseState: {
			reason: 'user',
			stash: null,
			scrollback: [],
			worktreeRemoved: false,
			lastAction: null,
			pendingTasks: [],
			...held.record().pauseState,
			pausedAt,
			depth: 'cold',
		},
	});
};

/** Lowers everything, then moves the session's folder to the trash: the move is what makes it removed. */
export const removeSession = (
	world: World,
	record: SessionRecord,
	{force, keepBranch}: Removing,
): Promise<SessionRecord> =>
	withSession(world, record, 'remove', async held => {
		const {id, repo, intent, worktreePath, pauseState} = held.record();
		const losses = force ? [] : await unsaved(held);
		if (losses.length > 0) {
			throw new SquadError(
				'unsaved_work',
				`${id} has ${losses.join(' and ')}`,
				'merge or commit it elsewhere, or use --force (`squad undo` brings a removed session back)',
				id,
			);
		}
		const takesWorktree = isLastInWorktree(held) && repo !== null && hasRepository(held.record());
		await (takesWorktree ? refuseUnremovable(held) : undefined);
		await waitUntilSafe(held, {timeoutSeconds: 2, interrupt: false, force});
		const hadWorktree = worktreePath !== null && isWorktree(worktreePath, repo);
		const removal: Removal = cutOffRemoval(held) ?? {
			removedAt: timeOfRemoval(world.home.trash),
			intent,
			hadWorktree,
			tookWorktree: takesWorktree,
			workInPlace: !pauseState?.stash,
			keepBranch,
			branch: null,
		};
		const wants = {depth: 'cold', freeDisk: takesWorktree} as const;
		writeJournal(world.home, id, {verb: 'remove', event: 'begin', wants});
		writeFileWhole(removalFile(world.home.session(id)), JSON.stringify(removal));
		await intendRemoval(held, removal.removedAt);
		await carryOut(held, 'remove', wants, {fresh: false, prompt: undefined, cameBack: () => undefined});
		try {
			await finish(held, removal, takesWorktree);
		} catch (cause) {
			throw explain(cause, id);
		}
		return held.record();
	});

const finish = async (held: Held, removal: Removal, takesWorktree: boolean): Promise<void> => {
	const {home} = held;
	const {id, repo, pauseState} = held.record();
	writeJournal(home, id, {verb: 'remove', event: 'begin'});
	const branch = removal.branch ?? (takesWorktree ? await takeBranch(held, removal.keepBranch) : null);
	const config = removal.branchConfig ?? (branch && repo !== null ? await branchConfig(repo, branch.name) : []);
	const whole: Removal = {...removal, branch, branchConfig: config};
	writeFileWhole(removalFile(home.session(id)), JSON.stringify(whole));
	const stash = pauseState?.stash?.commit;
	if (repo !== null && takesWorktree) {
		await withLock(home, repoLock(repo), 'remove', async () => {
			// Only out of sight: the pins keep both.
			await (stash === undefined ? undefined : unlistStash(repo, stash));
			await (branch !== null && (await branchExists(repo, branch.name))
				? deleteBranch(repo, branch.name, branch.commit)
				: undefined);
		});
	}
	leaveCompany(held);
	// Its journal never says that the removal has ended: whatever of it is not in the trash yet has still to go there.
	moveToTrash(home, id, keyOf(held.record()) === id && sharing(held).length > 0);
};

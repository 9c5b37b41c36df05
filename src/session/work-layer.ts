import {existsSync, rmSync} from 'node:fs';
import {join} from 'node:path';
import {pinName, pinned, unpin} from '../git/branch.ts';
import {forPeople} from '../git/bytes.ts';
import {clearWork} from '../git/clear-work.ts';
import {keepRaw, observeFiles} from '../git/observe-files.ts';
import {readStash} from '../git/read-stash.ts';
import {commitOf} from '../git/repository.ts';
import {restoreWork} from '../git/restore-work.ts';
import {notHeld, type Particulars, stashable} from '../git/saved-work.ts';
import {listStash, pinAndList, stashName, unlistStash} from '../git/stash-list.ts';
import {isWorktree, statusOf, underWay, unmergedPaths} from '../git/worktree.ts';
import {writeStash} from '../git/write-stash.ts';
import {SquadError} from './errors.ts';
import {type Held, readJson} from './held.ts';
import {withLock} from './lock.ts';
import {hasRepository} from './place.ts';
import type {LayerState} from './plan.ts';
import {readRecords, writeRecord} from './records.ts';
import {repoLock} from './repo-lock.ts';
import {keyOf, type SessionRecord} from './session.ts';
import {writeFileWhole} from './write-file.ts';

/** The sessions of one worktree, this one included. */
const sharing = (held: Held): SessionRecord[] => {
	const id = keyOf(held.record());
	return readRecords(held.home).records.filter(record => keyOf(record) === id && record.worktreePath !== null);
};

/** The stash that holds this worktree's work, whichever of its sessions wrote it down. */
const recordedStash = (held: Held): SessionRecord | undefined => sharing(held).find(record => record.pauseState?.stash);

export const workState = async (held: Held): Promise<LayerState> => {
	const {repo, worktreePath} = held.record();
	if (repo === null || worktreePath === null) {
		return 'none';
	}
	if (recordedStash(held) !== undefined) {
		return 'down';
	}
	if (!hasRepository(held.record())) {
		return 'up';
	}
	const key = keyOf(held.record());
	// Pinned, but written down nowhere: somebody was cut off between the two. Neither, and yet something is kept: before
	// the pin was there, or after it was let go.
	return existsSync(held.home.work(key)) || (await pinned(repo, pinName(key, 'stash'))) !== undefined ? 'half' : 'up';
};

const particularsFile = (held: Held): string => join(held.home.work(keyOf(held.record())), 'particulars.json');
const rawFolder = (held: Held): string => join(held.home.work(keyOf(held.record())), 'raw');

const readParticulars = (held: Held, commit: string): Particulars => {
	const found = readJson(particularsFile(held)) as (Particulars & {commit: string}) | undefined;
	return found?.commit === commit ? found : {fingerprints: {}, intentToAdd: []};
};

/** What a stash cannot carry: said before anything is touched. */
export const refuseUnstashable = async (held: Held): Promise<void> => {
	const {id, worktreePath, repo} = held.record();
	if (repo === null || worktreePath === null || !isWorktree(worktreePath, repo) || !(await mayStash(held))) {
		return;
	}
	const busy = underWay(worktreePath);
	if (busy !== undefined && busy !== 'a bisect') {
		throw new SquadError(
			'wrong_state',
			`${busy} is in progress in ${worktreePath}`,
			'finish or abort it, or pause with --warm',
			id,
		);
	}
	const unmerged = await unmergedPaths(worktreePath);
	if (unmerged.length > 0) {
		throw new SquadError(
			'wrong_state',
			`unmerged: ${unmerged.map(forPeople).join(', ')}`,
			'resolve the conflict, or pause with --warm',
			id,
		);
	}
};

/** Others that run in the same worktree need the files where they are. */
const mayStash = async (held: Held): Promise<boolean> =>
	(await held.settings()).settings.pause.stash && !held.neighbours().some(other => other.intent === 'running');

export const lowerWork = async (held: Held): Promise<void> => {
	const record = held.record();
	const [repo, worktree, id] = [record.repo ?? '', record.worktreePath ?? '', keyOf(record)];
	if (!isWorktree(worktree, repo)) {
		return;
	}
	const cutOff = await pinned(repo, pinName(id, 'stash'));
	if (cutOff !== undefined) {
		const saved = await readStash(repo, cutOff);
		await withLock(held.home, repoLock(repo), 'stash', () => listStash(repo, cutOff, stashName(id)));
		await clearWork(worktree, saved, readParticulars(held, cutOff));
		await writeDown(held, cutOff, saved.files.length + saved.untracked.length);
		return;
	}
	letGo(held);
	if (!(await mayStash(held))) {
		return;
	}
	const status = await statusOf(worktree);
	const {changes, untracked, left} = stashable(status);
	if (left.length > 0) {
		held.tell(`left in place: ${left.map(forPeople).join(', ')}`);
	}
	if (changes.length + untracked.length === 0) {
		return;
	}
	held.tell(`stashing ${changes.length + untracked.length} changed files`);
	const observed = observeFiles(worktree, status);
	const {commit, parts} = await writeStash(worktree, status, stashName(id), held.home.scratch(id));
	const saved = await readStash(repo, commit, parts);
	const missing = notHeld(worktree, status, saved);
	if (missing.length > 0) {
		throw new SquadError(
			'failed',
			`the stash does not hold ${missing.map(forPeople).join(', ')}`,
			'nothing was removed; run it again',
			record.id,
		);
	}
	keepRaw(worktree, saved, observed, rawFolder(held));
	const {fingerprints, intentToAdd} = observed;
	writeFileWhole(particularsFile(held), JSON.stringify({commit, fingerprints, intentToAdd}));
	await withLock(held.home, repoLock(repo), 'stash', () =>
		pinAndList(repo, pinName(id, 'stash'), commit, stashName(id)),
	);
	await clearWork(worktree, saved, observed, observed);
	await writeDown(held, commit, changes.length + untracked.length);
};

const writeDown = async (held: Held, commit: string, files: number): Promise<void> => {
	const {pauseState} = held.record();
	const ref = pinName(keyOf(held.record()), 'stash');
	if (pauseState !== null) {
		held.update({pauseState: {...pauseState, stash: {commit, ref, files}}});
	}
};

export const raiseWork = async (held: Held): Promise<void> => {
	const record = held.record();
	const [repo, worktree, id] = [record.repo ?? '', record.worktreePath ?? '', keyOf(record)];
	const kept = await pinned(repo, pinName(id, 'stash'));
	const commit = kept ?? recordedStash(held)?.pauseState?.stash?.commit;
	if (commit === undefined) {
		letGo(held);
		return;
	}
	if (kept === undefined && (await commitOf(repo, commit)) === undefined) {
		throw new SquadError(
			'failed',
			`the saved work ${commit} of ${record.id} is gone from ${repo}`,
			'fetch that commit from wherever a copy is',
			record.id,
		);
	}
	held.tell('restoring the work');
	const saved = await readStash(repo, commit);
	const folders = {scratch: held.home.scratch(id), raw: rawFolder(held)};
	// Pinned and not written down: the pause was cut off before the worktree was clear.
	await restoreWork(worktree, saved, readParticulars(held, commit), folders, recordedStash(held) === undefined);
	forget(held);
	await withLock(held.home, repoLock(repo), 'stash', () => unlistStash(repo, commit));
	await unpin(repo, pinName(id, 'stash'));
	letGo(held);
};

/** What was kept beside a stash that is gone by now, or has never come to be. */
const letGo = (held: Held): void => rmSync(held.home.work(keyOf(held.record())), {recursive: true, force: true});

/** The work is back: the record says so first, so that a crash from here on only leaves a pin to clear away. */
const forget = (held: Held): void => {
	for (const other of sharing(held)) {
		if (other.pauseState?.stash && other.id === held.record().id) {
			held.update({pauseState: {...other.pauseState, stash: null}});
			held.settle();
		} else if (other.pauseState?.stash) {
			writeRecord(held.home, {...other, pauseState: {...other.pauseState, stash: null}});
		}
	}
};

import {join} from 'node:path';
import {zList} from '../../../src/git/bytes.ts';
import {clearWork} from '../../../src/git/clear-work.ts';
import {removeFiles} from '../../../src/git/files.ts';
import {git} from '../../../src/git/git.ts';
import {keepRaw, observeFiles} from '../../../src/git/observe-files.ts';
import {indexInfo} from '../../../src/git/parse.ts';
import {readStash} from '../../../src/git/read-stash.ts';
import {restoreWork} from '../../../src/git/restore-work.ts';
import {filesIn, notHeld, type Particulars} from '../../../src/git/saved-work.ts';
import {statusOf} from '../../../src/git/worktree.ts';
import {writeStash} from '../../../src/git/write-stash.ts';
import type {Lab} from '../../support/lab.ts';

/** Saves a worktree's work as a pause does, up to the moment before anything is removed. */
export const saveWork = async (here: Pick<Lab, 'root' | 'repo'>, worktree = here.repo) => {
	const folders = {scratch: join(here.root, 'scratch'), raw: join(here.root, 'raw')};
	const status = await statusOf(worktree);
	const observed = observeFiles(worktree, status);
	const {commit, parts} = await writeStash(worktree, status, 'squad-pause-x', folders.scratch);
	const saved = await readStash(worktree, commit, parts);
	keepRaw(worktree, saved, observed, folders.raw);
	const {fingerprints, intentToAdd} = observed;
	/** Through JSON, because that is how a later squad gets them. */
	const particulars: Particulars = JSON.parse(JSON.stringify({fingerprints, intentToAdd}));
	return {
		status,
		saved,
		particulars,
		/** What would keep a pause from going on. */
		missing: notHeld(worktree, status, saved),
		clear: () => clearWork(worktree, saved, observed, observed),
		/** As another squad does it after a crash; `at` is a copy of the worktree. */
		clearAgain: (at = worktree) => clearWork(at, saved, particulars),
		restore: (at = worktree, known = particulars) => restoreWork(at, saved, known, folders),
		/** As after a death in the middle of clearing. */
		restoreHalfCleared: (at = worktree) => restoreWork(at, saved, particulars, folders, true),
	};
};

export type Save = Awaited<ReturnType<typeof saveWork>>;

/** The first part of a list. */
const part = <T>(all: readonly T[], share: number): T[] => all.slice(0, Math.ceil(all.length * share));

/** How far something got before it was killed: the share of each of its steps. */
export type Progress = {readonly removed: number; readonly written: number; readonly index: boolean};

/** Clears as clearWork does (the index, then what goes, then what comes back), but stops in the middle. */
export const clearPartly = async (at: string, {saved}: Save, {index, removed, written}: Progress): Promise<void> => {
	if (index) await git(at, ['read-tree', 'HEAD']);
	const going = [...saved.files.filter(file => file.before === null), ...saved.untracked].map(file => file.path);
	removeFiles(at, part(going, removed));
	const back = saved.files.filter(file => file.before !== null).map(file => file.path);
	await git(at, ['checkout-index', '-f', '-u', '-z', '--stdin'], {input: zList(part(back, written))});
};

/** Restores as restoreWork does (what goes, then the files), but stops before the index. */
export const restorePartly = async (at: string, {saved}: Save, {removed, written}: Progress): Promise<void> => {
	const going = saved.files.filter(file => file.after === null).map(file => file.path);
	removeFiles(at, part(going, removed));
	const index = `${at}.index`;
	const lines = part(filesIn(saved), written).map(({path, ...to}) => indexInfo(path, to, saved.head.length));
	await git(at, ['update-index', '-z', '--index-info'], {index, input: Buffer.from(lines.join(''), 'latin1')});
	await git(at, ['checkout-index', '-f', '-q', '-a'], {index});
};

import {type BytePath, forPeople, zList} from './bytes.ts';
import {filesBelow, removeFiles} from './files.ts';
import {fingerprint, stamp} from './fingerprint.ts';
import {git} from './git.ts';
import {WorkConflict} from './git-error.ts';
import {indexInfo} from './parse.ts';
import {filesIn, type Observed, type Particulars, type SavedWork} from './stash.ts';

/** Files that are no longer what was saved: somebody wrote them in between. */
const changedSince = (worktree: string, saved: SavedWork, {stamps}: Observed): BytePath[] =>
	filesIn(saved).flatMap(({path}) => (stamp(worktree, path) === stamps[path] ? [] : [path]));

/** After a crash: each file must be what was saved or already be cleaned. */
const neitherSavedNorClean = (worktree: string, saved: SavedWork, {fingerprints}: Particulars): BytePath[] => {
	const inHead = new Map(saved.files.map(file => [file.path, file.before]));
	return filesIn(saved).flatMap(({path, oid}) => {
		const now = fingerprint(worktree, path, saved.head.length);
		const before = inHead.get(path) ?? null;
		const isSaved = now !== null && now !== 'other' && now.oid === (fingerprints[path]?.oid ?? oid);
		const isClean = now === null ? true : before !== null && now !== 'other' && now.oid === before.oid;
		return isSaved || isClean ? [] : [path];
	});
};

/** Folders that stand where HEAD has a file, with something in them that is not saved. */
const foldersInTheWay = (worktree: string, saved: SavedWork): BytePath[] => {
	const leaving = new Set(filesIn(saved).map(file => file.path));
	return saved.files
		.filter(({path, before}) => before !== null && fingerprint(worktree, path, saved.head.length) === 'other')
		.flatMap(({path}) => filesBelow(worktree, path).filter(file => !leaving.has(file)));
};

/**
 * Takes work that is saved in a stash commit out of a worktree. The index first, then the files: whenever this is cut
 * off, every file is either still what was saved or already what HEAD has, so that it can be run again.
 */
export const clearWork = async (
	worktree: string,
	saved: SavedWork,
	particulars: Particulars,
	observed?: Observed,
): Promise<void> => {
	const inTheWay = [
		...(observed ? changedSince(worktree, saved, observed) : neitherSavedNorClean(worktree, saved, particulars)),
		...foldersInTheWay(worktree, saved),
	];
	if (inTheWay.length > 0) {
		throw new WorkConflict(inTheWay.map(forPeople));
	}
	const entries = [
		...particulars.intentToAdd.map(path => indexInfo(path, null, saved.head.length)),
		...saved.staged.map(({path, before}) => indexInfo(path, before, saved.head.length)),
	];
	if (entries.length > 0) {
		await git(worktree, ['update-index', '-z', '--index-info'], {input: Buffer.from(entries.join(''), 'latin1')});
	}
	removeFiles(worktree, [
		...saved.files.filter(file => file.before === null).map(file => file.path),
		...saved.untracked.map(file => file.path),
	]);
	const back = saved.files.filter(file => file.before !== null).map(file => file.path);
	if (back.length > 0) {
		await git(worktree, ['checkout-index', '-f', '-u', '-z', '--stdin'], {input: zList(back)});
	}
};

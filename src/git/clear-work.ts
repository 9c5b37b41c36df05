import {type BytePath, forPeople, onDisk, zList} from './bytes.ts';
import {beyondLinksIn, filesAt, filesBelow, removeFiles} from './files.ts';
import {fingerprint, kindAt, stamp} from './fingerprint.ts';
import {git} from './git.ts';
import {WorkConflict} from './git-error.ts';
import type {Observed} from './observe-files.ts';
import {clearOwnIndex, withOwnIndex} from './own-index.ts';
import {indexInfo} from './parse.ts';
import {filesIn, type Particulars, printOf, type SavedWork} from './saved-work.ts';
import {clearStage, removeEmptyFolders} from './stage.ts';
import {isUnfinished} from './unfinished.ts';
import {statusOf} from './worktree.ts';

/** Files that are no longer what was saved: somebody wrote them in between. */
const changedSince = (worktree: string, saved: SavedWork, {stamps}: Observed): BytePath[] => {
	const untracked = new Set(saved.untracked.map(file => file.path));
	const isAFile = filesAt(worktree);
	return [
		...filesIn(saved).flatMap(({path}) => (stamp(worktree, path) === stamps[path] ? [] : [path])),
		...saved.files
			.filter(({path, after}) => after === null && !untracked.has(path) && isAFile(path))
			.map(({path}) => path),
	];
};

/** After a crash: each file must be what was saved, or not be listed by git because it is cleaned already, or half of that. */
const neitherSavedNorClean = async (
	worktree: string,
	saved: SavedWork,
	particulars: Particulars,
): Promise<BytePath[]> => {
	const {changes, untracked} = await statusOf(worktree);
	const listed = new Set([...changes.map(change => change.path), ...untracked]);
	const gone = new Set(saved.files.filter(file => file.after === null).map(file => file.path));
	const oids = new Map(filesIn(saved).map(file => [file.path, file.oid]));
	const isAFile = filesAt(worktree);
	const inTheWay = [...listed].filter(path => {
		if (gone.has(path) && !oids.has(path)) {
			return isAFile(path);
		}
		const now = fingerprint(worktree, path, saved.head.length);
		const wanted = printOf(particulars, path)?.oid ?? oids.get(path);
		return oids.has(path) && now !== null && (now === 'other' || now.oid !== wanted);
	});
	const unfinished: BytePath[] = [];
	for (const path of inTheWay) {
		if (await isUnfinished(worktree, path)) unfinished.push(path);
	}
	return inTheWay.filter(path => !unfinished.includes(path));
};

const beyondLinks = (worktree: string, saved: SavedWork): BytePath[] =>
	filesIn(saved)
		.map(file => file.path)
		.filter(beyondLinksIn(worktree));

/** Folders that stand where HEAD has a file, with something in them that is not saved. */
const foldersInTheWay = (worktree: string, saved: SavedWork): BytePath[] => {
	const leaving = new Set(filesIn(saved).map(file => file.path));
	return saved.files
		.filter(({path, before}) => before !== null && kindAt(worktree, path) === 'other')
		.flatMap(({path}) => filesBelow(worktree, path).filter(file => !leaving.has(file)));
};

/**
 * Takes work that is saved in a stash commit out of a worktree. The index first, then the files: whenever this is cut
 * off, every file is what was saved, gone, or what HEAD has, the last one perhaps only half of it; so it can be run again.
 */
export const clearWork = async (
	worktree: string,
	saved: SavedWork,
	particulars: Particulars,
	observed?: Observed,
): Promise<void> => {
	clearStage(worktree);
	clearOwnIndex(worktree);
	const inTheWay = [
		...(observed ? changedSince(worktree, saved, observed) : await neitherSavedNorClean(worktree, saved, particulars)),
		...beyondLinks(worktree, saved),
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
	// Taken out of the index only (`git rm --cached`): its file was saved as untracked and is HEAD's again.
	const untracked = new Set(saved.untracked.map(file => file.path));
	const taken = saved.staged.filter(({path, before}) => before !== null && untracked.has(path));
	const back = new Set([...saved.files.filter(file => file.before !== null), ...taken].map(({path}) => path));
	removeSaved(worktree, saved);
	await checkOut(worktree, [...back]);
	// Of these files the index has been told without a look at them.
	if (saved.staged.some(({path, before}) => before !== null && !back.has(path))) {
		await git(worktree, ['update-index', '-q', '--refresh'], {answers: [1]});
	}
};

const removeSaved = (worktree: string, saved: SavedWork): void => {
	const leaving = [
		...saved.files.filter(file => file.before === null).map(file => file.path),
		...saved.untracked.map(file => file.path),
	];
	// Where HEAD has a folder it may be back already.
	removeFiles(
		worktree,
		leaving.filter(path => kindAt(worktree, path) !== 'other'),
	);
};

/** git puts the files of the index in the place of those that are saved, and notes in it how they are now. */
const checkOut = async (worktree: string, paths: readonly BytePath[]): Promise<void> => {
	for (const path of paths) {
		// git would remove a folder that stands in the way, and all that somebody puts into it in this very moment.
		if (kindAt(worktree, path) === 'other') removeEmptyFolders(onDisk(worktree, path));
	}
	const checkOutBy = (index?: string) =>
		git(worktree, ['checkout-index', '-f', '-q', '-u', '-z', '--stdin'], {
			...(index === undefined ? {} : {index}),
			input: zList(paths),
		});
	if (paths.length > 0 && !(await withOwnIndex(worktree, checkOutBy))) {
		await checkOutBy();
	}
};

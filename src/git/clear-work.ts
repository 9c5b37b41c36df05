import {type BytePath, forPeople, zList} from './bytes.ts';
import {filesBelow, isBeyondLink, removeFiles} from './files.ts';
import {fingerprint, stamp} from './fingerprint.ts';
import {git} from './git.ts';
import {WorkConflict} from './git-error.ts';
import {indexInfo} from './parse.ts';
import {clearStage, placeFiles, withStage} from './stage.ts';
import {filesIn, type Observed, type Particulars, printOf, type SavedWork} from './stash.ts';
import {statusOf} from './worktree.ts';

/** Files that are no longer what was saved: somebody wrote them in between. */
const changedSince = (worktree: string, saved: SavedWork, {stamps}: Observed): BytePath[] => [
	...filesIn(saved).flatMap(({path}) => (stamp(worktree, path) === stamps[path] ? [] : [path])),
	...saved.files
		.filter(({path, after}) => after === null && isAFile(worktree, path, saved))
		.map(({path}) => path)
		.filter(path => !saved.untracked.some(file => file.path === path)),
];

const isAFile = (worktree: string, path: BytePath, {head}: SavedWork): boolean => {
	const print = isBeyondLink(worktree, path) ? null : fingerprint(worktree, path, head.length);
	return print !== null && print !== 'other';
};

/** After a crash: each file must be what was saved, or not be listed by git because it is cleaned already. */
const neitherSavedNorClean = async (
	worktree: string,
	saved: SavedWork,
	particulars: Particulars,
): Promise<BytePath[]> => {
	const {changes, untracked} = await statusOf(worktree);
	const listed = new Set([...changes.map(change => change.path), ...untracked]);
	const gone = new Set(saved.files.filter(file => file.after === null).map(file => file.path));
	const oids = new Map(filesIn(saved).map(file => [file.path, file.oid]));
	return [...listed].filter(path => {
		const now = fingerprint(worktree, path, saved.head.length);
		if (gone.has(path) && !oids.has(path)) {
			return isAFile(worktree, path, saved);
		}
		const wanted = printOf(particulars, path)?.oid ?? oids.get(path);
		return oids.has(path) && now !== null && (now === 'other' || now.oid !== wanted);
	});
};

const beyondLinks = (worktree: string, saved: SavedWork): BytePath[] =>
	filesIn(saved)
		.map(file => file.path)
		.filter(path => isBeyondLink(worktree, path));

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
	clearStage(worktree);
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
	const back = [...new Set([...saved.files.filter(file => file.before !== null), ...taken].map(({path}) => path))];
	await withStage(worktree, async stage => {
		await checkOutInto(worktree, stage, back);
		removeSaved(worktree, saved);
		placeFiles(stage, worktree, back);
	});
	await noteInIndex(worktree, back);
};

const checkOutInto = async (worktree: string, stage: string, paths: readonly BytePath[]): Promise<void> => {
	if (paths.length > 0) {
		const input = zList(paths);
		await git(worktree, ['checkout-index', '-f', '-q', `--prefix=${stage}/`, '-z', '--stdin'], {input});
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
		leaving.filter(path => fingerprint(worktree, path, saved.head.length) !== 'other'),
	);
};

/** The index learns which files are as it has them. */
const noteInIndex = async (worktree: string, paths: readonly BytePath[]): Promise<void> => {
	const {code} = await git(worktree, ['update-index', '-q', '--refresh'], {answers: [1]});
	if (code === 0 || paths.length === 0) {
		return;
	}
	const {out} = await git(worktree, ['diff-files', '--name-only', '-z'], {bytes: true, looks: true});
	const differing = new Set(out.split('\0'));
	const unsettled = paths.filter(path => differing.has(path));
	// Committed against the repository's own filters: only git itself can call such a file unchanged, by writing it.
	if (unsettled.length > 0) {
		await git(worktree, ['checkout-index', '-f', '-u', '-z', '--stdin'], {input: zList(unsettled)});
	}
};

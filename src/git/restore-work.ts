import {mkdirSync, writeFileSync} from 'node:fs';
import {type BytePath, foldersAbove, forPeople, onDisk, zList} from './bytes.ts';
import {filesBelow, removeFiles} from './files.ts';
import {fingerprint, identity, kindAt, statOf} from './fingerprint.ts';
import {git} from './git.ts';
import {GitError, WorkConflict} from './git-error.ts';
import {mergeWork} from './merge-work.ts';
import {clearOwnIndex} from './own-index.ts';
import {type Change, indexInfo, type Status, type Version} from './parse.ts';
import {type Folders, makeExact, putFiles} from './put-files.ts';
import {filesIn, type Particulars, printOf, type SavedWork} from './saved-work.ts';
import {clearStage, withStage} from './stage.ts';
import {isUnfinished} from './unfinished.ts';
import {statusOf} from './worktree.ts';

const same = (a: Version, b: Version): boolean => a?.oid === b?.oid && a?.mode === b?.mode;

/** How a path stands now: as in HEAD, as it was saved, or as neither, which nobody may overwrite. */
const standing = (worktree: string, saved: SavedWork, particulars: Particulars, status: Status) => {
	const changes = new Map(status.changes.map(change => [change.path, change]));
	const untracked = new Set(status.untracked);
	const files = new Map(saved.files.map(file => [file.path, file]));
	const staged = new Map(saved.staged.map(entry => [entry.path, entry]));
	const oids = new Map(filesIn(saved).map(file => [file.path, file.oid]));
	const taken = new Set(saved.untracked.map(file => file.path));

	const isSavedFile = (path: BytePath): boolean => {
		const now = fingerprint(worktree, path, saved.head.length);
		const wanted = printOf(particulars, path)?.oid ?? oids.get(path);
		// Where the file was gone, a folder may stand in its place.
		if (wanted === undefined || now === null || now === 'other') {
			return wanted === undefined && (now === null || now === 'other');
		}
		return now.oid === wanted;
	};
	const isKnownEntry = ({path, head, staged: entry}: Change): boolean =>
		[head, staged.get(path)?.after ?? null, files.get(path)?.after ?? null].some(known => same(known, entry));

	return (path: BytePath): 'head' | 'saved' | 'other' => {
		const change = changes.get(path);
		if (change !== undefined && taken.has(path) && statOf(onDisk(worktree, path)) === null) {
			// Saved as untracked and removed, but not yet put back as HEAD has it.
			return 'head';
		}
		if (change !== undefined) {
			return isSavedFile(path) && isKnownEntry(change) ? 'saved' : 'other';
		}
		const inHead = (files.get(path)?.before ?? staged.get(path)?.before ?? null) !== null;
		if (!untracked.has(path) && inHead) {
			return 'head';
		}
		const now = fingerprint(worktree, path, saved.head.length);
		return now === null || now === 'other' ? 'head' : isSavedFile(path) ? 'saved' : 'other';
	};
};

/** Folders or files that stand where a saved file must go and that the restoring itself does not remove. */
const obstacles = (worktree: string, saved: SavedWork, leaving: ReadonlySet<BytePath>): BytePath[] => {
	const paths = filesIn(saved).map(({path}) => path);
	const folders = [...new Set(paths.flatMap(foldersAbove))];
	return [
		...paths
			.filter(path => kindAt(worktree, path) === 'other')
			.flatMap(path => filesBelow(worktree, path).filter(file => !leaving.has(file))),
		...folders.filter(folder => {
			const there = kindAt(worktree, folder);
			return there !== null && there !== 'other' && !leaving.has(folder);
		}),
	];
};

const putIndex = async (worktree: string, saved: SavedWork, {intentToAdd}: Particulars): Promise<void> => {
	if (saved.staged.length > 0) {
		const entries = saved.staged.map(({path, after}) => indexInfo(path, after, saved.head.length));
		await git(worktree, ['update-index', '-z', '--index-info'], {input: Buffer.from(entries.join(''), 'latin1')});
	}
	await announce(worktree, intentToAdd);
	// 1: some files differ from the index, as they should.
	await git(worktree, ['update-index', '-q', '--refresh'], {answers: [1]});
};

/** git announces only files that are there: one that was deleted since is announced in another place. */
const announce = async (worktree: string, paths: readonly BytePath[]): Promise<void> => {
	const gone = paths.filter(path => statOf(onDisk(worktree, path)) === null);
	const there = paths.filter(path => !gone.includes(path));
	const add = ['add', '-N', '-f', '--pathspec-from-file=-', '--pathspec-file-nul'];
	await (there.length === 0 ? undefined : git(worktree, add, {input: zList(there)}));
	if (gone.length > 0) {
		await withStage(worktree, async stage => {
			for (const path of gone) {
				mkdirSync(onDisk(stage, foldersAbove(path)[0] ?? '.'), {recursive: true});
				writeFileSync(onDisk(stage, path), '');
			}
			await git(worktree, [`--work-tree=${stage}`, ...add], {input: zList(gone)});
		});
	}
};

/** Every file is there, to the byte; those that were read back where they were made need only be the same ones. */
const verify = (
	worktree: string,
	saved: SavedWork,
	particulars: Particulars,
	right: ReadonlyMap<BytePath, string>,
): void => {
	const wrong = filesIn(saved).filter(({path}) => {
		if (right.get(path) === identity(worktree, path)) {
			return false;
		}
		const now = fingerprint(worktree, path, saved.head.length);
		const wanted = printOf(particulars, path);
		return now === null || now === 'other' || (wanted !== undefined && now.oid !== wanted.oid);
	});
	if (wrong.length > 0) {
		throw new GitError(
			'failed',
			['checkout-index'],
			`not restored: ${wrong.map(file => forPeople(file.path)).join(', ')}`,
		);
	}
};

const isSavedThroughFilters = async (worktree: string, saved: SavedWork, path: BytePath): Promise<boolean> => {
	const print = fingerprint(worktree, path, saved.head.length);
	const wanted = filesIn(saved).find(file => file.path === path)?.oid;
	if (print === null || print === 'other' || wanted === undefined) {
		return false;
	}
	const {code, out} = await git(worktree, ['hash-object', '--', forPeople(path)], {looks: true, answers: [128]});
	return code === 0 && out.trim() === wanted;
};

/** What git's filters make of the saved version, or the half of HEAD's that a clearing which was cut off had begun. */
const isNobodysOwn = async (worktree: string, saved: SavedWork, path: BytePath, wasClearing: boolean) =>
	(await isSavedThroughFilters(worktree, saved, path)) || (wasClearing && (await isUnfinished(worktree, path)));

/**
 * Puts saved work back: the files first, then the index. Changes nothing when anything else stands in the way. May run
 * twice; the stash itself is left alone. `wasClearing`: the work was saved, but taking it out of the worktree was cut off.
 */
export const restoreWork = async (
	worktree: string,
	stash: SavedWork,
	found: Particulars,
	folders: Folders,
	wasClearing = false,
): Promise<void> => {
	clearStage(worktree);
	clearOwnIndex(worktree);
	const status = await statusOf(worktree);
	const {saved, particulars} = await mergeWork(worktree, stash, found, status.head ?? '', folders.scratch);
	const stands = standing(worktree, saved, particulars, status);
	const paths = new Map([...saved.files, ...saved.staged, ...saved.untracked].map(({path}) => [path, stands(path)]));
	for (const path of [...paths.keys()].filter(one => paths.get(one) === 'other')) {
		if (await isNobodysOwn(worktree, saved, path, wasClearing)) {
			paths.set(path, 'head');
		}
	}
	const leaving = new Set(saved.files.filter(file => file.after === null).map(file => file.path));
	const inTheWay = [
		...[...paths.keys()].filter(path => paths.get(path) === 'other'),
		...obstacles(worktree, saved, leaving),
	];
	if (inTheWay.length > 0) {
		throw new WorkConflict([...new Set(inTheWay)].map(forPeople));
	}
	const missing = new Set([...paths.keys()].filter(path => paths.get(path) === 'head'));
	removeFiles(
		worktree,
		[...leaving].filter(path => missing.has(path)),
	);
	const right = await putFiles(worktree, saved, particulars, missing, folders);
	// Those that were back already may still lack their permissions.
	const there = {...saved, files: [], untracked: filesIn(saved).filter(({path}) => !missing.has(path))};
	await makeExact(worktree, worktree, there, particulars, folders);
	await putIndex(worktree, saved, particulars);
	verify(worktree, saved, particulars, right);
};

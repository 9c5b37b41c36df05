import {chmodSync, existsSync, readFileSync} from 'node:fs';
import {join} from 'node:path';
import {type BytePath, forPeople, onDisk, zList} from './bytes.ts';
import {filesBelow, removeFiles, writeExactly} from './files.ts';
import {fingerprint, statOf} from './fingerprint.ts';
import {git} from './git.ts';
import {GitError, WorkConflict} from './git-error.ts';
import {mergeWork} from './merge-work.ts';
import {type Change, indexInfo, type Status, type Version} from './parse.ts';
import {filesIn, type Particulars, printOf, type SavedWork, withScratch} from './stash.ts';
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
const obstacles = (worktree: string, saved: SavedWork, leaving: ReadonlySet<BytePath>): BytePath[] =>
	filesIn(saved).flatMap(({path}) => {
		if (fingerprint(worktree, path, saved.head.length) === 'other') {
			return filesBelow(worktree, path).filter(file => !leaving.has(file));
		}
		const parts = path.split('/');
		const folders = parts.slice(1).map((_, depth) => parts.slice(0, depth + 1).join('/'));
		return folders.filter(folder => {
			const there = fingerprint(worktree, folder, saved.head.length);
			return there !== null && there !== 'other' && !leaving.has(folder);
		});
	});

const putFiles = async (
	worktree: string,
	saved: SavedWork,
	paths: ReadonlySet<BytePath>,
	scratch: string,
): Promise<void> => {
	const wanted = filesIn(saved).filter(file => paths.has(file.path));
	if (wanted.length === 0) {
		return;
	}
	const index = join(scratch, 'restore.index');
	const entries = wanted.map(({path, mode, oid}) => indexInfo(path, {mode, oid}, saved.head.length));
	await git(worktree, ['update-index', '-z', '--index-info'], {index, input: Buffer.from(entries.join(''), 'latin1')});
	await git(worktree, ['checkout-index', '-f', '-q', '-a'], {index});
};

/** git's filters may have changed the bytes and git drops most permissions: give each file exactly what it had. */
const makeExact = async (
	worktree: string,
	saved: SavedWork,
	particulars: Particulars,
	rawFolder: string,
): Promise<void> => {
	for (const {path, oid} of filesIn(saved)) {
		const wanted = printOf(particulars, path);
		const now = wanted?.kind === 'file' ? fingerprint(worktree, path, saved.head.length) : undefined;
		if (wanted === undefined || now === undefined || now === null || now === 'other') {
			continue;
		}
		if (now.oid === wanted.oid) {
			chmodSync(onDisk(worktree, path), wanted.mode);
		} else {
			writeExactly(worktree, path, await exactBytes(worktree, wanted.oid, oid, rawFolder), wanted);
		}
	}
};

const exactBytes = async (worktree: string, wanted: string, blob: string, rawFolder: string): Promise<Buffer> => {
	const kept = join(rawFolder, wanted);
	return wanted === blob || !existsSync(kept)
		? Buffer.from((await git(worktree, ['cat-file', 'blob', wanted], {bytes: true, looks: true})).out, 'latin1')
		: readFileSync(kept);
};

const putIndex = async (worktree: string, saved: SavedWork, {intentToAdd}: Particulars): Promise<void> => {
	if (saved.staged.length > 0) {
		const entries = saved.staged.map(({path, after}) => indexInfo(path, after, saved.head.length));
		await git(worktree, ['update-index', '-z', '--index-info'], {input: Buffer.from(entries.join(''), 'latin1')});
	}
	if (intentToAdd.length > 0) {
		const input = zList(intentToAdd);
		await git(worktree, ['add', '-N', '-f', '--pathspec-from-file=-', '--pathspec-file-nul'], {input});
	}
	// 1: some files differ from the index, as they should.
	await git(worktree, ['update-index', '-q', '--refresh'], {answers: [1]});
};

const verify = (worktree: string, saved: SavedWork, particulars: Particulars): void => {
	const wrong = filesIn(saved).filter(({path}) => {
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

export type Folders = {readonly scratch: string; readonly raw: string};

/**
 * Puts saved work back: the files first, then the index. Changes nothing when anything else stands in the way. May run
 * twice; the stash itself is left alone.
 */
export const restoreWork = async (
	worktree: string,
	stash: SavedWork,
	found: Particulars,
	folders: Folders,
): Promise<void> => {
	const status = await statusOf(worktree);
	const {saved, particulars} = await mergeWork(worktree, stash, found, status.head ?? '', folders.scratch);
	const stands = standing(worktree, saved, particulars, status);
	const paths = new Map([...saved.files, ...saved.staged, ...saved.untracked].map(({path}) => [path, stands(path)]));
	// Cut off between git's checkout and the exact bytes: what git's filters make of it is the saved version.
	for (const path of [...paths.keys()].filter(one => paths.get(one) === 'other')) {
		if (await isSavedThroughFilters(worktree, saved, path)) {
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
	await withScratch(folders.scratch, () => putFiles(worktree, saved, missing, folders.scratch));
	await makeExact(worktree, saved, particulars, folders.raw);
	await putIndex(worktree, saved, particulars);
	verify(worktree, saved, particulars);
};

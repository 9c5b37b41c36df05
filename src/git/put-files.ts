import {chmodSync, existsSync, readFileSync} from 'node:fs';
import {join} from 'node:path';
import {type BytePath, onDisk} from './bytes.ts';
import {writeExactly} from './files.ts';
import {fingerprint, identity} from './fingerprint.ts';
import {git} from './git.ts';
import {indexInfo} from './parse.ts';
import {filesIn, type Particulars, printOf, type SavedWork} from './saved-work.ts';
import {withScratch} from './scratch.ts';
import {placeFiles, syncFoldersOf, syncStaged, withStage} from './stage.ts';

export type Folders = {readonly scratch: string; readonly raw: string};

/**
 * Makes the missing files beside the worktree, to the byte, and only then puts them into it. Returns by what each that was
 * read back and found right is known again.
 */
export const putFiles = async (
	worktree: string,
	saved: SavedWork,
	particulars: Particulars,
	paths: ReadonlySet<BytePath>,
	folders: Folders,
): Promise<ReadonlyMap<BytePath, string>> => {
	const wanted = filesIn(saved).filter(file => paths.has(file.path));
	const names = [...new Set(wanted.map(file => file.path))];
	const index = join(folders.scratch, 'restore.index');
	const entries = wanted.map(({path, mode, oid}) => indexInfo(path, {mode, oid}, saved.head.length));
	const right = new Map<BytePath, string>();
	if (wanted.length === 0) {
		return right;
	}
	await withStage(worktree, async stage => {
		await withScratch(folders.scratch, async () => {
			const input = Buffer.from(entries.join(''), 'latin1');
			await git(worktree, ['update-index', '-z', '--index-info'], {index, input});
			await git(worktree, ['checkout-index', '-f', '-q', '-a', `--prefix=${stage}/`], {index});
		});
		for (const path of await makeExact(
			worktree,
			stage,
			{...saved, files: [], untracked: wanted},
			particulars,
			folders,
		)) {
			right.set(path, identity(stage, path));
		}
		await syncStaged(stage, names);
		placeFiles(stage, worktree, names);
	});
	await syncFoldersOf(worktree, names);
	return right;
};

/**
 * git's filters may have changed the bytes and git drops most permissions: gives each file exactly what it had. Returns
 * those that had the right bytes already.
 */
export const makeExact = async (
	worktree: string,
	place: string,
	saved: SavedWork,
	particulars: Particulars,
	{raw}: Folders,
): Promise<BytePath[]> => {
	const right: BytePath[] = [];
	for (const {path, oid} of filesIn(saved)) {
		const wanted = printOf(particulars, path);
		const now = wanted === undefined ? null : fingerprint(place, path, saved.head.length);
		if (wanted === undefined || now === null || now === 'other') {
			continue;
		}
		if (now.oid === wanted.oid) {
			right.push(path);
		}
		if (wanted.kind === 'file' && now.oid !== wanted.oid) {
			writeExactly(place, path, await exactBytes(worktree, wanted.oid, oid, raw), wanted);
		} else if (wanted.kind === 'file' && now.mode !== wanted.mode) {
			chmodSync(onDisk(place, path), wanted.mode);
		}
	}
	return right;
};

const exactBytes = async (worktree: string, wanted: string, blob: string, rawFolder: string): Promise<Buffer> => {
	const kept = join(rawFolder, wanted);
	return wanted === blob || !existsSync(kept)
		? Buffer.from((await git(worktree, ['cat-file', 'blob', wanted], {bytes: true, looks: true})).out, 'latin1')
		: readFileSync(kept);
};

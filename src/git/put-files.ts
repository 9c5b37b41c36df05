import {chmodSync, existsSync, readFileSync} from 'node:fs';
import {join} from 'node:path';
import {type BytePath, onDisk} from './bytes.ts';
import {writeExactly} from './files.ts';
import {fingerprint} from './fingerprint.ts';
import {git} from './git.ts';
import {indexInfo} from './parse.ts';
import {placeFiles, syncFoldersOf, syncStaged, withStage} from './stage.ts';
import {filesIn, type Particulars, printOf, type SavedWork, withScratch} from './stash.ts';

export type Folders = {readonly scratch: string; readonly raw: string};

/** Makes the missing files beside the worktree, to the byte, and only then puts them into it. */
export const putFiles = async (
	worktree: string,
	saved: SavedWork,
	particulars: Particulars,
	paths: ReadonlySet<BytePath>,
	folders: Folders,
): Promise<void> => {
	const wanted = filesIn(saved).filter(file => paths.has(file.path));
	if (wanted.length === 0) {
		return;
	}
	const names = [...new Set(wanted.map(file => file.path))];
	const index = join(folders.scratch, 'restore.index');
	const entries = wanted.map(({path, mode, oid}) => indexInfo(path, {mode, oid}, saved.head.length));
	await withStage(worktree, async stage => {
		await withScratch(folders.scratch, async () => {
			const input = Buffer.from(entries.join(''), 'latin1');
			await git(worktree, ['update-index', '-z', '--index-info'], {index, input});
			await git(worktree, ['checkout-index', '-f', '-q', '-a', `--prefix=${stage}/`], {index});
		});
		await makeExact(worktree, stage, {...saved, files: [], untracked: wanted}, particulars, folders.raw);
		syncStaged(stage, names);
		placeFiles(stage, worktree, names);
	});
	syncFoldersOf(worktree, names);
};

/** git's filters may have changed the bytes and git drops most permissions: give each file exactly what it had. */
export const makeExact = async (
	worktree: string,
	place: string,
	saved: SavedWork,
	particulars: Particulars,
	rawFolder: string,
): Promise<void> => {
	for (const {path, oid} of filesIn(saved)) {
		const wanted = printOf(particulars, path);
		const now = wanted?.kind === 'file' ? fingerprint(place, path, saved.head.length) : undefined;
		if (wanted === undefined || now === undefined || now === null || now === 'other') {
			continue;
		}
		if (now.oid !== wanted.oid) {
			writeExactly(place, path, await exactBytes(worktree, wanted.oid, oid, rawFolder), wanted);
		} else if (now.mode !== wanted.mode) {
			chmodSync(onDisk(place, path), wanted.mode);
		}
	}
};

const exactBytes = async (worktree: string, wanted: string, blob: string, rawFolder: string): Promise<Buffer> => {
	const kept = join(rawFolder, wanted);
	return wanted === blob || !existsSync(kept)
		? Buffer.from((await git(worktree, ['cat-file', 'blob', wanted], {bytes: true, looks: true})).out, 'latin1')
		: readFileSync(kept);
};

import {
	closeSync,
	fsyncSync,
	lstatSync,
	mkdirSync,
	openSync,
	readdirSync,
	renameSync,
	rmdirSync,
	rmSync,
	statSync,
} from 'node:fs';
import {basename, dirname, join} from 'node:path';
import {runProgram} from '../program/run-program.ts';
import {type BytePath, foldersAbove, onDisk} from './bytes.ts';
import {kindAt, statOf} from './fingerprint.ts';

/**
 * Where files are made whole before a rename puts them into a worktree: outside of it, so that nothing half-written is
 * ever taken for somebody's own, and on its file system, so that they can be renamed.
 */
const stageOf = (worktree: string): string =>
	statSync(join(worktree, '.git'), {throwIfNoEntry: false})?.isDirectory()
		? join(worktree, '.git', 'squad-stage')
		: join(dirname(worktree), `.${basename(worktree)}.squad-stage`);

/** What a run that was cut off had not yet put in place. */
export const clearStage = (worktree: string): void => rmSync(stageOf(worktree), {recursive: true, force: true});

/** Runs with an empty stage that is gone afterwards, whatever happens. */
export const withStage = async <T>(worktree: string, run: (stage: string) => Promise<T>): Promise<T> => {
	clearStage(worktree);
	mkdirSync(stageOf(worktree), {recursive: true, mode: 0o700});
	try {
		return await run(stageOf(worktree));
	} finally {
		clearStage(worktree);
	}
};

export const syncPath = (path: string | Buffer): void => {
	const file = openSync(path, 'r');
	try {
		fsyncSync(file);
	} finally {
		closeSync(file);
	}
};

/** From so many files on, one call for the whole file system takes less than one for each. */
const MANY = 64;

/** Files and folders that are all on the file system of one folder reach the disk. */
const syncAll = async (place: string, paths: readonly Buffer[]): Promise<void> => {
	if (paths.length >= MANY && (await syncFileSystem(place))) {
		return;
	}
	paths.forEach(syncPath);
};

/** False where there is no such program: macOS has none. */
const syncFileSystem = async (place: string): Promise<boolean> =>
	(await runProgram('sync', ['-f', '--', place], {env: process.env})).code === 0;

/** Everything below a folder, and the folder itself. */
export const syncTree = (path: string | Buffer): void => {
	const [place, stat] = [Buffer.from(path), lstatSync(path)];
	if (stat.isDirectory()) {
		entriesIn(place).forEach(syncTree);
	}
	if (stat.isDirectory() || stat.isFile()) {
		syncPath(place);
	}
};

/** Folders that are left where a file must go. Only empty ones: whatever is in one stops it. */
export const removeEmptyFolders = (folder: Buffer): void => {
	if (statOf(folder)?.isDirectory()) {
		for (const below of entriesIn(folder)) {
			removeEmptyFolders(below);
		}
		rmdirSync(folder);
	}
};

const entriesIn = (folder: Buffer): Buffer[] =>
	readdirSync(folder, {encoding: 'buffer'}).map(name => Buffer.concat([folder, Buffer.from('/'), name]));

/** Renames staged files into the worktree, each whole or not at all. */
export const placeFiles = (stage: string, worktree: string, paths: readonly BytePath[]): void => {
	for (const path of paths) {
		const to = onDisk(worktree, path);
		mkdirSync(onDisk(worktree, foldersAbove(path)[0] ?? '.'), {recursive: true});
		removeEmptyFolders(to);
		renameSync(onDisk(stage, path), to);
	}
};

/** Staged files reach the disk before the saved copy may go. */
export const syncStaged = (stage: string, paths: readonly BytePath[]): Promise<void> =>
	// A link has no content of its own, and following it would leave the stage.
	syncAll(
		stage,
		paths.filter(path => kindAt(stage, path) === 'file').map(path => onDisk(stage, path)),
	);

/** And so do their names. */
export const syncFoldersOf = (worktree: string, paths: readonly BytePath[]): Promise<void> =>
	syncAll(
		worktree,
		[...new Set(paths.map(path => foldersAbove(path)[0] ?? '.'))].map(folder => onDisk(worktree, folder)),
	);

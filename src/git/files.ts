import {chmodSync, closeSync, fsyncSync, openSync, readdirSync, rmdirSync, unlinkSync, writeSync} from 'node:fs';
import {type BytePath, foldersAbove, onDisk} from './bytes.ts';
import {type Fingerprint, statOf} from './fingerprint.ts';

const codeOf = (cause: unknown): unknown => (cause instanceof Error && 'code' in cause ? cause.code : undefined);

/** Removes files, then the folders that this left empty. Files that are gone already are fine. */
export const removeFiles = (worktree: string, paths: readonly BytePath[]): void => {
	for (const path of paths) {
		try {
			unlinkSync(onDisk(worktree, path));
		} catch (cause) {
			if (!['ENOENT', 'ENOTDIR'].includes(String(codeOf(cause)))) {
				throw cause;
			}
		}
	}
	const folders = new Set(paths.flatMap(foldersAbove));
	for (const folder of [...folders].sort((a, b) => b.length - a.length)) {
		try {
			rmdirSync(onDisk(worktree, folder));
		} catch (cause) {
			// Not empty: something else lives there. Gone: just as well.
			if (!['ENOTEMPTY', 'EEXIST', 'ENOENT', 'ENOTDIR'].includes(String(codeOf(cause)))) {
				throw cause;
			}
		}
	}
};

/** Everything that is not a folder below a folder, relative to the worktree. */
export const filesBelow = (worktree: string, folder: BytePath): BytePath[] =>
	readdirSync(onDisk(worktree, folder), {withFileTypes: true, encoding: 'buffer'}).flatMap(entry => {
		const path = `${folder}/${entry.name.toString('latin1')}`;
		return entry.isDirectory() ? filesBelow(worktree, path) : [path];
	});

/** Whether one of the folders above a path is a link: what is behind it is not part of the worktree. */
export const isBeyondLink = (worktree: string, path: BytePath): boolean =>
	foldersAbove(path).some(folder => statOf(onDisk(worktree, folder))?.isSymbolicLink() ?? false);

/** Gives a file its exact bytes and permissions. */
export const writeExactly = (worktree: string, path: BytePath, bytes: Buffer, {mode}: Fingerprint): void => {
	const file = openSync(onDisk(worktree, path), 'w', mode);
	try {
		for (let left = bytes; left.length > 0; ) {
			left = left.subarray(writeSync(file, left));
		}
		fsyncSync(file);
	} finally {
		closeSync(file);
	}
	chmodSync(onDisk(worktree, path), mode);
};

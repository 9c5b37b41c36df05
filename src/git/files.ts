import {chmodSync, closeSync, fsyncSync, openSync, readdirSync, rmdirSync, unlinkSync, writeSync} from 'node:fs';
import {type BytePath, foldersAbove, onDisk} from './bytes.ts';
import {type Fingerprint, kindAt} from './fingerprint.ts';

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

/**
 * Tells of paths of a worktree, as it is now, whether one of the folders above is a link: what is behind it is not part of
 * the worktree. Each folder is looked at once.
 */
export const beyondLinksIn = (worktree: string): ((path: BytePath) => boolean) => {
	const known = new Map<BytePath, boolean>();
	return path =>
		foldersAbove(path).some(folder => {
			const isLink = known.get(folder) ?? kindAt(worktree, folder) === 'link';
			known.set(folder, isLink);
			return isLink;
		});
};

/** Tells of paths of a worktree, as it is now, whether there is a file, or a link, of its own. */
export const filesAt = (worktree: string): ((path: BytePath) => boolean) => {
	const isBeyondLink = beyondLinksIn(worktree);
	return path => {
		const kind = isBeyondLink(path) ? null : kindAt(worktree, path);
		return kind === 'file' || kind === 'link';
	};
};

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

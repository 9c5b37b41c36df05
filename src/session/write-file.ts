import {closeSync, fsyncSync, mkdirSync, openSync, renameSync, rmSync, writeFileSync, writeSync} from 'node:fs';
import {dirname} from 'node:path';

/**
 * Replaces a file whole: whoever reads it, whenever the power goes, finds the old content or the new one. The name of
 * the temporary file is always the same, so that what a crash left is used up by the next write: callers hold a lock.
 */
export const writeFileWhole = (path: string, content: string | Buffer, temporary = `${path}.tmp`): void => {
	mkdirSync(dirname(path), {recursive: true, mode: 0o700});
	replaceFile(path, content, temporary);
	syncFolder(dirname(path));
};

/** The same for several files of one folder, which has to be synced once all are written. */
export const replaceFile = (path: string, content: string | Buffer, temporary = `${path}.tmp`): void => {
	const file = openSync(temporary, 'w', 0o600);
	try {
		// A disk that fills up takes a part without an error; only the next write says so.
		for (let left = Buffer.from(content as Buffer); left.length > 0; ) {
			left = left.subarray(writeSync(file, left));
		}
		fsyncSync(file);
	} catch (cause) {
		rmSync(temporary, {force: true});
		throw cause;
	} finally {
		closeSync(file);
	}
	renameSync(temporary, path);
};

/** A rename is on the disk only when its folder is. */
export const syncFolder = (path: string): void => {
	const folder = openSync(path, 'r');
	try {
		fsyncSync(folder);
	} finally {
		closeSync(folder);
	}
};

/** Whole, but without waiting for the disk: for what is made anew at the next start. */
export const putFile = (path: string, content: string, temporary = `${path}.tmp`): void => {
	writeFileSync(temporary, content, {mode: 0o600});
	renameSync(temporary, path);
};

/** For what saves time and is never needed: it waits for no disk, and where it cannot be written nothing is wrong. */
export const writeSoon = (path: string, content: string): void => {
	const temporary = `${path}.${process.pid}.tmp`;
	try {
		writeFileSync(temporary, content, {mode: 0o600});
		renameSync(temporary, path);
	} catch {
		// A home that cannot be written, or a full disk.
		rmSync(temporary, {force: true});
	}
};

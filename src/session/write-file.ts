import {closeSync, fsyncSync, mkdirSync, openSync, renameSync, rmSync, writeSync} from 'node:fs';
import {dirname} from 'node:path';

/** Replaces a file whole: whoever reads it, whenever the power goes, finds the old content or the new one. */
export const writeFileWhole = (path: string, content: string | Buffer): void => {
	const temporary = `${path}.${process.pid}.tmp`;
	mkdirSync(dirname(path), {recursive: true, mode: 0o700});
	const file = openSync(temporary, 'w', 0o600);
	try {
		writeSync(file, typeof content === 'string' ? Buffer.from(content) : content);
		fsyncSync(file);
	} catch (cause) {
		rmSync(temporary, {force: true});
		throw cause;
	} finally {
		closeSync(file);
	}
	renameSync(temporary, path);
	syncFolder(dirname(path));
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

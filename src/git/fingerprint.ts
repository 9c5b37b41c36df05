import {createHash} from 'node:crypto';
import {closeSync, lstatSync, openSync, readlinkSync, readSync} from 'node:fs';
import {type BytePath, onDisk} from './bytes.ts';

/** What a file in a worktree is, to the byte and whatever git's filters would make of it. */
export type Fingerprint = {
	/** git's name of a blob with exactly these bytes (of a symbolic link: its target). */
	readonly oid: string;
	readonly kind: 'file' | 'link';
	/** Permission bits: git keeps only one of them. */
	readonly mode: number;
};

const CHUNK = 1 << 20;

const hashOf = (path: Buffer, size: number, algorithm: string): string => {
	const hash = createHash(algorithm).update(`blob ${size}\0`);
	const buffer = Buffer.allocUnsafe(Math.min(CHUNK, Math.max(size, 1)));
	const file = openSync(path, 'r');
	try {
		for (let read = readSync(file, buffer); read > 0; read = readSync(file, buffer)) {
			hash.update(buffer.subarray(0, read));
		}
	} finally {
		closeSync(file);
	}
	return hash.digest('hex');
};

/** null: nothing there. 'other': a folder, socket, pipe or device. */
export const fingerprint = (directory: string, path: BytePath, oidLength: number): Fingerprint | 'other' | null => {
	const file = onDisk(directory, path);
	const stat = statOf(file);
	if (stat === null) {
		return null;
	}
	const algorithm = oidLength === 64 ? 'sha256' : 'sha1';
	if (stat.isSymbolicLink()) {
		const target = readlinkSync(file, {encoding: 'buffer'});
		const oid = createHash(algorithm).update(`blob ${target.length}\0`).update(target).digest('hex');
		return {oid, kind: 'link', mode: 0o777};
	}
	return stat.isFile() ? {oid: hashOf(file, stat.size, algorithm), kind: 'file', mode: stat.mode & 0o7777} : 'other';
};

/** What stands at a path, without reading it. */
export const kindAt = (directory: string, path: BytePath): Fingerprint['kind'] | 'other' | null => {
	const stat = statOf(onDisk(directory, path));
	return stat === null ? null : stat.isSymbolicLink() ? 'link' : stat.isFile() ? 'file' : 'other';
};

/** What stands at a path; null for nothing. */
export const statOf = (file: Buffer) => {
	try {
		return lstatSync(file);
	} catch (cause) {
		// ENOENT: not there. ENOTDIR: a file stands where one of its folders would be.
		if (cause instanceof Error && 'code' in cause && (cause.code === 'ENOENT' || cause.code === 'ENOTDIR')) {
			return null;
		}
		throw cause;
	}
};

/** Stays when a file is renamed and changes when it is written or replaced. */
export const identity = (directory: string, path: BytePath): string => {
	const stat = lstatSync(onDisk(directory, path), {bigint: true, throwIfNoEntry: false});
	return stat === undefined ? '' : `${stat.ino} ${stat.size} ${stat.mtimeNs}`;
};

/** Changes whenever a file is written: cheap to compare just before the file is removed. */
export const stamp = (directory: string, path: BytePath): string => {
	try {
		const stat = lstatSync(onDisk(directory, path), {bigint: true});
		return `${stat.ino} ${stat.size} ${stat.mtimeNs} ${stat.ctimeNs}`;
	} catch {
		// Whatever the reason, there is nothing to compare with.
		return '';
	}
};

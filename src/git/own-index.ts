import {linkSync, renameSync, rmSync, statSync} from 'node:fs';
import {join} from 'node:path';
import {copyIndex, gitDirOf} from './worktree.ts';

const filesOf = (worktree: string) => {
	const folder = gitDirOf(worktree) ?? '/dev/null';
	return {index: join(folder, 'index'), lock: join(folder, 'index.lock'), own: join(folder, 'squad-index')};
};

const inodeOf = (path: string): bigint | undefined => statSync(path, {bigint: true, throwIfNoEntry: false})?.ino;

/** What a run that was cut off left: its index, git's lock on that, and the worktree's lock if it is a link to that index. */
export const clearOwnIndex = (worktree: string): void => {
	const {lock, own} = filesOf(worktree);
	rmSync(`${own}.lock`, {force: true});
	const inode = inodeOf(own);
	if (inode !== undefined && inode === inodeOf(lock)) {
		rmSync(lock, {force: true});
	}
	if (inode !== undefined) {
		rmSync(own, {force: true});
	}
};

/** Puts it in the place of the worktree's, under git's own lock, unless that was written in the meantime. */
const install = (worktree: string, before: string): boolean => {
	const {index, lock, own} = filesOf(worktree);
	try {
		linkSync(own, lock);
	} catch {
		// Another git holds the lock, or there are no links here.
		return false;
	}
	const isSame = stampOf(index) === before;
	if (isSame) renameSync(lock, index);
	else rmSync(lock);
	return isSame;
};

const stampOf = (path: string): string => {
	const {ino, size, mtimeNs} = statSync(path, {bigint: true});
	return `${ino} ${size} ${mtimeNs}`;
};

/**
 * Lets git write a copy of a worktree's index and puts that in its place: the lock that a git leaves when it dies in the
 * middle of its work is then on the copy, where nobody else needs it. False: the worktree has still the index that it had.
 */
export const withOwnIndex = async (worktree: string, run: (index: string) => Promise<unknown>): Promise<boolean> => {
	clearOwnIndex(worktree);
	const {index, own} = filesOf(worktree);
	try {
		const before = stampOf(index);
		copyIndex(worktree, own);
		await run(own);
		return install(worktree, before);
	} finally {
		clearOwnIndex(worktree);
	}
};

import {
	cpSync,
	existsSync,
	lstatSync,
	mkdirSync,
	readdirSync,
	readFileSync,
	renameSync,
	rmdirSync,
	rmSync,
	unlinkSync,
} from 'node:fs';
import {join} from 'node:path';
import {type BytePath, forPeople, onDisk} from './bytes.ts';
import {git} from './git.ts';
import {WorkConflict} from './git-error.ts';
import {syncPath, syncTree, withStage} from './stage.ts';

/** What is in a worktree and in no commit: after its work was stashed, the ignored files. Whole folders where possible. */
export const notTracked = async (worktree: string): Promise<BytePath[]> =>
	(await git(worktree, ['ls-files', '--others', '--directory', '-z'], {looks: true, bytes: true})).out
		.split('\0')
		.filter(path => path !== '')
		.map(path => path.replace(/\/$/, ''));

const statAt = (path: Buffer) => lstatSync(path, {throwIfNoEntry: false});

const below = (folder: Buffer, name: Buffer): Buffer => Buffer.concat([folder, Buffer.from('/'), name]);

const namesIn = (folder: Buffer): Buffer[] => readdirSync(folder, {encoding: 'buffer'});

const bothFolders = (from: Buffer, to: Buffer): boolean =>
	(statAt(from)?.isDirectory() && statAt(to)?.isDirectory()) || false;

/** A copy whose original had not gone yet when squad was cut off. */
const isCopyOf = (one: Buffer, other: Buffer): boolean => {
	const [a, b] = [statAt(one), statAt(other)];
	return (a?.isFile() && b?.isFile() && a.size === b.size && readFileSync(one).equals(readFileSync(other))) || false;
};

/** Moves a file or folder; across file systems by a copy that is complete, and on the disk, before the original goes. */
const move = (from: Buffer, to: Buffer, partial: string): void => {
	mkdirSync(to.subarray(0, to.lastIndexOf('/')), {recursive: true, mode: 0o700});
	try {
		renameSync(from, to);
	} catch (cause) {
		if (!(cause instanceof Error && 'code' in cause && cause.code === 'EXDEV')) {
			throw cause;
		}
		rmSync(partial, {recursive: true, force: true});
		cpSync(from.toString(), partial, {recursive: true, preserveTimestamps: true, verbatimSymlinks: true});
		syncTree(partial);
		renameSync(partial, to);
		syncPath(to.subarray(0, to.lastIndexOf('/')));
		rmSync(from, {recursive: true});
	}
};

/** Files of `from` that stand in `to` already, in another version. */
const clashes = (from: Buffer, to: Buffer): string[] => {
	if (bothFolders(from, to)) {
		return namesIn(from).flatMap(name => clashes(below(from, name), below(to, name)));
	}
	return statAt(to) !== undefined && !isCopyOf(from, to) ? [to.toString()] : [];
};

const moveInto = (from: Buffer, to: Buffer, partial: string): void => {
	if (bothFolders(from, to)) {
		for (const name of namesIn(from)) {
			moveInto(below(from, name), below(to, name), partial);
		}
		rmdirSync(from);
	} else if (statAt(to) !== undefined) {
		unlinkSync(from);
	} else {
		move(from, to, partial);
	}
};

/** Moves everything that no commit holds out of a worktree, so that the worktree may be removed. May run twice. */
export const park = async (worktree: string, parked: string): Promise<void> => {
	const paths = await notTracked(worktree);
	const inTheWay = paths.filter(path => clashes(onDisk(worktree, path), onDisk(parked, path)).length > 0);
	if (inTheWay.length > 0) {
		throw new WorkConflict(inTheWay.map(forPeople));
	}
	for (const path of paths) {
		moveInto(onDisk(worktree, path), onDisk(parked, path), `${parked}.partial`);
	}
};

/** Moves what was parked back. Changes nothing when something else has taken its place. May run twice. */
export const unpark = async (parked: string, worktree: string): Promise<void> => {
	// What a copy to another file system left half-way; its original is still where it was.
	rmSync(`${parked}.partial`, {recursive: true, force: true});
	if (!existsSync(parked)) {
		return;
	}
	const [from, to] = [Buffer.from(parked), Buffer.from(worktree)];
	const inTheWay = clashes(from, to);
	if (inTheWay.length > 0) {
		throw new WorkConflict(inTheWay);
	}
	await withStage(worktree, async stage => moveInto(from, to, join(stage, 'partial')));
};

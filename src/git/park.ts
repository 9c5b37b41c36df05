import {cpSync, existsSync, lstatSync, mkdirSync, readdirSync, renameSync, rmdirSync, rmSync} from 'node:fs';
import {dirname, join} from 'node:path';
import {git} from './git.ts';
import {WorkConflict} from './git-error.ts';

/** What is in a worktree and in no commit: after its work was stashed, the ignored files. Whole folders where possible. */
export const notTracked = async (worktree: string): Promise<string[]> =>
	(await git(worktree, ['ls-files', '--others', '--directory', '-z'], {looks: true})).out
		.split('\0')
		.filter(path => path !== '');

const isFolder = (path: string): boolean => lstatSync(path, {throwIfNoEntry: false})?.isDirectory() ?? false;

const isThere = (path: string): boolean => lstatSync(path, {throwIfNoEntry: false}) !== undefined;

/** Moves a file or folder; across file systems by a copy that is complete before the original goes. */
const move = (from: string, to: string): void => {
	mkdirSync(dirname(to), {recursive: true, mode: 0o700});
	try {
		renameSync(from, to);
	} catch (cause) {
		if (!(cause instanceof Error && 'code' in cause && cause.code === 'EXDEV')) {
			throw cause;
		}
		const partial = `${to}.squad-partial`;
		rmSync(partial, {recursive: true, force: true});
		cpSync(from, partial, {recursive: true, preserveTimestamps: true, verbatimSymlinks: true});
		renameSync(partial, to);
		rmSync(from, {recursive: true});
	}
};

/** Files of `from` that stand in `to` already. */
const clashes = (from: string, to: string): string[] =>
	isFolder(from) && isFolder(to)
		? readdirSync(from).flatMap(name => clashes(join(from, name), join(to, name)))
		: isThere(to)
			? [to]
			: [];

const moveInto = (from: string, to: string): void => {
	if (!isFolder(from) || !isThere(to)) {
		move(from, to);
		return;
	}
	for (const name of readdirSync(from)) {
		moveInto(join(from, name), join(to, name));
	}
	rmdirSync(from);
};

/** Moves everything that no commit holds out of a worktree, so that the worktree may be removed. May run twice. */
export const park = async (worktree: string, parked: string): Promise<void> => {
	const paths = (await notTracked(worktree)).map(path => path.replace(/\/$/, ''));
	const inTheWay = paths.flatMap(path => clashes(join(worktree, path), join(parked, path)));
	if (inTheWay.length > 0) {
		throw new WorkConflict(inTheWay);
	}
	for (const path of paths) {
		moveInto(join(worktree, path), join(parked, path));
	}
};

/** Moves what was parked back. Changes nothing when something else has taken its place. May run twice. */
export const unpark = (parked: string, worktree: string): void => {
	if (!existsSync(parked)) {
		return;
	}
	const inTheWay = clashes(parked, worktree);
	if (inTheWay.length > 0) {
		throw new WorkConflict(inTheWay);
	}
	moveInto(parked, worktree);
};

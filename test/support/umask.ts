import {lstat, readdir} from 'node:fs/promises';
import {join} from 'node:path';
import type {Lab} from './lab.ts';
import type {RunOptions} from './run.ts';

/** squad as somebody with that umask runs it. */
export const squadUnder = (here: Lab, umask: string, ...args: readonly (string | RunOptions)[]) =>
	here.run('/bin/sh', '-c', `umask ${umask}; exec squad "$@"`, 'sh', ...args);

/** The user's own files keep the user's own modes: worktrees, and what was moved or copied out of them. */
const IS_THE_USERS = /^(worktrees\/[^/]+\/|(sessions|trash)\/[^/]+\/(parked|hidden)\/)/;

/** Everything below squad's home that somebody else could read, write or enter. */
export const openToOthers = async (home: string, below = ''): Promise<string[]> => {
	const {mode} = await lstat(join(home, below));
	const own = (mode & 0o077) === 0 ? [] : [`${(mode & 0o777).toString(8)} ${below || '.'}`];
	const entries = await readdir(join(home, below), {withFileTypes: true});
	const inside = await Promise.all(
		entries.map(async entry => {
			const path = join(below, entry.name);
			if (IS_THE_USERS.test(path) || entry.isSymbolicLink() || entry.isSocket()) return [];
			if (entry.isDirectory()) return openToOthers(home, path);
			const stat = await lstat(join(home, path));
			return (stat.mode & 0o077) === 0 ? [] : [`${(stat.mode & 0o777).toString(8)} ${path}`];
		}),
	);
	return [...own, ...inside.flat()];
};

import {existsSync, realpathSync, statSync} from 'node:fs';
import {basename, dirname, join, resolve} from 'node:path';
import {git, gitLine, gitSays} from './git.ts';
import {parseWorktrees, type Worktree} from './parse.ts';

export type Repository = {
	/** The main worktree's folder, or the bare repository itself. */
	readonly root: string;
	/** The git directory that all worktrees share. */
	readonly commonDir: string;
	/** Where the question was asked: HEAD there is the default base. */
	readonly asked: string;
};

/** The repository that a directory belongs to; undefined outside of one. */
export const repositoryAt = async (directory: string): Promise<Repository | undefined> => {
	const {code, out} = await git(directory, ['rev-parse', '--git-common-dir'], {answers: [128], looks: true});
	if (code !== 0) {
		return undefined;
	}
	const commonDir = realpathSync(resolve(directory, out.replace(/\n$/, '')));
	// Beside a plain `.git` stands the main worktree; a bare repository or a submodule's git directory is its own root.
	return {root: basename(commonDir) === '.git' ? dirname(commonDir) : commonDir, commonDir, asked: directory};
};

/** The git directory that belongs to a repository's root: a plain `.git` in it, or the bare root itself. Starts no git. */
export const commonDirOf = (root: string): string =>
	statSync(join(root, '.git'), {throwIfNoEntry: false})?.isDirectory() ? join(root, '.git') : root;

/** Whether a repository still stands where it was. Starts no git. */
export const isRepositoryThere = (root: string): boolean => {
	try {
		return existsSync(join(commonDirOf(root), 'HEAD'));
	} catch {
		// Out of reach is as good as gone.
		return false;
	}
};

export const hasCommit = (directory: string): Promise<boolean> =>
	gitSays(directory, ['rev-parse', '--verify', '--quiet', 'HEAD^{commit}']);

export const commitOf = async (directory: string, ref: string): Promise<string | undefined> => {
	const {code, out} = await git(
		directory,
		['rev-parse', '--verify', '--quiet', '--end-of-options', `${ref}^{commit}`],
		{
			answers: [1, 128],
			looks: true,
		},
	);
	return code === 0 ? out.trim() : undefined;
};

export const worktreesOf = async (repo: string): Promise<Worktree[]> => {
	const {code, out} = await git(repo, ['worktree', 'list', '--porcelain', '-z'], {looks: true, answers: [129]});
	// 129: git before 2.36 has no -z here.
	const listed = code === 0 ? out : (await git(repo, ['worktree', 'list', '--porcelain'], {looks: true})).out;
	return parseWorktrees(listed);
};

/** The folder of the objects that all worktrees share. */
export const commonObjectsOf = async (directory: string): Promise<string> =>
	resolve(directory, await gitLine(directory, ['rev-parse', '--git-path', 'objects'], {looks: true}));

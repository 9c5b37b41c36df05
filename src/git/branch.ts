import {isAbsentRef} from './absent-ref.ts';
import {git, gitLine, gitSays} from './git.ts';
import {commitOf, worktreesOf} from './repository.ts';

export const branchExists = (repo: string, branch: string): Promise<boolean> =>
	gitSays(repo, ['show-ref', '--verify', '--quiet', `refs/heads/${branch}`]);

/** Every part of a name becomes a file, and `.lock` is put behind it: longer than this, no file system takes it. */
const LONGEST_PART = 250;
const LONGEST_NAME = 1000;

const fits = (name: string): boolean =>
	Buffer.byteLength(name) <= LONGEST_NAME && name.split('/').every(part => Buffer.byteLength(part) <= LONGEST_PART);

/** Git's own words for what is checked out. */
const WORDS_OF_GIT = ['HEAD', '@'];

/** Not a flag, no word of git's own, and nothing that git would read as an expression or could not store. */
export const isBranchName = async (repo: string, name: string): Promise<boolean> =>
	!name.startsWith('-') &&
	!WORDS_OF_GIT.includes(name) &&
	fits(name) &&
	gitSays(repo, ['check-ref-format', `refs/heads/${name}`]);

/** Where a branch is checked out, if anywhere. */
export const checkedOutAt = async (repo: string, branch: string): Promise<string | undefined> =>
	(await worktreesOf(repo)).find(worktree => worktree.branch === branch)?.path;

export type Base = {readonly name: string; readonly commit: string};

/** A base by any name: branch, tag, commit, or a branch that only a remote has. */
export const resolveBase = async (directory: string, name: string): Promise<Base | undefined> => {
	for (const candidate of [name, `origin/${name}`]) {
		const commit = await commitOf(directory, candidate);
		if (commit !== undefined) {
			return {name: candidate, commit};
		}
	}
	return undefined;
};

/** What HEAD is called: its branch, or the commit when detached. */
export const currentBase = async (directory: string): Promise<Base | undefined> => {
	const commit = await commitOf(directory, 'HEAD');
	if (commit === undefined) {
		return undefined;
	}
	const branch = await gitLine(directory, ['symbolic-ref', '--short', '--quiet', 'HEAD'], {answers: [1], looks: true});
	return {name: branch === '' ? commit : branch, commit};
};

export const mergeBase = async (repo: string, a: string, b: string): Promise<string | undefined> => {
	const {code, out} = await git(repo, ['merge-base', a, b], {answers: [1], looks: true});
	return code === 0 ? out.trim() : undefined;
};

/** Commits of a branch that no other branch, tag or remote has: what would be lost with it. */
export const unmergedCommits = async (repo: string, branch: string): Promise<number> => {
	const out = await gitLine(
		repo,
		[
			'rev-list',
			'--count',
			`refs/heads/${branch}`,
			'--not',
			`--exclude=${branch}`,
			'--branches',
			'--tags',
			'--remotes',
		],
		{looks: true},
	);
	return Number(out);
};

/** Commits of a detached HEAD that nothing else names. */
export const loneCommits = async (worktree: string): Promise<number> =>
	Number(
		await gitLine(worktree, ['rev-list', '--count', 'HEAD', '--not', '--branches', '--tags', '--remotes'], {
			looks: true,
		}),
	);

/** What a session could start from: local branches, those used last first, then remote ones. */
export const listBranches = async (repo: string): Promise<string[]> => {
	const format = ['for-each-ref', '--sort=-committerdate', '--format=%(refname:short)'];
	const [local, remote] = await Promise.all([
		git(repo, [...format, 'refs/heads'], {looks: true}),
		git(repo, [...format, 'refs/remotes'], {looks: true}),
	]);
	return [...local.out.split('\n'), ...remote.out.split('\n').filter(name => !name.endsWith('/HEAD'))].filter(Boolean);
};

export const createBranch = (repo: string, branch: string, commit: string) =>
	git(repo, ['update-ref', `refs/heads/${branch}`, commit, '']);

/** What the repository's own configuration says of a branch: what it follows, above all. */
export const branchConfig = async (repo: string, branch: string): Promise<(readonly [string, string])[]> => {
	const {out} = await git(repo, ['config', '--local', '--null', '--get-regexp', '^branch\\.'], {
		answers: [1],
		looks: true,
	});
	return out
		.split('\0')
		.filter(entry => entry.startsWith(`branch.${branch}.`))
		.map(entry => {
			const [key = '', ...value] = entry.slice(`branch.${branch}.`.length).split('\n');
			return [key, value.join('\n')] as const;
		})
		.filter(([key]) => !key.includes('.'));
};

/** Puts it back. May run twice. */
export const setBranchConfig = async (
	repo: string,
	branch: string,
	entries: readonly (readonly [string, string])[],
): Promise<void> => {
	for (const [key, value] of entries) {
		await git(repo, ['config', '--local', '--replace-all', `branch.${branch}.${key}`, value]);
	}
};

/** Deletes a branch only while it still is what the caller has pinned. */
export const deleteBranch = async (repo: string, branch: string, commit: string): Promise<void> => {
	await git(repo, ['update-ref', '-d', `refs/heads/${branch}`, commit]);
	await git(repo, ['config', '--local', '--remove-section', `branch.${branch}`], {answers: [128]});
};

export const listRefs = async (repo: string, under: string): Promise<string[]> =>
	(await git(repo, ['for-each-ref', '--format=%(refname)', under], {looks: true})).out.split('\n').filter(Boolean);

/** squad's own refs keep commits from being collected while nothing else names them. */
export const pinName = (id: string, what: 'stash' | 'head' | 'branch'): string => `refs/squad/${id}/${what}`;

export const pin = (repo: string, ref: string, commit: string) => git(repo, ['update-ref', ref, commit]);

export const unpin = (repo: string, ref: string) => git(repo, ['update-ref', '-d', ref]);

export const pinned = async (repo: string, ref: string): Promise<string | undefined> =>
	isAbsentRef(repo, ref) ? undefined : commitOf(repo, ref);

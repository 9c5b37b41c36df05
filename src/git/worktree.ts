import {
	copyFileSync,
	existsSync,
	mkdirSync,
	readFileSync,
	realpathSync,
	rmSync,
	statSync,
	utimesSync,
	writeFileSync,
} from 'node:fs';
import {dirname, join, resolve} from 'node:path';
import {type BytePath, forPeople} from './bytes.ts';
import {git, gitLine} from './git.ts';
import {type Change, parseStatus, type Status} from './parse.ts';
import {commonDirOf, worktreesOf} from './repository.ts';

/** What of a worktree's own git directory is nowhere else and worth keeping while the worktree is away. */
const KEPT = ['info/sparse-checkout', 'config.worktree', 'logs/HEAD'];

/** The git directory of one worktree, read from its `.git` file without starting git. */
export const gitDirOf = (worktree: string): string | undefined => {
	try {
		const link = readFileSync(join(worktree, '.git'), 'utf8');
		return resolve(worktree, link.replace(/^gitdir: /, '').trimEnd());
	} catch (cause) {
		// EISDIR: the main worktree. ENOENT and ENOTDIR: no worktree here.
		return cause instanceof Error && 'code' in cause && cause.code === 'EISDIR' ? join(worktree, '.git') : undefined;
	}
};

const isWithin = (path: string, folder: string): boolean => {
	try {
		return `${realpathSync(path)}/`.startsWith(`${realpathSync(folder)}/`);
	} catch {
		// One of the two is gone.
		return false;
	}
};

/** Whether a worktree of this repository stands at this path and the repository still knows it. Another's is not one. */
export const isWorktree = (path: string, repo: string | null): boolean => {
	const gitDir = gitDirOf(path);
	return (
		gitDir !== undefined && existsSync(join(gitDir, 'HEAD')) && (repo === null || isWithin(gitDir, commonDirOf(repo)))
	);
};

/**
 * Copies the index with its time. git trusts an entry only if its file is older than the index: a copy that looks newer
 * would make it overlook files that were changed in the very moment in which the index was written.
 */
export const copyIndex = (worktree: string, to: string): void => {
	const from = join(gitDirOf(worktree) ?? '', 'index');
	const {mtimeNs} = statSync(from, {bigint: true});
	copyFileSync(from, to);
	const seconds = Number(mtimeNs / 1000n) / 1e6;
	utimesSync(to, seconds, seconds);
};

export type Checkout = {
	/** null: detached at the commit. */
	readonly branch: string | null;
	readonly commit: string;
	/** Where `keepGitDir` put what the worktree had of its own. */
	readonly kept?: string;
};

/** Adds a worktree without files in it; quick, so that the repository is locked only for a moment. */
export const registerWorktree = async (repo: string, path: string, {branch, commit}: Checkout): Promise<void> => {
	mkdirSync(dirname(path), {recursive: true, mode: 0o700});
	if (!existsSync(path) && (await worktreesOf(repo)).some(known => known.path === path)) {
		// Its folder is gone, its registration is not. Never `prune`: that takes the user's own missing worktrees too.
		await git(repo, ['worktree', 'remove', '--force', '--force', path]);
	}
	const what = branch === null ? ['--detach', path, commit] : [path, branch];
	await git(repo, ['worktree', 'add', '--no-checkout', ...what]);
};

/** git writes the index last: without one the files may be missing or incomplete. */
export const isFilled = (path: string): boolean => existsSync(join(gitDirOf(path) ?? '/dev/null', 'index'));

/** Puts the files of HEAD into a worktree that has none yet. May run twice. */
export const fillWorktree = async (path: string, kept?: string): Promise<void> => {
	if (kept !== undefined) {
		await restoreGitDir(path, kept);
	}
	await git(path, ['read-tree', '--reset', '-u', 'HEAD']);
};

export const removeWorktree = async (repo: string, path: string): Promise<void> => {
	await git(repo, ['worktree', 'remove', path]);
};

export const keepGitDir = (path: string, into: string): void => {
	const gitDir = gitDirOf(path);
	rmSync(into, {recursive: true, force: true});
	for (const name of ['HEAD', ...KEPT].filter(file => gitDir !== undefined && existsSync(join(gitDir, file)))) {
		mkdirSync(dirname(join(into, name)), {recursive: true, mode: 0o700});
		writeFileSync(join(into, name), readFileSync(join(gitDir ?? '', name)), {mode: 0o600});
	}
};

/** Which branch a worktree that is away had checked out; null when detached, undefined when nothing was kept. */
export const keptBranch = (folder: string): string | null | undefined => {
	try {
		const head = readFileSync(join(folder, 'HEAD'), 'utf8').trim();
		return head.startsWith('ref: refs/heads/') ? head.slice('ref: refs/heads/'.length) : null;
	} catch {
		// Never removed by squad.
		return undefined;
	}
};

const restoreGitDir = async (path: string, from: string): Promise<void> => {
	const gitDir = gitDirOf(path);
	for (const name of KEPT.filter(file => gitDir !== undefined && existsSync(join(from, file)))) {
		mkdirSync(dirname(join(gitDir ?? '', name)), {recursive: true});
		writeFileSync(join(gitDir ?? '', name), readFileSync(join(from, name)));
	}
};

/** Everything git can say of a worktree in one process: HEAD, branch, what is changed, staged, untracked. */
export const statusOf = async (worktree: string): Promise<Status> => {
	const {out} = await git(
		worktree,
		['status', '--porcelain=v2', '--branch', '-z', '--no-renames', '--untracked-files=all', '--ignore-submodules=none'],
		{bytes: true, looks: true},
	);
	return withAnnounced(worktree, parseStatus(out));
};

const EMPTY_BLOBS = [
	'e69de29bb2d1d6434b8b29ae775ad8c2e48c5391',
	'473a0f4c3be8a93681a267e3b1e9a7dcda1185436fe141f7749120a303721813',
];

/**
 * A file announced with `git add --intent-to-add` and then deleted: git calls it an empty file of HEAD that is gone.
 * What HEAD does not have was only announced.
 */
const withAnnounced = async (worktree: string, status: Status): Promise<Status> => {
	const isLikely = ({index, worktree: letter, staged}: Change): boolean =>
		index === '.' && letter === 'D' && EMPTY_BLOBS.includes(staged?.oid ?? '');
	const likely = status.changes.filter(isLikely).map(({path}) => forPeople(path));
	if (likely.length === 0) {
		return status;
	}
	const {out} = await git(worktree, ['ls-tree', '--full-tree', '-z', '--name-only', 'HEAD', '--', ...likely], {
		bytes: true,
		looks: true,
	});
	const inHead = new Set(out.split('\0'));
	const changes = status.changes.map(change =>
		isLikely(change) && !inHead.has(change.path) ? {...change, worktree: 'A', head: null, staged: null} : change,
	);
	return {...status, changes};
};

/** Paths that a merge left open; the index alone knows them. */
export const unmergedPaths = async (worktree: string): Promise<BytePath[]> => {
	const {out} = await git(worktree, ['ls-files', '--unmerged', '-z', '--full-name'], {bytes: true, looks: true});
	const paths = out.split('\0').filter(line => line !== '');
	return [...new Set(paths.map(line => line.slice(line.indexOf('\t') + 1)))];
};

/** What git is in the middle of; read from files, like git's own prompt does. */
const UNDER_WAY: readonly (readonly [string, string])[] = [
	['MERGE_HEAD', 'a merge'],
	['rebase-merge', 'a rebase'],
	['rebase-apply', 'a rebase'],
	['CHERRY_PICK_HEAD', 'a cherry-pick'],
	['REVERT_HEAD', 'a revert'],
	['sequencer', 'a cherry-pick or revert'],
	['BISECT_LOG', 'a bisect'],
];

export const underWay = (worktree: string): string | undefined => {
	const gitDir = gitDirOf(worktree);
	return gitDir === undefined ? undefined : UNDER_WAY.find(([file]) => existsSync(join(gitDir, file)))?.[1];
};

/** The file by which a git at work, or one that crashed, locks a worktree's index. */
export const indexLockOf = (worktree: string): string | undefined => {
	const lock = join(gitDirOf(worktree) ?? '/dev/null', 'index.lock');
	return existsSync(lock) ? lock : undefined;
};

export const topOf = async (directory: string): Promise<string> =>
	realpathSync(await gitLine(directory, ['rev-parse', '--show-toplevel'], {looks: true}));

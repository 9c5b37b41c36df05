import {chmodSync, copyFileSync, mkdirSync, rmSync} from 'node:fs';
import {join} from 'node:path';
import {type BytePath, onDisk, zList} from './bytes.ts';
import {isBeyondLink} from './files.ts';
import {type Fingerprint, fingerprint, stamp, statOf} from './fingerprint.ts';
import {DURABLE, git, gitLine} from './git.ts';
import {GitError} from './git-error.ts';
import {type Change, indexInfo, parseTree, parseTreeDiff, type Status, type TreeChange} from './parse.ts';
import {syncTree} from './stage.ts';
import {copyIndex} from './worktree.ts';

/** What a stash commit holds, path by path. */
export type SavedWork = {
	readonly commit: string;
	/** The commit that the worktree stood on. */
	readonly head: string;
	/** Tracked paths whose file differs from HEAD. */
	readonly files: readonly TreeChange[];
	/** Paths whose entry in the index differs from HEAD. */
	readonly staged: readonly TreeChange[];
	readonly untracked: readonly {path: BytePath; mode: string; oid: string}[];
};

/** What git cannot hold of the files in a stash. */
export type Particulars = {
	readonly fingerprints: Readonly<Record<BytePath, Fingerprint>>;
	/** Files announced with `git add --intent-to-add`: in the index, yet in no tree. */
	readonly intentToAdd: readonly BytePath[];
};

/** A file may be called `constructor`: only what was written down counts. */
export const printOf = ({fingerprints}: Particulars, path: BytePath): Fingerprint | undefined =>
	Object.hasOwn(fingerprints, path) ? fingerprints[path] : undefined;

/** The parts of a status that a stash takes; submodules and nested repositories stay where they are. */
export const stashable = (status: Status) => ({
	changes: status.changes.filter(change => !change.submodule),
	untracked: status.untracked.filter(path => !path.endsWith('/')),
	left: [
		...status.changes.filter(change => change.submodule).map(change => change.path),
		...status.untracked.filter(path => path.endsWith('/')),
	],
});

/**
 * Brings an index to what is in the worktree for some paths. Those that have no file (deleted, now a folder, behind a
 * link) are taken out by name: git refuses to be shown them.
 */
export const putIntoIndex = async (
	worktree: string,
	index: string,
	paths: readonly BytePath[],
	oidLength: number,
	env: Readonly<Record<string, string>> = {},
): Promise<void> => {
	const hasFile = (path: BytePath): boolean => {
		const stat = isBeyondLink(worktree, path) ? null : statOf(onDisk(worktree, path));
		return stat?.isFile() || stat?.isSymbolicLink() || false;
	};
	const there = paths.filter(hasFile);
	const present = new Set(there);
	const gone = paths.filter(path => !present.has(path));
	const input = Buffer.from(gone.map(path => indexInfo(path, null, oidLength)).join(''), 'latin1');
	await (gone.length === 0 ? undefined : git(worktree, ['update-index', '-z', '--index-info'], {index, env, input}));
	await git(worktree, [...DURABLE, 'update-index', '--add', '--replace', '-z', '--stdin'], {
		index,
		env,
		input: zList(there),
	});
};

/** A tree of the index as it is, and one of the tracked files as they are. */
const writeTrees = async (worktree: string, scratch: string, changes: readonly Change[], oidLength: number) => {
	const [staged, files] = ['staged', 'files'].map(name => join(scratch, `${name}.index`)) as [string, string];
	for (const copy of [staged, files]) {
		copyIndex(worktree, copy);
	}
	const stagedTree = gitLine(worktree, [...DURABLE, 'write-tree'], {index: staged});
	await putIntoIndex(
		worktree,
		files,
		changes.map(change => change.path),
		oidLength,
	);
	const filesTree = gitLine(worktree, [...DURABLE, 'write-tree'], {index: files});
	return Promise.all([stagedTree, filesTree]);
};

const writeUntracked = async (worktree: string, scratch: string, paths: readonly BytePath[]): Promise<string> => {
	const index = join(scratch, 'untracked.index');
	await git(worktree, [...DURABLE, 'update-index', '--add', '-z', '--stdin'], {index, input: zList(paths)});
	return gitLine(worktree, [...DURABLE, 'write-tree'], {index});
};

const commitTree = (worktree: string, tree: string, parents: readonly string[], message: string): Promise<string> =>
	gitLine(worktree, [...DURABLE, 'commit-tree', tree, ...parents.flatMap(parent => ['-p', parent]), '-m', message]);

/** Runs with an empty folder for scratch files that is gone afterwards. */
export const withScratch = async <T>(scratch: string, run: () => Promise<T>): Promise<T> => {
	rmSync(scratch, {recursive: true, force: true});
	mkdirSync(scratch, {recursive: true, mode: 0o700});
	try {
		return await run();
	} finally {
		rmSync(scratch, {recursive: true, force: true});
	}
};

/** Writes a complete stash commit of a worktree without touching the worktree or its index. */
export const writeStash = (worktree: string, status: Status, name: string, scratch: string): Promise<string> =>
	withScratch(scratch, async () => {
		const {changes, untracked} = stashable(status);
		const head = status.head ?? '';
		const about = `${status.branch ?? '(no branch)'}: ${name}`;
		const both = [
			writeTrees(worktree, scratch, changes, head.length),
			untracked.length === 0 ? undefined : writeUntracked(worktree, scratch, untracked),
		] as const;
		// Neither may still be writing when the other has failed and the scratch folder goes.
		await Promise.allSettled(both);
		const [[stagedTree, filesTree], untrackedTree] = await Promise.all(both);
		const parents = await Promise.all([
			commitTree(worktree, stagedTree, [head], `index on ${about}`),
			...(untrackedTree === undefined ? [] : [commitTree(worktree, untrackedTree, [], `untracked files on ${about}`)]),
		]);
		return commitTree(worktree, filesTree, [head, ...parents], `On ${about}`);
	});

export const treeDiff = async (repo: string, from: string, to: string): Promise<TreeChange[]> =>
	parseTreeDiff(
		(await git(repo, ['diff-tree', '-r', '-z', '--no-renames', '--raw', from, to], {bytes: true, looks: true})).out,
	);

/** Reads a stash commit back, path by path. */
export const readStash = async (repo: string, commit: string): Promise<SavedWork> => {
	const [parents, files, staged, others] = await Promise.all([
		gitLine(repo, ['rev-list', '--parents', '-n', '1', commit], {looks: true}),
		treeDiff(repo, `${commit}^1`, commit),
		treeDiff(repo, `${commit}^1`, `${commit}^2`),
		// 128: it has no third parent, since there were no untracked files.
		git(repo, ['ls-tree', '-r', '-z', `${commit}^3`], {bytes: true, looks: true, answers: [128]}),
	]);
	const [, head = '', , untracked] = parents.split(' ');
	if (untracked !== undefined && others.code !== 0) {
		throw new GitError('failed', ['ls-tree'], `cannot read the untracked files of ${commit}`);
	}
	return {commit, head, files, staged, untracked: parseTree(others.out)};
};

/** Every path whose file a stash holds in a version of its own. */
export const filesIn = (saved: SavedWork): {path: BytePath; mode: string; oid: string}[] => [
	...saved.files.flatMap(({path, after}) => (after === null ? [] : [{path, ...after}])),
	...saved.untracked,
];

/** In the index without content. */
const isAnnounced = ({index, worktree}: Change): boolean => index === '.' && worktree === 'A';

export type Observed = Particulars & {readonly stamps: Readonly<Record<BytePath, string>>};

/** Takes the fingerprints of all files that a stash is about to hold, and the stamps by which a later write shows. */
export const observeFiles = (worktree: string, status: Status): Observed => {
	const {changes, untracked} = stashable(status);
	const oidLength = status.head?.length ?? 40;
	const present = [...changes.map(change => change.path), ...untracked];
	const stamps = Object.fromEntries(present.map(path => [path, stamp(worktree, path)]));
	const found = present.flatMap(path => {
		const print = fingerprint(worktree, path, oidLength);
		return print === null || print === 'other' ? [] : [[path, print] as const];
	});
	return {
		fingerprints: Object.fromEntries(found),
		intentToAdd: changes.filter(isAnnounced).map(change => change.path),
		stamps,
	};
};

/** Keeps the bytes of files that git's filters would change, named by their fingerprint. */
export const keepRaw = (worktree: string, saved: SavedWork, particulars: Particulars, folder: string): void => {
	const altered = filesIn(saved).filter(
		({path, oid}) => printOf(particulars, path)?.kind === 'file' && printOf(particulars, path)?.oid !== oid,
	);
	rmSync(folder, {recursive: true, force: true});
	for (const {path} of altered) {
		mkdirSync(folder, {recursive: true, mode: 0o700});
		const kept = join(folder, printOf(particulars, path)?.oid ?? '');
		copyFileSync(onDisk(worktree, path), kept);
		// The copy is for its owner alone; the file's own mode is among its particulars.
		chmodSync(kept, 0o600);
	}
	// The only copy of these bytes once the worktree is cleared.
	if (altered.length > 0) {
		syncTree(folder);
	}
};

/** What the status listed and the stash, read back, does not hold: must be nothing before anything is removed. */
export const notHeld = (worktree: string, status: Status, saved: SavedWork): BytePath[] => {
	const {changes, untracked} = stashable(status);
	const held = new Set([...saved.files, ...saved.staged, ...saved.untracked].map(({path}) => path));
	// Announced and deleted: there is nothing to hold but the announcement itself.
	const isNothing = (change: Change): boolean => isAnnounced(change) && statOf(onDisk(worktree, change.path)) === null;
	const wanted = changes.filter(change => !isNothing(change)).map(({path}) => path);
	return [...wanted, ...untracked].filter(path => !held.has(path));
};

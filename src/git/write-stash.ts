import {join} from 'node:path';
import {type BytePath, zList} from './bytes.ts';
import {filesAt} from './files.ts';
import {DURABLE, git, gitLine} from './git.ts';
import {indexInfo, type Status} from './parse.ts';
import type {StashParts} from './read-stash.ts';
import {stashable} from './saved-work.ts';
import {withScratch} from './scratch.ts';
import {copyIndex} from './worktree.ts';

/** From so many files on, two cores are worth what starting two programs at once costs. */
const MANY = 200;

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
	const there = paths.filter(filesAt(worktree));
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

/** A tree of the index as it is: that of HEAD, if nothing is staged. */
const writeIndexTree = async (worktree: string, scratch: string, {head, changes}: Status): Promise<string> => {
	if (changes.every(change => change.index === '.')) {
		return `${head}^{tree}`;
	}
	const index = join(scratch, 'staged.index');
	copyIndex(worktree, index);
	return gitLine(worktree, [...DURABLE, 'write-tree'], {index});
};

/** A tree of the tracked files as they are. */
const writeFilesTree = async (worktree: string, scratch: string, status: Status): Promise<string> => {
	const index = join(scratch, 'files.index');
	copyIndex(worktree, index);
	const paths = stashable(status).changes.map(change => change.path);
	await putIntoIndex(worktree, index, paths, (status.head ?? '').length);
	return gitLine(worktree, [...DURABLE, 'write-tree'], {index});
};

const writeUntrackedTree = async (worktree: string, scratch: string, paths: readonly BytePath[]): Promise<string> => {
	const index = join(scratch, 'untracked.index');
	await git(worktree, [...DURABLE, 'update-index', '--add', '-z', '--stdin'], {index, input: zList(paths)});
	return gitLine(worktree, [...DURABLE, 'write-tree'], {index});
};

const commitTree = (worktree: string, tree: string, parents: readonly string[], message: string): Promise<string> =>
	gitLine(worktree, [...DURABLE, 'commit-tree', tree, ...parents.flatMap(parent => ['-p', parent]), '-m', message]);

/** Runs all to their ends, many files side by side: none may still be writing when another has failed and the scratch folder goes. */
const writeAll = async (isMuch: boolean, writers: readonly (() => Promise<string>)[]): Promise<string[]> => {
	if (isMuch) {
		const all = writers.map(write => write());
		await Promise.allSettled(all);
		return Promise.all(all);
	}
	const trees: string[] = [];
	for (const write of writers) trees.push(await write());
	return trees;
};

/** Writes a complete stash commit of a worktree without touching the worktree or its index. */
export const writeStash = (
	worktree: string,
	status: Status,
	name: string,
	scratch: string,
): Promise<{readonly commit: string; readonly parts: StashParts}> =>
	withScratch(scratch, async () => {
		const {changes, untracked: others} = stashable(status);
		const head = status.head ?? '';
		const about = `${status.branch ?? '(no branch)'}: ${name}`;
		const [indexTree = '', filesTree = '', untrackedTree] = await writeAll(changes.length + others.length > MANY, [
			() => writeIndexTree(worktree, scratch, status),
			() => writeFilesTree(worktree, scratch, status),
			...(others.length === 0 ? [] : [() => writeUntrackedTree(worktree, scratch, others)]),
		]);
		const index = await commitTree(worktree, indexTree, [head], `index on ${about}`);
		const untracked =
			untrackedTree === undefined
				? undefined
				: await commitTree(worktree, untrackedTree, [], `untracked files on ${about}`);
		const parents = [head, index, ...(untracked === undefined ? [] : [untracked])];
		return {commit: await commitTree(worktree, filesTree, parents, `On ${about}`), parts: {head, index, untracked}};
	});

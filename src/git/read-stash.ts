import {git, gitLine} from './git.ts';
import {GitError} from './git-error.ts';
import {parseTreeDiff, parseTreeDiffs, type TreeChange} from './parse.ts';
import type {SavedWork} from './saved-work.ts';

export const treeDiff = async (repo: string, from: string, to: string): Promise<TreeChange[]> =>
	parseTreeDiff(
		(await git(repo, ['diff-tree', '-r', '-z', '--no-renames', '--raw', from, to], {bytes: true, looks: true})).out,
	);

/** The commits that a stash commit is made of. */
export type StashParts = {readonly head: string; readonly index: string; readonly untracked: string | undefined};

const partsOf = async (repo: string, commit: string): Promise<StashParts> => {
	const line = await gitLine(repo, ['rev-list', '--parents', '-n', '1', commit], {looks: true});
	const [, head, index, untracked] = line.split(' ');
	if (head === undefined || index === undefined) {
		throw new GitError('failed', ['rev-list'], `${commit} is no stash`);
	}
	return {head, index, untracked};
};

/** Reads a stash commit back, path by path; whoever has just written it knows its parts. */
export const readStash = async (repo: string, commit: string, known?: StashParts): Promise<SavedWork> => {
	const {head, index, untracked} = known ?? (await partsOf(repo, commit));
	// One process for all three: each line is a commit and what it is compared with; without anything, with an empty tree.
	const lines = [`${commit} ${head}`, `${index} ${head}`, ...(untracked === undefined ? [] : [untracked])];
	const {out} = await git(repo, ['diff-tree', '--stdin', '--root', '-r', '-z', '--no-renames', '--raw'], {
		...{bytes: true, looks: true},
		input: `${lines.join('\n')}\n`,
	});
	const diffs = parseTreeDiffs(out);
	const others = untracked === undefined ? [] : (diffs.get(untracked) ?? []);
	return {
		...{commit, head},
		files: diffs.get(commit) ?? [],
		staged: diffs.get(index) ?? [],
		untracked: others.flatMap(({path, after}) => (after === null ? [] : [{path, ...after}])),
	};
};

import {join} from 'node:path';
import {forPeople} from './bytes.ts';
import {git, gitLine} from './git.ts';
import {WorkConflict} from './git-error.ts';
import {indexInfo, type TreeChange} from './parse.ts';
import {treeDiff} from './read-stash.ts';
import type {Particulars, SavedWork} from './saved-work.ts';
import {withScratch} from './scratch.ts';

/** A tree that is one commit's, with some paths in other versions. */
const treeWith = (repo: string, commit: string, changes: readonly TreeChange[], scratch: string): Promise<string> =>
	withScratch(scratch, async () => {
		const index = join(scratch, 'merge.index');
		await git(repo, ['read-tree', commit], {index});
		const entries = changes.map(({path, after}) => indexInfo(path, after, commit.length));
		await git(repo, ['update-index', '-z', '--index-info'], {index, input: Buffer.from(entries.join(''), 'latin1')});
		return gitLine(repo, ['write-tree'], {index});
	});

const orphan = (repo: string, tree: string, parent?: string): Promise<string> =>
	gitLine(repo, [
		'commit-tree',
		tree,
		...(parent === undefined ? [] : ['-p', parent]),
		'-m',
		'squad: merge of saved work',
	]);

/** Merges trees without touching a worktree (git 2.38 and newer); the paths that clash otherwise. */
const mergeTrees = async (repo: string, base: string, ours: string, theirs: string): Promise<string> => {
	const root = await orphan(repo, `${base}^{tree}`);
	const [one, other] = await Promise.all([orphan(repo, `${ours}^{tree}`, root), orphan(repo, theirs, root)]);
	const {code, out} = await git(
		repo,
		['merge-tree', '--write-tree', '--name-only', '-z', '--no-messages', one, other],
		{
			answers: [1, 128, 129],
			bytes: true,
		},
	);
	const [tree = '', ...clashes] = out.split('\0').filter(part => part !== '');
	if (code !== 0) {
		throw new WorkConflict(code === 1 ? clashes.map(forPeople) : []);
	}
	return tree;
};

/**
 * Saved work on top of another commit than the one it was saved on. Where the branch did not touch the same paths the
 * work is taken as it is; where it did, git merges, or the paths that clash are named.
 */
export const mergeWork = async (
	repo: string,
	saved: SavedWork,
	particulars: Particulars,
	head: string,
	scratch: string,
): Promise<{saved: SavedWork; particulars: Particulars}> => {
	if (head === saved.head) {
		return {saved, particulars};
	}
	const moved = await treeDiff(repo, saved.head, head);
	const movedPaths = new Map(moved.map(change => [change.path, change.after]));
	const rebased = (changes: readonly TreeChange[]): TreeChange[] =>
		changes.map(change => ({
			...change,
			before: movedPaths.has(change.path) ? (movedPaths.get(change.path) ?? null) : change.before,
		}));
	const clashing = [...saved.files, ...saved.staged].some(({path}) => movedPaths.has(path));
	const takenPaths = saved.untracked.filter(({path}) => (movedPaths.get(path) ?? null) !== null);
	const taken = takenPaths.filter(({path, oid}) => movedPaths.get(path)?.oid !== oid);
	if (taken.length > 0) {
		throw new WorkConflict(taken.map(file => forPeople(file.path)));
	}
	if (!clashing) {
		return {saved: {...saved, files: rebased(saved.files), staged: rebased(saved.staged)}, particulars};
	}
	try {
		const merged = async (changes: readonly TreeChange[]) =>
			treeDiff(
				repo,
				head,
				await mergeTrees(repo, saved.head, head, await treeWith(repo, saved.head, changes, scratch)),
			);
		const files = await merged(saved.files);
		const staged = await merged(saved.staged);
		// A merged file is no longer what was fingerprinted.
		const kept = Object.entries(particulars.fingerprints).filter(([path]) => !movedPaths.has(path));
		return {saved: {...saved, files, staged}, particulars: {...particulars, fingerprints: Object.fromEntries(kept)}};
	} catch (cause) {
		const named = cause instanceof WorkConflict ? cause.files : [];
		const both = [...saved.files, ...saved.staged]
			.filter(({path}) => movedPaths.has(path))
			.map(({path}) => forPeople(path));
		throw cause instanceof WorkConflict ? new WorkConflict([...new Set(named.length > 0 ? named : both)]) : cause;
	}
};

import {join} from 'node:path';
import {describe, expect, test} from 'vitest';
import {
	branchExists,
	checkedOutAt,
	createBranch,
	currentBase,
	deleteBranch,
	isBranchName,
	mergeBase,
	pin,
	pinName,
	pinned,
	resolveBase,
	unmergedCommits,
	unpin,
} from '../../../src/git/branch.ts';
import {commitAll, put} from '../../support/dirt.ts';
import {type Lab, lab} from '../../support/lab.ts';

/** A branch of this name with two commits that nothing else has. */
const withOwnCommits = async (here: Lab, branch: string) => {
	await here.git('checkout', '-q', '-b', branch);
	for (const name of ['a', 'b']) {
		await put(here.repo, name);
		await commitAll(here, here.repo, name);
	}
	const tip = await here.git('rev-parse', 'HEAD');
	await here.git('checkout', '-q', 'main');
	return tip;
};

describe.each(['squad/fix-login-7k2m', 'refs/heads/work'])('commits of %s that would be lost with it', branch => {
	test('are counted', async () => {
		await using here = await lab();
		await withOwnCommits(here, branch);
		expect(await unmergedCommits(here.repo, branch)).toBe(2);
	});

	test.each([
		['another branch', ['branch', 'other']],
		['a tag', ['tag', 'kept']],
		['a remote', ['update-ref', 'refs/remotes/origin/x']],
	])('are not counted when %s has them', async (_, command) => {
		await using here = await lab();
		const tip = await withOwnCommits(here, branch);
		await here.git(...command, `${tip}~1`);
		expect(await unmergedCommits(here.repo, branch)).toBe(1);
		await here.git(...command.slice(0, 1), ...(command[0] === 'update-ref' ? [] : ['-f']), command[1] ?? '', tip);
		expect(await unmergedCommits(here.repo, branch)).toBe(0);
	});

	test('are not kept by squad’s own refs', async () => {
		await using here = await lab();
		await pin(here.repo, pinName('x', 'branch'), await withOwnCommits(here, branch));
		expect(await unmergedCommits(here.repo, branch)).toBe(2);
	});
});

test('a branch that is deleted elsewhere, or has moved, is not deleted', async () => {
	await using here = await lab();
	const [tip, main] = [await withOwnCommits(here, 'work'), await here.git('rev-parse', 'main')];
	await expect(deleteBranch(here.repo, 'work', main)).rejects.toThrow();
	expect(await branchExists(here.repo, 'work')).toBe(true);
	await here.git('config', 'branch.work.remote', 'origin');
	await deleteBranch(here.repo, 'work', tip);
	expect(await branchExists(here.repo, 'work')).toBe(false);
	expect((await here.run('git', 'config', '--get-regexp', '^branch\\.work')).stdout).toBe('');
});

test('an existing branch is never made again', async () => {
	await using here = await lab();
	const tip = await withOwnCommits(here, 'work');
	await expect(createBranch(here.repo, 'work', await here.git('rev-parse', 'main'))).rejects.toThrow();
	expect(await here.git('rev-parse', 'work')).toBe(tip);
});

test('branch names are told from others', async () => {
	await using here = await lab();
	// So that `@{-1}` means a branch.
	await here.git('checkout', '-q', 'feature');
	await here.git('checkout', '-q', 'main');
	const good = ['squad/fix', 'ümlaut', 'a/b/c'];
	const bad = ['', '-rf', '--all', 'a b', 'a..b', 'a.lock', '/a', 'a/', 'a~1', 'a\nb', '@{-1}', 'HEAD'];
	const taken = await Promise.all(
		[...good, ...bad].map(async name => ((await isBranchName(here.repo, name)) ? [name] : [])),
	);
	expect(taken.flat()).toEqual(good);
});

test('a base is found by branch, tag, commit or a remote’s branch', async () => {
	await using here = await lab();
	const commit = await here.git('rev-parse', 'feature');
	await here.git('update-ref', 'refs/remotes/origin/theirs', commit);
	expect(await resolveBase(here.repo, 'feature')).toEqual({name: 'feature', commit});
	expect(await resolveBase(here.repo, commit)).toEqual({name: commit, commit});
	expect(await resolveBase(here.repo, 'theirs')).toEqual({name: 'origin/theirs', commit});
	expect((await resolveBase(here.repo, 'v1'))?.commit).toBe(await here.git('rev-parse', 'v1^{commit}'));
	expect(await resolveBase(here.repo, 'nothing')).toBeUndefined();
	expect(await resolveBase(here.repo, '--all')).toBeUndefined();
});

test('HEAD is called by its branch, or by its commit when detached', async () => {
	await using here = await lab();
	const commit = await here.git('rev-parse', 'HEAD');
	expect(await currentBase(here.repo)).toEqual({name: 'main', commit});
	await here.git('checkout', '-q', '--detach');
	expect(await currentBase(here.repo)).toEqual({name: commit, commit});
	const empty = join(here.root, 'empty');
	await here.git('init', '-q', empty);
	expect(await currentBase(empty)).toBeUndefined();
});

test('a branch is found where it is checked out', async () => {
	await using here = await lab();
	await here.git('worktree', 'add', '-q', join(here.root, 'wt'), 'feature');
	expect(await checkedOutAt(here.repo, 'feature')).toBe(join(here.root, 'wt'));
	expect(await checkedOutAt(here.repo, 'feat')).toBeUndefined();
});

test('branches without a common commit have no merge base', async () => {
	await using here = await lab();
	await here.git('checkout', '-q', '--orphan', 'alone');
	await commitAll(here, here.repo, 'alone');
	expect(await mergeBase(here.repo, 'main', 'alone')).toBeUndefined();
	expect(await mergeBase(here.repo, 'main', 'feature')).toBe(await here.git('rev-parse', 'feature'));
});

test('a pin keeps a commit, and goes without a trace', async () => {
	await using here = await lab();
	const [ref, commit] = [pinName('x', 'stash'), await here.git('rev-parse', 'HEAD')];
	expect(await pinned(here.repo, ref)).toBeUndefined();
	await pin(here.repo, ref, commit);
	expect(await pinned(here.repo, ref)).toBe(commit);
	await unpin(here.repo, ref);
	await unpin(here.repo, ref);
	expect(await pinned(here.repo, ref)).toBeUndefined();
});

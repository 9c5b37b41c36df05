import {existsSync, rmSync} from 'node:fs';
import {readdir, readFile} from 'node:fs/promises';
import {join} from 'node:path';
import {describe, expect, test} from 'vitest';
import {
	fillWorktree,
	gitDirOf,
	indexLockOf,
	isFilled,
	isWorktree,
	keepGitDir,
	registerWorktree,
	removeWorktree,
	statusOf,
	topOf,
	underWay,
} from '../../../src/git/worktree.ts';
import {commitAll, put} from '../../support/dirt.ts';
import {type Lab, lab} from '../../support/lab.ts';
import {filesOf} from '../../support/snapshot.ts';

const add = async (here: Lab, name = 'wt', branch: string | null = 'feature') => {
	const path = join(here.root, name);
	await registerWorktree(here.repo, path, {branch, commit: await here.git('rev-parse', 'feature')});
	await fillWorktree(path);
	return path;
};

test.each([
	['plain', 'wt'],
	['with spaces and quotes', `it's "odd" $(x)`],
	['with a line break', 'new\nline'],
	['with a leading dash', '-rf'],
])('a worktree is added, filled and removed, its path %s', async (_, name) => {
	await using here = await lab();
	const path = await add(here, name);
	expect([isWorktree(path, here.repo), isFilled(path), await topOf(path)]).toEqual([true, true, path]);
	expect(await here.git('status', '--porcelain', '--branch', {cwd: path})).toBe('## feature');
	expect(Object.keys(await filesOf(path))).toEqual(['.gitignore', 'README.md', 'src/app.txt']);
	await removeWorktree(here.repo, path);
	expect([isWorktree(path, here.repo), existsSync(path), gitDirOf(path)]).toEqual([false, false, undefined]);
	await here.expectNoTrace();
});

test('a worktree that was registered and not filled is filled later, twice if need be', async () => {
	await using here = await lab();
	const path = join(here.root, 'wt');
	await registerWorktree(here.repo, path, {branch: 'feature', commit: ''});
	expect([isWorktree(path, here.repo), isFilled(path)]).toEqual([true, false]);
	await fillWorktree(path);
	await fillWorktree(path);
	expect((await statusOf(path)).changes).toEqual([]);
});

test('a detached worktree stands on its commit', async () => {
	await using here = await lab();
	const {branch, head} = await statusOf(await add(here, 'wt', null));
	expect({branch, head}).toEqual({branch: null, head: await here.git('rev-parse', 'feature')});
});

test('a worktree whose folder is gone is added again, and another missing one of the user stays known', async () => {
	await using here = await lab();
	const [mine, theirs] = [await add(here), join(here.root, 'theirs')];
	await here.git('worktree', 'add', '-q', '--detach', theirs);
	rmSync(mine, {recursive: true});
	rmSync(theirs, {recursive: true});
	expect(isWorktree(mine, here.repo)).toBe(false);
	await add(here);
	expect(isWorktree(mine, here.repo)).toBe(true);
	expect(await here.git('worktree', 'list')).toContain(theirs);
});

test('a worktree is not removed with an edit in it', async () => {
	await using here = await lab();
	const path = await add(here);
	await put(path, 'README.md', 'precious\n');
	await expect(removeWorktree(here.repo, path)).rejects.toThrow(/modified or untracked/);
	expect(await readFile(join(path, 'README.md'), 'utf8')).toBe('precious\n');
});

test('what a worktree’s git directory has of its own is kept and comes back', async () => {
	await using here = await lab();
	await put(here.repo, 'big/file');
	await commitAll(here, here.repo);
	const [path, kept] = [join(here.root, 'wt'), join(here.root, 'kept')];
	const add = () => registerWorktree(here.repo, path, {branch: null, commit: 'main'});
	await add();
	await fillWorktree(path);
	await here.git('sparse-checkout', 'set', 'src', {cwd: path});
	const before = await filesOf(path);
	keepGitDir(path, kept);
	await removeWorktree(here.repo, path);
	await add();
	await fillWorktree(path, kept);
	expect(await filesOf(path)).toEqual(before);
	expect(await readdir(path)).not.toContain('big');
});

describe('what git is in the middle of', () => {
	test.each([
		['a merge', ['merge', 'theirs']],
		['a rebase', ['rebase', 'theirs']],
		['a cherry-pick', ['cherry-pick', 'theirs']],
		['a revert', ['revert', '--no-edit', 'HEAD~1']],
		['a bisect', ['bisect', 'start']],
	])('%s is noticed, in a linked worktree too', async (name, command) => {
		await using here = await lab();
		const path = await add(here);
		for (const [branch, text] of [
			['theirs', 'theirs'],
			['mine', 'mine'],
		] as const) {
			await here.git('checkout', '-q', '-b', branch, 'feature', {cwd: path});
			await put(path, 'README.md', `${text}\n`);
			await commitAll(here, path, text);
			await put(path, 'README.md', `${text} again\n`);
			await commitAll(here, path, text);
		}
		expect(underWay(path)).toBeUndefined();
		await here.run('git', ...command, {cwd: path});
		expect(underWay(path)).toBe(name);
		expect(underWay(here.repo)).toBeUndefined();
	});

	test('a lock on the index is noticed', async () => {
		await using here = await lab();
		const path = await add(here);
		expect(indexLockOf(path)).toBeUndefined();
		await put(gitDirOf(path) ?? '', 'index.lock');
		expect([indexLockOf(here.repo), indexLockOf(here.home)]).toEqual([undefined, undefined]);
		expect(indexLockOf(path)).toMatch(/\/index\.lock$/);
	});
});

test('looking never takes a lock, not even to refresh the index', async () => {
	await using here = await lab();
	await put(here.repo, '.git/index.lock');
	await put(here.repo, 'README.md', 'edited\n');
	expect((await statusOf(here.repo)).changes.map(({path}) => path)).toEqual(['README.md']);
});

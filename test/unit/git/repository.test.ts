import {realpathSync} from 'node:fs';
import {join} from 'node:path';
import {describe, expect, test, vi} from 'vitest';
import {commitOf, hasCommit, repositoryAt, worktreesOf} from '../../../src/git/repository.ts';
import {type Lab, lab} from '../../support/lab.ts';
import {named} from '../../support/named.ts';
import {makeRepository} from '../../support/repository.ts';

type Case = {
	readonly what: string;
	/** Makes it and returns where the question is asked, and the answer where only one is right. */
	readonly make: (here: Lab) => Promise<{asked: string; root?: string}>;
};

const CASES: readonly Case[] = [
	{what: 'its top folder', make: async here => ({asked: here.repo, root: here.repo})},
	{what: 'a folder inside it', make: async here => ({asked: join(here.repo, 'src'), root: here.repo})},
	{
		what: 'one of its worktrees',
		make: async here => {
			const asked = join(here.root, 'wt');
			await here.git('worktree', 'add', '-q', asked, 'feature');
			return {asked, root: here.repo};
		},
	},
	{
		what: 'a worktree of a repository with a line break in its path',
		make: async here => {
			const root = await makeRepository(here.git, join(here.root, 'new\nline'));
			await here.git('worktree', 'add', '-q', join(here.root, 'wt'), 'feature', {cwd: root});
			return {asked: join(here.root, 'wt'), root};
		},
	},
	{
		what: 'a bare repository',
		make: async here => {
			const root = join(here.root, 'bare.git');
			await here.git('clone', '-q', '--bare', here.repo, root);
			return {asked: root, root};
		},
	},
	{
		what: 'a worktree of a bare repository',
		make: async here => {
			const root = join(here.root, 'bare.git');
			await here.git('clone', '-q', '--bare', here.repo, root);
			await here.git('worktree', 'add', '-q', join(here.root, 'wt'), 'feature', {cwd: root});
			return {asked: join(here.root, 'wt'), root};
		},
	},
	{
		what: 'a submodule',
		make: async here => {
			await here.git('-c', 'protocol.file.allow=always', 'submodule', '--quiet', 'add', here.repo, 'sub');
			return {asked: join(here.repo, 'sub')};
		},
	},
	{
		what: 'a repository whose git directory is elsewhere',
		make: async here => {
			const root = join(here.root, 'apart');
			await here.git('clone', '-q', '--separate-git-dir', join(here.root, 'dir.git'), here.repo, root);
			return {asked: root};
		},
	},
];

describe('the repository is found from', () => {
	test.each(named(CASES))('%s, and git works on the same one there', async (_, {make}) => {
		await using here = await lab();
		const {asked, root} = await make(here);
		const found = await repositoryAt(asked);
		if (root !== undefined) expect(found?.root).toBe(root);
		const commonDir = async (cwd: string) =>
			realpathSync(await here.git('rev-parse', '--path-format=absolute', '--git-common-dir', {cwd}));
		expect(await commonDir(found?.root ?? here.home)).toBe(await commonDir(asked));
	});
});

test('a folder in no repository has none', async () => {
	await using here = await lab();
	expect(await repositoryAt(here.home)).toBeUndefined();
});

test('the caller’s GIT_DIR points nobody at another repository', async () => {
	await using here = await lab();
	const other = await makeRepository(here.git, join(here.root, 'other'));
	vi.stubEnv('GIT_DIR', join(here.repo, '.git'));
	// The environment is read once, when git is first run.
	vi.resetModules();
	const fresh = await import('../../../src/git/repository.ts');
	expect((await fresh.repositoryAt(other))?.root).toBe(other);
	vi.unstubAllEnvs();
});

test('a repository without a commit says so', async () => {
	await using here = await lab();
	const empty = join(here.root, 'empty');
	await here.git('init', '-q', empty);
	expect([await hasCommit(empty), await hasCommit(here.repo)]).toEqual([false, true]);
});

test('commits are told from others', async () => {
	await using here = await lab();
	const good = ['main', 'v1', 'HEAD~1'];
	const bad = ['nothing', '', '-rf', '--all', 'HEAD:README.md', 'a b'];
	const found = await Promise.all([...good, ...bad].map(async ref => ((await commitOf(here.repo, ref)) ? [ref] : [])));
	expect(found.flat()).toEqual(good);
});

test('all worktrees are listed, whatever their paths', async () => {
	await using here = await lab();
	const odd = join(here.root, 'new\nline and "quotes"');
	await here.git('worktree', 'add', '-q', odd, 'feature');
	await here.git('worktree', 'add', '-q', '--detach', join(here.root, 'loose'));
	expect(await worktreesOf(here.repo)).toEqual([
		{path: here.repo, branch: 'main', bare: false},
		{path: join(here.root, 'loose'), branch: null, bare: false},
		{path: odd, branch: 'feature', bare: false},
	]);
});

import {rmSync} from 'node:fs';
import {readdir} from 'node:fs/promises';
import {join} from 'node:path';
import {describe, expect, test} from 'vitest';
import {diffStat, diffText} from '../../../src/git/diff.ts';
import {commitAll, put} from '../../support/dirt.ts';
import {type Lab, lab} from '../../support/lab.ts';
import {named} from '../../support/named.ts';
import {snapshot} from '../../support/snapshot.ts';
import {saveWork} from './save-work.ts';

type Case = {
	readonly what: string;
	readonly make: (here: Lab) => Promise<unknown>;
	readonly stat: {readonly files: number; readonly added: number; readonly removed: number};
};

const write = (name: string, content: string) => (here: Lab) => put(here.repo, name, content);
const EDIT = 'alpha\nedited\ngamma\nmore\n';

const CASES: readonly Case[] = [
	{what: 'nothing', make: async () => undefined, stat: {files: 0, added: 0, removed: 0}},
	{what: 'an edit', make: write('src/app.txt', EDIT), stat: {files: 1, added: 2, removed: 1}},
	{
		what: 'a staged edit',
		make: async here => {
			await put(here.repo, 'src/app.txt', EDIT);
			await here.git('add', '-A');
		},
		stat: {files: 1, added: 2, removed: 1},
	},
	{what: 'a new file', make: write('new', 'a\nb\n'), stat: {files: 1, added: 2, removed: 0}},
	{
		what: 'a deleted file',
		make: async here => rmSync(join(here.repo, 'src/app.txt')),
		stat: {files: 1, added: 0, removed: 3},
	},
	{
		what: 'a commit and an edit on top',
		make: async here => {
			await put(here.repo, 'new', 'a\nb\n');
			await commitAll(here, here.repo);
			await put(here.repo, 'new', 'a\nb\nc\n');
		},
		stat: {files: 1, added: 3, removed: 0},
	},
	{what: 'a binary file', make: write('new.bin', 'a\0b\n'), stat: {files: 1, added: 0, removed: 0}},
	{
		what: 'names that parsers stumble over',
		make: async here => {
			for (const name of [
				'new\nline',
				'"quoted"',
				'a => b',
				'{a => b}',
				'1 file changed',
				'__proto__',
				'-rf',
				'a | 3 +',
			]) {
				await put(here.repo, name, 'x\n');
			}
		},
		stat: {files: 8, added: 8, removed: 0},
	},
	{
		what: 'an edit, where git is told to colour everything',
		make: async here => {
			await here.git('config', 'color.ui', 'always');
			await put(here.repo, 'src/app.txt', EDIT);
		},
		stat: {files: 1, added: 2, removed: 1},
	},
	{
		what: 'an edit, where git is told to show diffs with a program',
		make: async here => {
			await here.git('config', 'diff.external', '/bin/false');
			await put(here.repo, 'src/app.txt', EDIT);
		},
		stat: {files: 1, added: 2, removed: 1},
	},
];

describe('the work of a session against its base is counted:', () => {
	test.each(named(CASES))('%s', async (_, {make, stat}) => {
		await using here = await lab();
		const [base, scratch] = [await here.git('rev-parse', 'HEAD'), join(here.root, 'scratch')];
		await make(here);
		const before = await snapshot(here, here.repo);
		expect(await diffStat({worktree: here.repo}, base, scratch)).toEqual(stat);
		expect(await snapshot(here, here.repo), 'looking changes nothing').toEqual(before);
		expect(await readdir(here.root)).not.toContain('scratch');
	});

	test.each(named(CASES.slice(1)))('%s, the same once it is stashed', async (_, {make, stat}) => {
		await using here = await lab();
		const base = await here.git('rev-parse', 'HEAD');
		await make(here);
		const {saved} = await saveWork(here);
		expect(await diffStat({repo: here.repo, stash: saved.commit}, base, join(here.root, 'scratch'))).toEqual(stat);
	});
});

test('looking leaves no object behind', async () => {
	await using here = await lab();
	await put(here.repo, 'new', 'never seen before\n');
	const count = () => here.git('count-objects', '-v');
	const before = await count();
	await diffText({worktree: here.repo}, 'HEAD', join(here.root, 'scratch'), false);
	expect(await count()).toBe(before);
});

test('the text holds every change, without colours', async () => {
	await using here = await lab();
	await here.git('config', 'color.ui', 'always');
	await put(here.repo, 'src/app.txt', EDIT);
	await put(here.repo, 'new', 'new\n');
	const text = await diffText({worktree: here.repo}, 'HEAD', join(here.root, 'scratch'), false);
	expect(text).not.toContain('\x1b');
	expect(text.split('\n').filter(line => /^[+-]/.test(line))).toEqual([
		...['--- /dev/null', '+++ b/new', '+new'],
		...['--- a/src/app.txt', '+++ b/src/app.txt', '-beta', '+edited', '+more'],
	]);
	expect(await diffText({worktree: here.repo}, 'HEAD', join(here.root, 'scratch'), true)).toMatch(
		/2 files changed, 3 insertions\(\+\), 1 deletion\(-\)/,
	);
});

test('a commit is compared as it is', async () => {
	await using here = await lab();
	const place = {repo: here.repo, commit: 'main'};
	expect(await diffStat(place, 'feature', join(here.root, 'scratch'))).toEqual({files: 1, added: 3, removed: 0});
});

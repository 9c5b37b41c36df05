import {rmSync} from 'node:fs';
import {readFile} from 'node:fs/promises';
import {join} from 'node:path';
import {describe, expect, test} from 'vitest';
import {commitAll, put} from '../../support/dirt.ts';
import {type Lab, lab} from '../../support/lab.ts';
import {named} from '../../support/named.ts';
import {snapshot} from '../../support/snapshot.ts';
import {saveWork} from './save-work.ts';

const LINES = ['one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight'];

/** Eight lines, some of them in other words. */
const lines = (changes: Readonly<Record<number, string>> = {}) =>
	LINES.map((line, at) => `${changes[at] ?? line}\n`).join('');

type Case = {
	readonly what: string;
	readonly work: (here: Lab) => Promise<unknown>;
	/** What the branch gets in the meantime; committed. */
	readonly branch: (here: Lab) => Promise<unknown>;
};

const write = (name: string, content?: string) => (here: Lab) => put(here.repo, name, content);
const staged = (name: string, content?: string) => async (here: Lab) => {
	await put(here.repo, name, content);
	await here.git('add', '-A');
};
const remove = (name: string) => async (here: Lab) => rmSync(join(here.repo, name), {recursive: true});

/** Saves work, lets the branch move, and leaves the worktree clean on its new commit. */
const moved = async (here: Lab, {work, branch}: Case) => {
	for (const name of ['file', 'constructor', '__proto__']) await put(here.repo, name, lines());
	await commitAll(here, here.repo);
	await work(here);
	const save = await saveWork(here);
	await save.clear();
	await branch(here);
	await commitAll(here, here.repo, 'moved');
	return save;
};

const MERGED: readonly (Case & {readonly wanted: Readonly<Record<string, string>>; readonly status: string})[] = [
	{
		what: 'another file changed on the branch',
		work: write('file', lines({0: 'mine'})),
		branch: write('other', 'theirs\n'),
		wanted: {file: lines({0: 'mine'}), other: 'theirs\n'},
		status: ' M file',
	},
	{
		what: 'other lines of the same file changed',
		work: write('file', lines({0: 'mine'})),
		branch: write('file', lines({7: 'theirs'})),
		wanted: {file: lines({0: 'mine', 7: 'theirs'})},
		status: ' M file',
	},
	{
		what: 'other lines of a staged file changed',
		work: staged('file', lines({0: 'mine'})),
		branch: write('file', lines({7: 'theirs'})),
		wanted: {file: lines({0: 'mine', 7: 'theirs'})},
		status: 'M  file',
	},
	{
		what: 'the branch got the same edit',
		work: write('file', lines({0: 'mine'})),
		branch: write('file', lines({0: 'mine'})),
		wanted: {file: lines({0: 'mine'})},
		status: '',
	},
	{
		what: 'the branch got the same new file',
		work: write('new', 'new\n'),
		branch: write('new', 'new\n'),
		wanted: {new: 'new\n'},
		status: '',
	},
	...['constructor', '__proto__'].map(name => ({
		what: `other lines of a file called ${name} changed`,
		work: write(name, lines({0: 'mine'})),
		branch: write(name, lines({7: 'theirs'})),
		wanted: {[name]: lines({0: 'mine', 7: 'theirs'})},
		status: ` M ${name}`,
	})),
];

describe('work comes back on top of a branch that moved, where', () => {
	test.each(named(MERGED))('%s', async (_, one) => {
		await using here = await lab();
		const save = await moved(here, one);
		await save.restore();
		for (const [name, content] of Object.entries(one.wanted)) {
			expect(await readFile(join(here.repo, name), 'utf8'), name).toBe(content);
		}
		expect((await here.run('git', 'status', '--porcelain')).stdout.replace(/\n$/, '')).toBe(one.status);
		await save.restore();
		expect((await here.run('git', 'status', '--porcelain')).stdout.replace(/\n$/, ''), 'twice').toBe(one.status);
		await here.expectNoTrace();
	});
});

const CLASHING: readonly (Case & {readonly names: readonly string[]})[] = [
	{
		what: 'the same line',
		work: write('file', lines({3: 'mine'})),
		branch: write('file', lines({3: 'theirs'})),
		names: ['file'],
	},
	{
		what: 'the same line, staged',
		work: staged('file', lines({3: 'mine'})),
		branch: write('file', lines({3: 'theirs'})),
		names: ['file'],
	},
	{what: 'a file that the branch deleted', work: write('file', 'mine\n'), branch: remove('file'), names: ['file']},
	{
		what: 'a deleted file that the branch changed',
		work: remove('file'),
		branch: write('file', lines({3: 'theirs'})),
		names: ['file'],
	},
	{what: 'a new file of the same name', work: write('new', 'mine\n'), branch: write('new', 'theirs\n'), names: ['new']},
	{
		what: 'a new file where the branch has a folder',
		work: write('new', 'mine\n'),
		branch: write('new/inside', 'theirs\n'),
		names: ['new/inside'],
	},
	{
		what: 'a new folder where the branch has a file',
		work: write('new/inside', 'mine\n'),
		branch: write('new', 'theirs\n'),
		names: ['new'],
	},
	{
		what: 'only those of several new files that clash',
		work: async here => {
			await put(here.repo, 'a', 'same\n');
			await put(here.repo, 'b', 'mine\n');
		},
		branch: async here => {
			await put(here.repo, 'a', 'same\n');
			await put(here.repo, 'b', 'theirs\n');
		},
		names: ['b'],
	},
	{
		what: 'a name with quotes and line ends',
		work: write('"a"\nb', 'mine\n'),
		branch: write('"a"\nb', 'theirs\n'),
		names: ['"a"\nb'],
	},
];

describe('a clash with the branch changes nothing and is named:', () => {
	test.each(named(CLASHING))('%s', async (_, one) => {
		await using here = await lab();
		const save = await moved(here, one);
		const before = await snapshot(here, here.repo);
		await expect(save.restore()).rejects.toMatchObject({name: 'WorkConflict', files: one.names});
		expect(await snapshot(here, here.repo)).toEqual(before);
		await here.expectNoTrace();
	});
});

test.each(['__proto__', 'constructor', 'toString'])(
	'a file called %s comes back without its particulars',
	async name => {
		await using here = await lab();
		await put(here.repo, name, 'new\n');
		const save = await saveWork(here);
		await save.clear();
		await save.restore(here.repo, {fingerprints: {}, intentToAdd: []});
		expect(await readFile(join(here.repo, name), 'utf8')).toBe('new\n');
	},
);

import {mkdirSync, renameSync, rmSync, symlinkSync} from 'node:fs';
import {readFile} from 'node:fs/promises';
import {join} from 'node:path';
import {describe, expect, test} from 'vitest';
import {put} from '../../support/dirt.ts';
import {type Lab, lab} from '../../support/lab.ts';
import {named} from '../../support/named.ts';
import {filesOf, snapshot} from '../../support/snapshot.ts';
import {saveWork} from './save-work.ts';

type Case = {
	readonly what: string;
	/** The work that is saved. */
	readonly work: (here: Lab) => Promise<unknown>;
	/** What somebody does meanwhile. */
	readonly meanwhile: (here: Lab) => Promise<unknown>;
	readonly names?: readonly string[];
};

const APP = 'src/app.txt';
const write = (name: string, content?: string) => (here: Lab) => put(here.repo, name, content);
const remove = (name: string) => async (here: Lab) => rmSync(join(here.repo, name), {recursive: true});
const both = (one: Case['work'], other: Case['work']) => async (here: Lab) => {
	await one(here);
	await other(here);
};
const toFolder = both(remove(APP), write(`${APP}/inside`));

const IN_THE_WAY_OF_RESTORING: readonly Case[] = [
	{what: 'an edited file', work: write(APP), meanwhile: write(APP, 'other\n'), names: [APP]},
	{
		what: 'a staged file',
		work: write(APP),
		meanwhile: both(write(APP, 'other\n'), here => here.git('add', '-A')),
		names: [APP],
	},
	{what: 'a deleted file', work: write(APP), meanwhile: remove(APP), names: [APP]},
	{what: 'an edit of a file whose deletion was saved', work: remove(APP), meanwhile: write(APP), names: [APP]},
	{what: 'an untracked file', work: write('new'), meanwhile: write('new', 'other\n'), names: ['new']},
	{
		what: 'a file that is ignored by now',
		work: write('new'),
		meanwhile: both(write('new', 'other\n'), write('.git/info/exclude', 'new\n')),
		names: ['new'],
	},
	{what: 'a folder', work: write('new'), meanwhile: write('new/inside'), names: ['new/inside']},
	{what: 'a folder with ignored files', work: write('new'), meanwhile: write('new/a.log'), names: ['new/a.log']},
	{what: 'a file where a folder was', work: write('new/inside'), meanwhile: write('new'), names: ['new']},
	{
		what: 'a link where a folder was',
		work: write('new/inside'),
		meanwhile: async here => symlinkSync('src', join(here.repo, 'new')),
		names: ['new'],
	},
	{
		what: 'ignored files in a folder that a saved file replaces',
		work: both(remove('src'), write('src')),
		meanwhile: write('src/a.log'),
		names: ['src/a.log'],
	},
];

describe('restoring changes nothing and names what is in the way:', () => {
	test.each(named(IN_THE_WAY_OF_RESTORING))('%s', async (_, {work, meanwhile, names}) => {
		await using here = await lab();
		await work(here);
		const save = await saveWork(here);
		await save.clear();
		await meanwhile(here);
		const before = await snapshot(here, here.repo);
		await expect(save.restore()).rejects.toMatchObject({name: 'WorkConflict', files: names});
		expect(await snapshot(here, here.repo)).toEqual(before);
		await here.expectNoTrace();
	});
});

const IN_NOBODYS_WAY: readonly Case[] = [
	{what: 'an empty folder', work: write('new'), meanwhile: async here => mkdirSync(join(here.repo, 'new'))},
	{what: 'the same file with the same content', work: write('new', 'x'), meanwhile: write('new', 'x')},
	{what: 'the same edit', work: write(APP, 'x'), meanwhile: write(APP, 'x')},
	{what: 'the same deletion', work: remove(APP), meanwhile: remove(APP)},
];

describe('restoring is not disturbed by', () => {
	test.each(named(IN_NOBODYS_WAY))('%s', async (_, {work, meanwhile}) => {
		await using here = await lab();
		await work(here);
		const before = await snapshot(here, here.repo);
		const save = await saveWork(here);
		await save.clear();
		await meanwhile(here);
		await save.restore();
		expect(await snapshot(here, here.repo)).toEqual(before);
	});
});

const IN_THE_WAY_OF_CLEARING: readonly Case[] = [
	{what: 'an edited file that is edited again', work: write(APP), meanwhile: write(APP, 'again\n'), names: [APP]},
	{what: 'an untracked file that is edited', work: write('new'), meanwhile: write('new', 'again\n'), names: ['new']},
	{what: 'a deleted file that is written anew', work: remove(APP), meanwhile: write(APP, 'precious\n'), names: [APP]},
	{
		what: 'a deletion that is staged, written anew',
		work: here => here.git('rm', '-q', APP),
		meanwhile: write(APP, 'precious\n'),
		names: [APP],
	},
	{
		what: 'a file written into a folder that replaced a file',
		work: toFolder,
		meanwhile: write(`${APP}/more`),
		names: [`${APP}/more`],
	},
	{
		what: 'ignored files in a folder that replaced a file',
		work: both(toFolder, write(`${APP}/a.log`)),
		meanwhile: async () => undefined,
		names: [`${APP}/a.log`],
	},
];

describe('clearing removes nothing and names what is not saved:', () => {
	for (const how of ['clear', 'clearAgain'] as const) {
		test.each(named(IN_THE_WAY_OF_CLEARING))(`%s (${how})`, async (_, {work, meanwhile, names}) => {
			await using here = await lab();
			await work(here);
			const save = await saveWork(here);
			await meanwhile(here);
			const before = await snapshot(here, here.repo);
			const refused = await save[how]().catch(cause => cause);
			expect(await snapshot(here, here.repo)).toEqual(before);
			expect(refused).toMatchObject({name: 'WorkConflict', files: names});
		});
	}
});

test('what was written beside the saved work stays where it is', async () => {
	await using here = await lab();
	await put(here.repo, 'folder/saved');
	const save = await saveWork(here);
	await put(here.repo, 'folder/later', 'written later\n');
	await put(here.repo, 'folder/a.log', 'ignored\n');
	await save.clear();
	expect(Object.keys(await filesOf(join(here.repo, 'folder')))).toEqual(['a.log', 'later']);
});

test('clearing never follows a link out of the worktree', async () => {
	await using here = await lab();
	await put(here.repo, 'folder/saved', 'saved\n');
	const save = await saveWork(here);
	const elsewhere = join(here.root, 'elsewhere');
	renameSync(join(here.repo, 'folder'), elsewhere);
	symlinkSync(elsewhere, join(here.repo, 'folder'));
	await save.clearAgain().catch(() => undefined);
	expect(await readFile(join(elsewhere, 'saved'), 'utf8')).toBe('saved\n');
});

import {cpSync, mkdirSync, renameSync, symlinkSync, writeFileSync} from 'node:fs';
import {readdir} from 'node:fs/promises';
import {join} from 'node:path';
import {describe, expect, test} from 'vitest';
import {notTracked, park, unpark} from '../../../src/git/park.ts';
import {commitAll, put} from '../../support/dirt.ts';
import {type Lab, lab} from '../../support/lab.ts';
import {named} from '../../support/named.ts';
import {filesOf} from '../../support/snapshot.ts';

type Case = {readonly what: string; readonly make: (here: Lab) => Promise<unknown>};

const HOSTILE = ['new\nline.log', '"quoted".log', '__proto__.log', '-rf.log', ' edges .log'];

const CASES: readonly Case[] = [
	{what: 'nothing', make: async () => undefined},
	{what: 'a file beside tracked ones', make: here => put(here.repo, 'src/debug.log')},
	{what: 'a whole folder', make: here => put(here.repo, 'node_modules/left pad/index.js')},
	{what: 'an empty folder', make: async here => mkdirSync(join(here.repo, 'empty'))},
	{what: 'a dangling link', make: async here => symlinkSync('/nowhere', join(here.repo, 'link.log'))},
	{what: 'a link to a folder', make: async here => symlinkSync('src', join(here.repo, 'link.log'))},
	{
		what: 'names that shells and parsers stumble over',
		make: async here => {
			for (const name of HOSTILE) await put(here.repo, name);
		},
	},
	{
		what: 'a name that is not UTF-8',
		make: async here =>
			writeFileSync(Buffer.concat([Buffer.from(`${here.repo}/a`), Buffer.from([0xff]), Buffer.from('.log')]), 'x'),
	},
	{
		what: 'a repository of its own, ignored',
		make: async here => {
			await here.git('init', '-q', join(here.repo, 'node_modules', 'inner'));
			await put(here.repo, 'node_modules/inner/file');
		},
	},
];

describe('parking takes everything that no commit holds out, and brings it back:', () => {
	test.each(named(CASES))('%s', async (_, {make}) => {
		await using here = await lab();
		await make(here);
		const parked = join(here.root, 'parked');
		const [before, listed] = [await filesOf(here.repo), await notTracked(here.repo)];
		await park(here.repo, parked);
		expect(await notTracked(here.repo)).toEqual([]);
		expect(await here.git('status', '--porcelain', '--ignored')).toBe('');
		await park(here.repo, parked);
		await unpark(parked, here.repo);
		expect(await filesOf(here.repo)).toEqual(before);
		expect(await notTracked(here.repo)).toEqual(listed);
		await unpark(parked, here.repo);
		expect(await readdir(here.root)).not.toContain('parked');
	});
});

/** A parking that was killed: part of the files is there, part here. */
const cutOff = async (here: Lab) => {
	await put(here.repo, 'node_modules/a', 'a\n');
	await put(here.repo, 'node_modules/b', 'b\n');
	await put(here.repo, 'c.log', 'c\n');
	const [before, parked] = [await filesOf(here.repo), join(here.root, 'parked')];
	mkdirSync(join(parked, 'node_modules'), {recursive: true});
	return {before, parked, from: join(here.repo, 'node_modules'), to: join(parked, 'node_modules')};
};

test('parking that was killed between two files is finished by running it again', async () => {
	await using here = await lab();
	const {before, parked, from, to} = await cutOff(here);
	renameSync(join(from, 'a'), join(to, 'a'));
	await park(here.repo, parked);
	expect(await notTracked(here.repo)).toEqual([]);
	await unpark(parked, here.repo);
	expect(await filesOf(here.repo)).toEqual(before);
});

test('parking across file systems that was killed before the original went is finished by running it again', async () => {
	await using here = await lab();
	const {before, parked, from, to} = await cutOff(here);
	cpSync(join(from, 'a'), join(to, 'a'), {preserveTimestamps: true});
	await park(here.repo, parked);
	expect(await notTracked(here.repo)).toEqual([]);
	await unpark(parked, here.repo);
	expect(await filesOf(here.repo)).toEqual(before);
});

test('unparking that was killed between two files is finished by running it again', async () => {
	await using here = await lab();
	const {before, parked, from, to} = await cutOff(here);
	await park(here.repo, parked);
	mkdirSync(from);
	renameSync(join(to, 'b'), join(from, 'b'));
	await unpark(parked, here.repo);
	expect(await filesOf(here.repo)).toEqual(before);
});

describe('unparking changes nothing when something has taken the place:', () => {
	test.each([
		['a file', 'c.log', ['c.log']],
		['a file inside a folder', 'node_modules/a', ['node_modules/a']],
		['a file where a folder was', 'node_modules', ['node_modules']],
		['a folder where a file was', 'c.log/inside', ['c.log']],
	])('%s', async (_, name, names) => {
		await using here = await lab();
		const {parked} = await cutOff(here);
		await park(here.repo, parked);
		await put(here.repo, name, 'written meanwhile\n');
		const [there, kept] = [await filesOf(here.repo), await filesOf(parked)];
		await expect(unpark(parked, here.repo)).rejects.toThrow(
			expect.objectContaining({name: 'WorkConflict', files: names.map(file => join(here.repo, file))}),
		);
		expect(await filesOf(here.repo)).toEqual(there);
		expect(await filesOf(parked)).toEqual(kept);
	});
});

test('a folder that holds tracked files too gives only the others away', async () => {
	await using here = await lab();
	await put(here.repo, 'mixed/tracked');
	await commitAll(here, here.repo);
	await put(here.repo, 'mixed/sub/a.log');
	await park(here.repo, join(here.root, 'parked'));
	expect(Object.keys(await filesOf(join(here.repo, 'mixed')))).toEqual(['tracked']);
});

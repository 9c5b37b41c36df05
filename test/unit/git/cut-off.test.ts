import {join} from 'node:path';
import {describe, expect, test} from 'vitest';
import {makeTerrible} from '../../support/dirt.ts';
import {type Lab, lab} from '../../support/lab.ts';
import {named} from '../../support/named.ts';
import {snapshot} from '../../support/snapshot.ts';
import {KINDS, type Kind} from './kinds-of-work.ts';
import {clearPartly, type Progress, restorePartly, saveWork} from './save-work.ts';

/** Kinds that stand for themselves: all others are in `every kind of work at once`. */
const APART = [
	'a staged edit that was taken back in the file',
	'a file taken out of the index only',
	'an announced file',
	'permissions that git does not keep',
	'a file that became a folder',
	'a folder that became a file, staged',
	'edited files with hostile names',
	'line ends that git changes',
];

const EVERYTHING: Kind = {what: 'every kind of work at once', make: here => makeTerrible(here, here.repo)};

const CHOSEN = named([EVERYTHING, ...KINDS.filter(({what}) => APART.includes(what))]);

const CUTS: readonly (Progress & {readonly what: string})[] = [
	{what: 'before its first step', index: false, removed: 0, written: 0},
	{what: 'after the index', index: true, removed: 0, written: 0},
	{what: 'among the files that go', index: true, removed: 0.5, written: 0},
	{what: 'after the files that go', index: true, removed: 1, written: 0},
	{what: 'among the files that come', index: true, removed: 1, written: 0.5},
	{what: 'after its last step', index: true, removed: 1, written: 1},
];

/** A copy of the whole repository, so that one saved state serves many deaths. */
const copyOf = async (here: Lab, n: number) => {
	const copy = join(here.root, `copy-${n}`);
	await here.run('cp', '-a', here.repo, copy);
	return copy;
};

describe.each(CHOSEN)('with %s', (_, {make}) => {
	test('clearing that was killed anywhere is finished by running it again', async () => {
		await using here = await lab();
		await make(here);
		const before = await snapshot(here, here.repo);
		const save = await saveWork(here);
		for (const [n, cut] of CUTS.entries()) {
			const copy = await copyOf(here, n);
			await clearPartly(copy, save, cut);
			await expect(save.clearAgain(copy), `killed ${cut.what}`).resolves.toBeUndefined();
			expect(await here.git('status', '--porcelain', {cwd: copy}), `killed ${cut.what}`).toBe('');
			await save.restore(copy);
			expect(await snapshot(here, copy), `killed ${cut.what}`).toEqual(before);
		}
	});

	test('clearing that was killed anywhere is undone by restoring', async () => {
		await using here = await lab();
		await make(here);
		const before = await snapshot(here, here.repo);
		const save = await saveWork(here);
		for (const [n, cut] of CUTS.entries()) {
			const copy = await copyOf(here, n);
			await clearPartly(copy, save, cut);
			await expect(save.restore(copy), `killed ${cut.what}`).resolves.toBeUndefined();
			expect(await snapshot(here, copy), `killed ${cut.what}`).toEqual(before);
		}
	});

	test('restoring that was killed anywhere is finished by running it again', async () => {
		await using here = await lab();
		await make(here);
		const before = await snapshot(here, here.repo);
		const save = await saveWork(here);
		await save.clear();
		for (const [n, cut] of CUTS.slice(2).entries()) {
			const copy = await copyOf(here, n);
			await restorePartly(copy, save, cut);
			await expect(save.restore(copy), `killed ${cut.what}`).resolves.toBeUndefined();
			expect(await snapshot(here, copy), `killed ${cut.what}`).toEqual(before);
			await expect(save.restore(copy), 'after all was done').resolves.toBeUndefined();
			expect(await snapshot(here, copy), 'after all was done').toEqual(before);
		}
	});
});

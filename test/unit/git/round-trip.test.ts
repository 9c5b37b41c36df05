import {describe, expect, test} from 'vitest';
import {makeTerrible} from '../../support/dirt.ts';
import {lab} from '../../support/lab.ts';
import {named} from '../../support/named.ts';
import {CLEAN, snapshot} from '../../support/snapshot.ts';
import {KINDS, type Kind} from './kinds-of-work.ts';
import {clearPartly, type Progress, restorePartly, saveWork} from './save-work.ts';

const EVERYTHING: Kind = {what: 'every kind of work at once', make: here => makeTerrible(here, here.repo)};

const ALL = named([...KINDS, EVERYTHING]);

describe('work that is saved, cleared and restored is what it was', () => {
	test.each(ALL)('%s', async (_, {make}) => {
		await using here = await lab();
		await make(here);
		const before = await snapshot(here, here.repo);
		const save = await saveWork(here);
		expect(await snapshot(here, here.repo), 'saving touches nothing').toEqual(before);
		await save.clear();
		expect((await snapshot(here, here.repo)).status).toEqual(CLEAN);
		await save.restore();
		expect(await snapshot(here, here.repo)).toEqual(before);
		await save.restore();
		expect(await snapshot(here, here.repo), 'restored twice').toEqual(before);
		await here.expectNoTrace();
	});
});

const CUTS: readonly (Progress & {readonly what: string})[] = [
	{what: 'before its first step', index: false, removed: 0, written: 0},
	{what: 'after the index', index: true, removed: 0, written: 0},
	{what: 'among the files that go', index: true, removed: 0.5, written: 0},
	{what: 'after the files that go', index: true, removed: 1, written: 0},
	{what: 'among the files that come', index: true, removed: 1, written: 0.5},
	{what: 'after its last step', index: true, removed: 1, written: 1},
];

describe.each(named(CUTS))('clearing that was killed %s', (_, cut) => {
	test.each(ALL)('is finished by running it again, with %s', async (_what, {make}) => {
		await using here = await lab();
		await make(here);
		const before = await snapshot(here, here.repo);
		const save = await saveWork(here);
		await clearPartly(save, cut);
		await save.clearAgain();
		expect((await snapshot(here, here.repo)).status).toEqual(CLEAN);
		await save.restore();
		expect(await snapshot(here, here.repo)).toEqual(before);
	});

	test.each(ALL)('is undone by restoring, with %s', async (_what, {make}) => {
		await using here = await lab();
		await make(here);
		const before = await snapshot(here, here.repo);
		const save = await saveWork(here);
		await clearPartly(save, cut);
		await save.restore();
		expect(await snapshot(here, here.repo)).toEqual(before);
	});
});

const RESTORING = CUTS.map(cut => ({...cut, index: cut.written === 1}));

describe.each(named(RESTORING.slice(1)))('restoring that was killed %s', (_, cut) => {
	test.each(ALL)('is finished by running it again, with %s', async (_what, {make}) => {
		await using here = await lab();
		await make(here);
		const before = await snapshot(here, here.repo);
		const save = await saveWork(here);
		await save.clear();
		await restorePartly(save, cut);
		await save.restore();
		expect(await snapshot(here, here.repo)).toEqual(before);
	});
});

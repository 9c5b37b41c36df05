import {expect, test} from 'vitest';
import {makeTerrible} from '../../support/dirt.ts';
import {lab} from '../../support/lab.ts';
import {named} from '../../support/named.ts';
import {CLEAN, snapshot} from '../../support/snapshot.ts';
import {KINDS, type Kind} from './kinds-of-work.ts';
import {saveWork} from './save-work.ts';

const EVERYTHING: Kind = {what: 'every kind of work at once', make: here => makeTerrible(here, here.repo)};

test.each(named([...KINDS, EVERYTHING]))('%s is saved, cleared and restored as it was', async (_, {make}) => {
	await using here = await lab();
	await make(here);
	const before = await snapshot(here, here.repo);
	const save = await saveWork(here);
	expect(await snapshot(here, here.repo), 'saving touches nothing').toEqual(before);
	expect(save.missing, 'the stash holds everything').toEqual([]);
	await save.clear();
	expect((await snapshot(here, here.repo)).status).toEqual(CLEAN);
	await save.restore();
	expect(await snapshot(here, here.repo)).toEqual(before);
	await here.expectNoTrace();
});

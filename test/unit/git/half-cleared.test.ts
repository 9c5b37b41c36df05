import {existsSync} from 'node:fs';
import {copyFile, link, readFile, truncate, writeFile} from 'node:fs/promises';
import {join} from 'node:path';
import {describe, expect, test} from 'vitest';
import {WorkConflict} from '../../../src/git/git-error.ts';
import {commitAll, put} from '../../support/dirt.ts';
import {type Lab, lab} from '../../support/lab.ts';
import {CLEAN, snapshot} from '../../support/snapshot.ts';
import {clearPartly, saveWork} from './save-work.ts';

const WHOLE = 'as it is in HEAD\n'.repeat(1000);

/** A worktree whose work is saved and which git was about to put back when everything stopped. */
const cutOff = async (here: Lab) => {
	await put(here.repo, 'file', WHOLE);
	await commitAll(here, here.repo);
	await put(here.repo, 'file', 'of the agent\n');
	const before = await snapshot(here, here.repo);
	const save = await saveWork(here);
	await clearPartly(here.repo, save, {index: true, removed: 1, written: 1});
	return {before, save, file: join(here.repo, 'file')};
};

/** What a full disk or a power cut may leave of a file that git was writing. */
const HALVES: readonly (readonly [string, (file: string) => Promise<void>])[] = [
	['empty', file => truncate(file, 0)],
	['half written', file => truncate(file, 700)],
	['of the right length, with blocks that never reached the disk', file => writeFile(file, holed(WHOLE))],
];

const holed = (text: string): Buffer =>
	Buffer.concat([Buffer.from(text.slice(0, 4096)), Buffer.alloc(text.length - 4096)]);

describe.each(HALVES)('a file that is %s', (_, spoil) => {
	test('is put back by clearing again', async () => {
		await using here = await lab();
		const {before, save, file} = await cutOff(here);
		await spoil(file);
		await save.clearAgain();
		expect((await snapshot(here, here.repo)).status).toEqual(CLEAN);
		await save.restore();
		expect(await snapshot(here, here.repo)).toEqual(before);
	});

	test('makes way for the saved one when the pause is undone', async () => {
		await using here = await lab();
		const {before, save, file} = await cutOff(here);
		await spoil(file);
		await save.restoreHalfCleared();
		expect(await snapshot(here, here.repo)).toEqual(before);
	});

	test('is somebody’s own once the worktree was clear', async () => {
		await using here = await lab();
		const {save, file} = await cutOff(here);
		await spoil(file);
		const spoilt = await readFile(file);
		await expect(save.restore()).rejects.toThrow(WorkConflict);
		expect(await readFile(file)).toEqual(spoilt);
	});
});

test('what else stands there is somebody’s own', async () => {
	await using here = await lab();
	const {save, file} = await cutOff(here);
	await writeFile(file, `${WHOLE.slice(0, 700)}and something of mine\n`);
	await expect(save.clearAgain()).rejects.toThrow(WorkConflict);
	await expect(save.restoreHalfCleared()).rejects.toThrow(WorkConflict);
	expect(await readFile(file, 'utf8')).toMatch(/of mine\n$/);
});

describe('the index that git is given for it', () => {
	const paths = (here: Lab) => ({
		own: join(here.repo, '.git', 'squad-index'),
		lock: join(here.repo, '.git', 'index.lock'),
		index: join(here.repo, '.git', 'index'),
	});

	test('is cleared away after a death, with git’s lock on it and with the lock that is a link to it', async () => {
		await using here = await lab();
		const {before, save} = await cutOff(here);
		const {own, lock, index} = paths(here);
		await copyFile(index, own);
		await writeFile(`${own}.lock`, '');
		await link(own, lock);
		await save.clearAgain();
		expect([own, `${own}.lock`, lock].filter(existsSync)).toEqual([]);
		await save.restore();
		expect(await snapshot(here, here.repo)).toEqual(before);
	});

	test('never takes the place of one that another git is writing', async () => {
		await using here = await lab();
		await put(here.repo, 'file', WHOLE);
		await commitAll(here, here.repo);
		await put(here.repo, 'file', 'of the agent\n');
		const save = await saveWork(here);
		const {lock, index} = paths(here);
		const old = await readFile(index);
		await writeFile(lock, 'of another git');
		await expect(save.clear()).rejects.toThrow(/index\.lock/);
		expect(await readFile(lock, 'utf8')).toBe('of another git');
		expect(await readFile(index)).toEqual(old);
	});
});

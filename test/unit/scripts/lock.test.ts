import {spawn} from 'node:child_process';
import {once} from 'node:events';
import {existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {expect, test, vi} from 'vitest';
// @ts-expect-error plain JavaScript
import {withLock} from '../../../scripts/setup/lock.mjs';

/** Larger than any process id. */
const NOBODY = String(2 ** 30);
const MODULE = join(import.meta.dirname, '../../../scripts/setup/lock.mjs');

const folder = () => {
	const path = mkdtempSync(join(tmpdir(), 'squad-lock-'));
	const lock = join(path, 'lock');
	const heldBy = (owner: string) => {
		mkdirSync(lock);
		writeFileSync(join(lock, owner), '');
	};
	return {path, lock, heldBy, [Symbol.dispose]: () => rmSync(path, {recursive: true})};
};

test.each([
	['is free', undefined],
	['belongs to a process that is gone', NOBODY],
	['carries our own number from an earlier life', String(process.pid)],
])('takes a lock that %s, and gives it back', async (_what, owner) => {
	using here = folder();
	if (owner) here.heldBy(owner);
	expect(await withLock(here.lock, () => readdirSync(here.lock))).toEqual([String(process.pid)]);
	expect(readdirSync(here.path)).toEqual([]);
});

test('gives it back when the work fails', async () => {
	using here = folder();
	await expect(withLock(here.lock, () => Promise.reject(new Error('no')))).rejects.toThrow('no');
	expect(existsSync(here.lock)).toBe(false);
});

test('says how to get rid of a lock whose owner does not come to an end', async () => {
	using here = folder();
	here.heldBy(String(process.ppid));
	const patience = {pollMs: 1, giveUpMs: 5};
	const said = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
	await expect(withLock(here.lock, () => {}, patience)).rejects.toMatchObject({
		hint: expect.stringContaining(here.lock),
	});
	expect(readdirSync(here.lock)).toEqual([String(process.ppid)]);
	expect(said.mock.calls.flat().join('')).toMatch(`process ${process.ppid}`);
	said.mockRestore();
});

/** Each adds a line at the beginning and one at the end of its work; between them no other may come. */
const WORKER = `
	import {appendFileSync} from 'node:fs';
	import {setTimeout as sleep} from 'node:timers/promises';
	const [module, lock, log] = process.argv.slice(1);
	const {withLock} = await import(module);
	for (let round = 0; round < 5; round++) {
		await withLock(lock, async () => {
			appendFileSync(log, 'begin ' + process.pid + '\\n');
			await sleep(3);
			appendFileSync(log, 'end ' + process.pid + '\\n');
		}, {pollMs: 1, giveUpMs: 30000});
	}`;

test('lets one in at a time, also when all find a dead owner at once', async () => {
	using here = folder();
	here.heldBy(NOBODY);
	const log = join(here.path, 'log');
	const workers = Array.from({length: 4}, () =>
		spawn(process.execPath, ['--input-type=module', '-e', WORKER, MODULE, here.lock, log], {stdio: 'ignore'}),
	);
	const codes = await Promise.all(workers.map(async worker => (await once(worker, 'exit'))[0]));
	expect(codes).toEqual([0, 0, 0, 0]);
	const lines = readFileSync(log, 'utf8').trimEnd().split('\n');
	expect(lines).toHaveLength(40);
	const pairs = lines.filter((_line, index) => index % 2 === 0).map(line => line.replace('begin', 'end'));
	expect(lines.filter((_line, index) => index % 2 === 1)).toEqual(pairs);
});

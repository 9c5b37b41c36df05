import {spawnSync} from 'node:child_process';
import {mkdtempSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {describe, expect, test} from 'vitest';
import {runProgram, waitAsleep} from '../../../src/program/run-program.ts';

const {env} = process;
const shell = (script: string, ...words: string[]) =>
	runProgram('sh', ['-c', script, 'sh', ...words], {env, timeout: 10_000});

/** The first test runs awake, all others asleep: it is said once for a whole process. */
describe.each([
	['awake', () => undefined],
	['asleep', waitAsleep],
])('%s', (_, prepare) => {
	test('a program is run to its end', async () => {
		prepare();
		const {code, stdout, stderr} = await shell('echo "$1"; echo oh >&2; exit 3', 'a b');
		expect([code, `${stdout}`, `${stderr}`]).toEqual([3, 'a b\n', 'oh\n']);
	});

	test('the same program twice at once runs side by side: here each waits for the other', async () => {
		prepare();
		const folder = mkdtempSync(join(tmpdir(), 'sq-run-'));
		const pipe = join(folder, 'pipe');
		spawnSync('mkfifo', [pipe]);
		const both = await Promise.all([shell('echo words > "$1"', pipe), shell('cat "$1"', pipe)]);
		rmSync(folder, {recursive: true});
		expect(both.map(({code}) => code)).toEqual([0, 0]);
		expect(`${both[1].stdout}`).toBe('words\n');
	});

	test('a signal that came meanwhile is heard before the next step', async () => {
		prepare();
		let heard = false;
		process.once('SIGUSR2', () => {
			heard = true;
		});
		await shell(`kill -USR2 ${process.pid}`);
		await shell('true');
		expect(heard).toBe(true);
	});

	test('a program that is missing, and one that takes too long', async () => {
		prepare();
		expect((await runProgram('no-such-program-here', [], {env})).error).toMatchObject({code: 'ENOENT'});
		expect((await runProgram('sleep', ['30'], {env, timeout: 50})).error).toMatchObject({code: 'ETIMEDOUT'});
	});
});

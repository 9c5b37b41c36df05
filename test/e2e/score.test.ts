import {fileURLToPath} from 'node:url';
import {expect, test} from 'vitest';
import {lab} from '../support/lab.ts';

const SCORE = fileURLToPath(new URL('../../scripts/score.mjs', import.meta.url));

test('every recorded screen is read as what it was', async () => {
	await using here = await lab();
	const {code, stdout} = await here.run(process.execPath, SCORE);
	expect(stdout.split('\n').filter(line => line.startsWith('miss:'))).toEqual([]);
	expect(code).toBe(0);
	// Those that are marked open among them.
	const [, idle, all] = / (\d+) of (\d{4,}) active or asking ones called idle\n$/.exec(stdout) ?? [];
	expect(Number(idle) / Number(all)).toBeLessThan(1 / 1000);
});

import {describe, expect, test} from 'vitest';
import {crowd} from '../crash/crowd.ts';
import {live} from '../crash/life.ts';
import {emptyReport, killEverywhere} from '../crash/matrix.ts';
import {OPERATIONS} from '../crash/operations.ts';

/** A few boundaries of each operation, others each day; `npm run test:crash` tries them all (docs/reliability.md). */
const EVERY = 83;
const today = Math.floor(Date.now() / 86_400_000);
const tell = () => undefined;
const FOREVER = Number.POSITIVE_INFINITY;

describe('a sample of the crash matrix: nothing is lost and nothing is stuck after a kill in', () => {
	test.each(OPERATIONS.map(operation => [operation.what, operation] as const))('%s', async (_, operation) => {
		const report = emptyReport();
		// At least two kills, however few boundaries there are.
		const offset = (today * 31) % (operation.few ? 5 : EVERY);
		await killEverywhere(operation, {every: operation.few ? 5 : EVERY, offset, until: FOREVER, tell}, report);
		expect(report.kills).toBeGreaterThan(0);
		expect(report.failures).toEqual([]);
	});
});

test('a short life of random kills', async () => {
	const report = emptyReport();
	await live(today, 5, FOREVER, report, tell);
	expect(report.failures).toEqual([]);
});

test('a small crowd of squads for a few seconds', async () => {
	const {deeds, wrong} = await crowd({squads: 4, sessions: 3, seconds: 10, seed: today});
	expect(wrong).toEqual([]);
	expect(deeds.commands).toBeGreaterThan(4);
});

import {expect, test} from 'vitest';
import {crowd} from '../crash/crowd.ts';
import {live} from '../crash/life.ts';
import {emptyReport, killOnce} from '../crash/matrix.ts';
import {OPERATIONS} from '../crash/operations.ts';
import {crashWorld, newCharge} from '../crash/world.ts';

/** Every day others: `npm run test:crash` and `npm run test:crowd` try them all (docs/reliability.md). */
const today = Math.floor(Date.now() / 86_400_000);

/** Most operations have more boundaries than this; one that has fewer is let live. */
const SOME = 100;

test('a sample of the crash matrix: nothing is lost and nothing is stuck', async () => {
	const report = emptyReport();
	const chosen = OPERATIONS.filter((operation, n) => n % 3 === today % 3 && !operation.isLast);
	for (const [n, operation] of chosen.entries()) {
		// A world for each: what one leaves (a guest in the worktree) may be in the way of another.
		await using here = await crashWorld();
		const charge = await newCharge(here);
		await killOnce([here, charge], operation, 1 + ((today * 31 + n * 17) % SOME), report);
		expect(report.failures).toEqual([]);
	}
	expect(report.kills).toBeGreaterThan(0);
});

test('a short life of random kills', async () => {
	const report = emptyReport();
	await live(today, 2, Number.POSITIVE_INFINITY, report, () => undefined);
	expect(report.failures).toEqual([]);
	expect(report.kills).toBe(2);
});

test('a small crowd of squads for a few seconds', async () => {
	const {deeds, wrong} = await crowd({squads: 4, sessions: 2, seconds: 6, seed: today});
	expect(wrong).toEqual([]);
	expect(deeds.commands + deeds.tuis).toBeGreaterThan(4);
});

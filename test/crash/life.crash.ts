import {expect, test} from 'vitest';
import {live} from './life.ts';
import {emptyReport} from './matrix.ts';

const {LIFE_KILLS = '2000', LIFE_FROM = '1', CRASH_MINUTES = '600'} = process.env;

/** So many kills in one life; then another begins, with the next seed. */
const IN_ONE_LIFE = 40;

test(
	'killed at random over a long life with several sessions, nothing is lost and nothing is stuck',
	async () => {
		const report = emptyReport();
		const tell = (line: string) => process.stdout.write(`${line}\n`);
		const until = Date.now() + Number(CRASH_MINUTES) * 60_000;
		let seed = Number(LIFE_FROM);
		const worker = async () => {
			while (report.kills < Number(LIFE_KILLS) && Date.now() < until) {
				const mine = seed++;
				await live(mine, Math.min(IN_ONE_LIFE, Number(LIFE_KILLS)), until, report, tell);
				tell(`life ${mine}: ${report.kills} kills so far, ${report.failures.length} wrong`);
			}
		};
		// Both to their end, or the world of one would be left behind.
		const ends = await Promise.allSettled([worker(), worker()]);
		tell(`kills ${report.kills}, states seen ${report.states.size}, wrong ${report.failures.length}`);
		expect(report.failures).toEqual([]);
		expect(ends.filter(({status}) => status === 'rejected')).toEqual([]);
	},
	2 ** 31 - 1,
);

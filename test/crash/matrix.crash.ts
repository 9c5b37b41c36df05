import {expect, test} from 'vitest';
import {emptyReport, killEverywhere} from './matrix.ts';
import {OPERATIONS} from './operations.ts';

const {CRASH_ONLY = '', CRASH_EVERY = '1', CRASH_OFFSET = '0'} = process.env;
const {CRASH_TURN = '0', CRASH_MINUTES = '600'} = process.env;

test(
	'killed at every boundary of every operation, nothing is lost and nothing is stuck',
	async () => {
		const report = emptyReport();
		const tell = (line: string) => process.stdout.write(`${line}\n`);
		const plan = {
			every: Number(CRASH_EVERY),
			offset: Number(CRASH_OFFSET),
			turn: Number(CRASH_TURN),
			until: Date.now() + Number(CRASH_MINUTES) * 60_000,
			tell,
		};
		const exactly = OPERATIONS.filter(({what}) => what === CRASH_ONLY);
		const queue = exactly.length > 0 ? exactly : OPERATIONS.filter(({what}) => what.includes(CRASH_ONLY));
		const worker = async () => {
			for (let operation = queue.shift(); operation !== undefined; operation = queue.shift()) {
				const began = Date.now();
				const {kills, states, failures} = await killEverywhere(operation, plan);
				const seconds = Math.round((Date.now() - began) / 1000);
				tell(`${operation.what}: ${kills} kills, ${states.size} states, ${failures.length} wrong, ${seconds} s`);
				report.kills += kills;
				for (const state of states) report.states.add(state);
				report.failures.push(...failures);
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

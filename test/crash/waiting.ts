import {readFile} from 'node:fs/promises';
import type {CrashWorld} from './world.ts';

export type Waiting = {
	/** How often somebody found a lock taken. */
	readonly waits: number;
	readonly longestMs: number;
	/** How many times longer everything took than on this machine at rest. */
	readonly slowness: number;
	/** The longest wait in seconds of this machine at rest. */
	readonly longestAtRest: number;
};

const median = (of: readonly number[]): number => [...of].sort((a, b) => a - b)[Math.floor(of.length / 2)] ?? 1;

/** How long a squad takes that wants no lock. */
const timeOf = async (here: CrashWorld): Promise<number> => {
	const began = performance.now();
	await here.squad('--version');
	return performance.now() - began;
};

/**
 * Measures how long squads wait for locks, not how slow the machine is: squad itself notes each wait in `SQUAD_LOG`, and a
 * squad that needs no lock, timed before the others begin and while they are at work, says how much longer everything
 * takes meanwhile. Whoever holds a lock is as much slower; the wait is divided by that.
 */
export const waitingIn = async (here: CrashWorld, log: string) => {
	const before: number[] = [];
	for (let turn = 0; turn < 5; turn++) before.push(await timeOf(here));
	const during: number[] = [];
	return {
		watch: async (until: number): Promise<void> => {
			while (Date.now() < until) {
				during.push(await timeOf(here));
				await new Promise(resolve => setTimeout(resolve, 500));
			}
		},
		found: async (): Promise<Waiting> => {
			const text = await readFile(log, 'utf8').catch(() => '');
			const waits = [...text.matchAll(/ waited (\d+) ms for /g)].map(([, ms]) => Number(ms));
			const longestMs = Math.max(0, ...waits);
			const slowness = Math.max(1, median(during) / median(before));
			return {waits: waits.length, longestMs, slowness, longestAtRest: longestMs / slowness / 1000};
		},
	};
};

import type {Usage} from './snapshot.ts';
import {usageMeter} from './usage.ts';

/** While something happens, and while nothing does. */
const EVERY_MS = process.platform === 'linux' ? 5000 : 15_000;
/** After the first look, and not in its way. */
const FIRST_MS = 1000;
const QUIET_EVERY_MS = 120_000;

export type UsageSource = {
	readonly isWatched: () => boolean;
	/** Changes with everything that happens. */
	readonly stamp: () => number;
	readonly roots: () => ReadonlyMap<string, readonly number[]>;
	readonly measured: (usage: ReadonlyMap<string, Usage>) => void;
};

/** Measures memory and processor time now and then: often only while something happens and somebody looks. */
export const usageTimer = ({isWatched, stamp, roots, measured}: UsageSource) => {
	const measure = usageMeter();
	let [lastStamp, lastAt] = [-1, Number.NEGATIVE_INFINITY];
	const tick = async (): Promise<void> => {
		const isQuiet = stamp() === lastStamp;
		if (!isWatched() || (isQuiet && performance.now() - lastAt < QUIET_EVERY_MS)) return;
		[lastStamp, lastAt] = [stamp(), performance.now()];
		measured(await measure(roots()));
	};
	const first = setTimeout(() => void tick(), FIRST_MS);
	const timer = setInterval(() => void tick(), EVERY_MS);
	return {
		close: () => {
			clearTimeout(first);
			clearInterval(timer);
		},
	};
};

import {measureDiff} from '../diff.ts';
import type {World} from '../held.ts';
import type {SessionRecord} from '../session.ts';

/** git is asked for one session no more often than this. */
const EVERY_MS = 5000;

export type DiffMeter = ReturnType<typeof diffMeter>;

/** Measures what sessions have changed, one at a time; the figures go into their records. */
export const diffMeter = (world: World, recordOf: (id: string) => SessionRecord | undefined) => {
	const wanted = new Set<string>();
	const measuredAt = new Map<string, number>();
	let timer: NodeJS.Timeout | undefined;
	let running: Promise<void> | undefined;
	let isClosed = false;

	const dueIn = (id: string): number => (measuredAt.get(id) ?? -EVERY_MS) + EVERY_MS - performance.now();
	const next = (): void => {
		clearTimeout(timer);
		const [first] = [...wanted].sort((a, b) => dueIn(a) - dueIn(b));
		if (first === undefined || isClosed || running !== undefined) return;
		timer = setTimeout(() => measure(first), Math.max(0, dueIn(first)));
	};
	const measure = (id: string): void => {
		wanted.delete(id);
		measuredAt.set(id, performance.now());
		const record = recordOf(id);
		running = (record === undefined ? Promise.resolve() : measureDiff(world, record).then(() => undefined)).finally(
			() => {
				running = undefined;
				next();
			},
		);
	};
	return {
		want: (id: string): void => {
			wanted.add(id);
			next();
		},
		close: async (): Promise<void> => {
			isClosed = true;
			clearTimeout(timer);
			await running;
		},
	};
};

import {kinOf} from './kin.ts';
import {allProcesses, isAlive, markedBy, type Process, startOf, treeOf} from './processes.ts';

/** How long processes get to end by themselves before they are told, and before they are made to. */
const UNTIL_TERM_MS = 1500;
const UNTIL_KILL_MS = 4000;
const UNTIL_GIVEN_UP_MS = 9000;

/** Somebody's other tmux work may have been started from one of our terminals: it and all below it are theirs. */
const isTmuxServer = ({name}: Process): boolean => name === 'tmux: server';

/** Found by reading every process there is. */
const everywhere = (id: string, roots: readonly number[]) => {
	const everything = allProcesses();
	return {inside: treeOf(roots, everything), marked: markedBy(id, everything)};
};

/**
 * Every process of a session: those below its panes, and those that left but carry its mark. Never this squad itself
 * (it may have been called from inside the session), never a tmux server and what lives in it. `adopters` are those
 * that may have what left; without them everybody is asked.
 */
export const processesOf = (
	id: string,
	panePids: readonly number[],
	adopters: readonly number[] | undefined,
): {all: Process[]; outside: Process[]} => {
	const {inside, marked} = adopters === undefined ? everywhere(id, panePids) : kinOf(id, panePids, adopters);
	const found = new Map([...inside, ...marked].map(one => [one.pid, one]));
	const spared = new Set(
		treeOf(
			[...found.values()].filter(isTmuxServer).map(one => one.pid),
			[...found.values()],
		),
	);
	const all = [...found.values()].filter(one => one.pid !== process.pid && !spared.has(one));
	// tmux's SIGHUP reaches only what is still below a pane.
	const below = new Set(inside.map(one => one.pid));
	return {all, outside: all.filter(one => !below.has(one.pid))};
};

const signal = (processes: readonly Process[], name: NodeJS.Signals): void => {
	for (const {pid} of processes) {
		try {
			process.kill(pid, name);
		} catch {
			// It ended by itself in the meantime.
		}
	}
};

const shortly = (ms: number) => new Promise(resolve => setTimeout(resolve, ms));

/** Closes a session's terminal and ends all that ran for it. Returns what could not be ended. */
export const endSession = async (
	id: string,
	panePids: readonly number[],
	adopters: readonly number[] | undefined,
	close: () => Promise<void>,
): Promise<Process[]> => {
	const {all, outside} = processesOf(id, panePids, adopters);
	await close();
	signal(outside, 'SIGTERM');
	signal(all, 'SIGCONT');
	return endProcesses(id, all, adopters);
};

/** Waits until all are gone, with more and more emphasis. Returns what is still there at the end. */
const endProcesses = async (
	id: string,
	first: readonly Process[],
	adopters: readonly number[] | undefined,
): Promise<Process[]> => {
	const starts = new Map(first.map(({pid}) => [pid, startOf(pid)]));
	const begun = Date.now();
	let wait = 4;
	let told = 0;
	for (;;) {
		const known = first.filter(({pid}) => isAlive(pid) && startOf(pid) === starts.get(pid));
		// Only when all we knew of are gone is it worth looking for the mark again.
		const left = known.length > 0 ? known : processesOf(id, [], adopters).all;
		const elapsed = Date.now() - begun;
		if (left.length === 0 || elapsed > UNTIL_GIVEN_UP_MS) {
			return left;
		}
		if (elapsed > UNTIL_KILL_MS) {
			signal(
				processesOf(
					id,
					left.map(({pid}) => pid),
					adopters,
				).all,
				'SIGKILL',
			);
		} else if (known.length === 0 || elapsed > UNTIL_TERM_MS) {
			if (elapsed - told > 500 || told === 0) {
				told = Math.max(elapsed, 1);
				signal(left, 'SIGTERM');
				// A stopped process does not even see SIGTERM.
				signal(left, 'SIGCONT');
			}
		}
		await shortly(wait);
		wait = Math.min(wait * 1.5, 100);
	}
};

export const freezeProcesses = (
	id: string,
	panePids: readonly number[],
	adopters: readonly number[] | undefined,
): void => {
	// The panes' own processes stay awake: tmux would wake them again.
	signal(
		processesOf(id, panePids, adopters).all.filter(one => !panePids.includes(one.pid)),
		'SIGSTOP',
	);
};

export const thawProcesses = (
	id: string,
	panePids: readonly number[],
	adopters: readonly number[] | undefined,
): void => {
	signal(processesOf(id, panePids, adopters).all, 'SIGCONT');
};

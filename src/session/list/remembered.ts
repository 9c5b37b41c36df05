import {readFileSync} from 'node:fs';
import type {Fingerprints} from '../fingerprint.ts';
import type {Home} from '../home.ts';
import type {SessionView} from '../view.ts';

/** One session as the last list showed it, with all that it was computed from. */
export type Entry = {
	readonly view: SessionView;
	/** Its lines in tmux's list of panes. */
	readonly panes: string;
	readonly files: Fingerprints;
	/** The name of its lock. */
	readonly lock: string;
	/** The processes of its panes: what they use is asked again each time. */
	readonly roots: readonly number[];
	/** Workers (by their place in the view) that run below such a process. */
	readonly below: readonly (readonly [worker: number, root: number])[];
};

/** The last list. Whatever differs from what is asked for makes all of it worthless. */
export type Remembered = {
	/** Which squad computed it. */
	readonly build: string;
	readonly socket: string;
	/** How far the clock was ahead of the time since the machine's start: it differs once somebody sets the clock. */
	readonly clock: number;
	readonly settings: Fingerprints;
	readonly sessions: Readonly<Record<string, Entry>>;
};

/** The clock may be slewed a little at a time; tmux counts in whole seconds. */
const MOST_DRIFT_MS = 200;

export const clockNow = (): number => Date.now() - Number(process.hrtime.bigint() / 1_000_000n);

export const rememberedAt = (home: Home, build: string, socket: string): Remembered | undefined => {
	try {
		const found = JSON.parse(readFileSync(home.lastList, 'utf8')) as Remembered;
		const isSame = found.build === build && found.socket === socket;
		return isSame && Math.abs(found.clock - clockNow()) < MOST_DRIFT_MS ? found : undefined;
	} catch {
		// None yet, or cut off while it was written: then everything is looked at anew.
		return undefined;
	}
};

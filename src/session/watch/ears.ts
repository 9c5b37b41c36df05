import {type FSWatcher, watch} from 'node:fs';

/** How one terminal is listened to: how long it must be still to be at rest, and how often one looks while it talks. */
type Manner = {
	readonly restMs: number;
	readonly everyMs: readonly number[];
	readonly skip: (streak: number) => boolean;
	/** How often one looks at a terminal that cannot be heard. */
	readonly deafMs: number;
};

/** The one that somebody sees: at most a tenth of a second behind. */
const FOLLOWED: Manner = {restMs: 35, everyMs: [50], skip: () => false, deafMs: 100};
/** Of one that talks on and on, only every fourth look is taken: what counts is when it stops, and that is heard at once. */
const OTHERS: Manner = {
	restMs: 120,
	everyMs: [200, 400, 800],
	skip: streak => streak > 10 && streak % 4 !== 0,
	deafMs: 1000,
};
/** tmux may read later than we hear, on a busy machine much later: after the last word it is looked at again, and again. */
const SETTLES_MS: readonly number[] = [250, 600];
/** Whoever was last heard of before this has said all that it has to say. */
const FRESH_S = 5;

/** Linux tells of every write to a terminal; elsewhere nobody does. */
export const HEARS = process.platform === 'linux';

/** A pane's terminal, and when tmux last read from it, in seconds since 1970. */
type Heard = {readonly tty: string; readonly wroteAt: number};

type Ear = {
	readonly tty: string;
	readonly follow: (isFollowed: boolean) => void;
	readonly deafen: () => void;
	readonly close: () => void;
};

const hear = (tty: string, heard: () => void): FSWatcher | undefined => {
	try {
		const watcher = watch(tty, heard);
		// As good as a word: whoever looks finds out.
		watcher.on('error', heard);
		return watcher;
	} catch {
		// The terminal is gone, or there are no watches left.
		return undefined;
	}
};

/**
 * Listens to one terminal. After the first word it stops listening until it has looked: a program that writes a thousand
 * times a second costs no more than one that writes once. Then it listens for a moment: stillness means rest.
 */
const ear = ({tty, wroteAt}: Heard, hears: boolean, look: () => void): Ear => {
	let manner = OTHERS;
	let watcher: FSWatcher | undefined;
	let timer: NodeJS.Timeout | undefined;
	let streak = 0;
	let [isResting, isDeaf, isClosed] = [true, !hears, false];

	const wait = (ms: number, then: () => void) => {
		clearTimeout(timer);
		timer = setTimeout(then, ms);
	};
	const stop = () => {
		watcher?.close();
		watcher = undefined;
	};
	const listen = () => {
		if (isClosed) return;
		if (!isDeaf) watcher ??= hear(tty, heard);
		if (watcher === undefined) {
			look();
			wait(manner.deafMs, listen);
		} else if (!isResting) wait(manner.restMs, rest);
	};
	const rest = () => {
		[streak, isResting] = [0, true];
		look();
		settle(0);
	};
	const settle = (at: number) => {
		const ms = SETTLES_MS[at];
		if (ms !== undefined) wait(ms, () => [look(), settle(at + 1)]);
	};
	const heard = () => {
		stop();
		if (isClosed) return;
		if (isResting) {
			isResting = false;
			listen();
			return;
		}
		if (!manner.skip(streak)) look();
		wait(manner.everyMs[Math.min(streak, manner.everyMs.length - 1)] ?? 0, listen);
		streak++;
	};
	listen();
	// What was written before we listened, tmux may be about to read.
	if (watcher !== undefined && Date.now() < (wroteAt + FRESH_S) * 1000) settle(0);
	return {
		tty,
		follow: isFollowed => {
			const wanted = isFollowed ? FOLLOWED : OTHERS;
			if (manner === wanted) return;
			manner = wanted;
			// What waits in the old manner begins anew in the new one.
			if (!isResting || watcher === undefined) wait(0, listen);
		},
		deafen: () => {
			if (isDeaf || !isResting) return;
			isDeaf = true;
			stop();
			listen();
		},
		close: () => {
			isClosed = true;
			clearTimeout(timer);
			stop();
		},
	};
};

export type Ears = ReturnType<typeof ears>;

/** Listens to the terminals of panes, and says which pane to look at. Costs nothing while nobody writes. */
export const ears = (hears: boolean, look: (paneId: string) => void) => {
	const all = new Map<string, Ear>();
	return {
		/** From now on exactly these panes, with their terminals. */
		set: (panes: ReadonlyMap<string, Heard>, followed: string | undefined): void => {
			for (const [paneId, one] of all) {
				if (panes.get(paneId)?.tty === one.tty) continue;
				one.close();
				all.delete(paneId);
			}
			for (const [paneId, heard] of panes) {
				if (!all.has(paneId))
					all.set(
						paneId,
						ear(heard, hears, () => look(paneId)),
					);
				all.get(paneId)?.follow(paneId === followed);
			}
		},
		/** Something was written there and not heard (through /dev/tty, or echoed by the terminal): look now and then instead. */
		deafen: (paneId: string): void => all.get(paneId)?.deafen(),
		close: (): void => {
			for (const one of all.values()) one.close();
			all.clear();
		},
	};
};

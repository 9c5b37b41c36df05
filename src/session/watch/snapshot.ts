import type {Damaged} from '../records.ts';
import type {SessionView} from '../view.ts';

/** What a worker shows: live from tmux, or from disk when it is paused. */
export type LiveScreen = {
	readonly session: string;
	readonly worker: string;
	/** One entry per row, with colours and nothing else; each row stands for itself. */
	readonly lines: readonly string[];
	readonly cursor: {readonly x: number; readonly y: number; readonly visible: boolean} | null;
	readonly size: {readonly columns: number; readonly rows: number};
	readonly live: boolean;
};

/** What this squad is doing with a session, or what came of it. */
export type Operation = {
	readonly verb: 'create' | 'pause' | 'resume' | 'restart' | 'end' | 'remove' | 'undo' | 'send' | 'answer' | 'rename';
	readonly step: string;
	/** Milliseconds since 1970. */
	readonly since: number;
	/** Stays until it is dismissed. */
	readonly error: {readonly code: string; readonly message: string; readonly hint: string} | null;
	readonly done: boolean;
};

/** What a session's processes use. */
export type Usage = {
	readonly rssBytes: number;
	/** Of one core, since the last look; null at the first. */
	readonly cpuPercent: number | null;
};

/** Everything there is to see, at one moment. What did not change is the same object as before. */
export type Snapshot = {
	/** As `squad ls --json`, oldest first. */
	readonly sessions: readonly SessionView[];
	readonly damaged: readonly Damaged[];
	readonly operations: ReadonlyMap<string, Operation>;
	readonly usage: ReadonlyMap<string, Usage>;
	/** Of the followed worker. */
	readonly screen: LiveScreen | null;
	readonly problem: string | null;
	/** null until the first look is done. */
	readonly loadedAt: number | null;
};

const EMPTY: Snapshot = {
	sessions: [],
	damaged: [],
	operations: new Map(),
	usage: new Map(),
	screen: null,
	problem: null,
	loadedAt: null,
};

/** Holds the snapshot and tells whoever listens that there is a new one. */
export const snapshotStore = () => {
	let snapshot = EMPTY;
	const listeners = new Set<() => void>();
	return {
		snapshot: () => snapshot,
		subscribe: (listener: () => void) => {
			// A function of its own for each: the same listener may subscribe twice.
			const own = () => listener();
			listeners.add(own);
			return () => {
				listeners.delete(own);
			};
		},
		isWatched: () => listeners.size > 0,
		patch: (change: Partial<Snapshot>) => {
			const names = Object.keys(change) as (keyof Snapshot)[];
			if (names.every(name => snapshot[name] === change[name])) return;
			snapshot = {...snapshot, ...change};
			for (const listener of [...listeners]) listener();
		},
	};
};

export type SnapshotStore = ReturnType<typeof snapshotStore>;

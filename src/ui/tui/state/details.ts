import type {SessionRecord} from '../../../session/session.ts';
import type {SessionView} from '../../../session/view.ts';
import type {Tab} from './view-state.ts';

/** What is looked up only while somebody looks at it. */
export type Details = {
	readonly session: string;
	/** The diff as git prints it, without colours; null while it is being made. */
	readonly diff: string | null;
	/** Why it could not be made. */
	readonly problem: string | null;
};

export type Lookup = {
	readonly find: (id: string) => SessionRecord;
	readonly diff: (record: SessionRecord) => Promise<string>;
};

const NOTHING: Details = {session: '', diff: null, problem: null};

/** An agent that works changes its files all the time: looked at again at most this often. */
const AGAIN_AFTER_MS = 2000;

/** One home for what the open tab needs beyond the snapshot. */
export const detailStore = (lookup: Lookup) => {
	let details = NOTHING;
	let seen: SessionView | null = null;
	let busy = false;
	let loadedAt = 0;
	const listeners = new Set<() => void>();
	const set = (next: Details): void => {
		details = next;
		for (const listener of listeners) {
			listener();
		}
	};
	const load = async (session: SessionView): Promise<void> => {
		busy = true;
		try {
			const diff = await lookup.diff(lookup.find(session.id));
			set({session: session.id, diff, problem: null});
		} catch (cause) {
			set({session: session.id, diff: '', problem: cause instanceof Error ? cause.message : String(cause)});
		} finally {
			busy = false;
			loadedAt = Date.now();
		}
	};
	return {
		snapshot: (): Details => details,
		subscribe: (listener: () => void): (() => void) => {
			listeners.add(listener);
			return () => listeners.delete(listener);
		},
		/** Called whenever something on the screen has changed; does something only when it must. */
		look: (session: SessionView | null, tab: Tab): void => {
			if (session === null || tab !== 'diff' || busy) {
				return;
			}
			const isOther = details.session !== session.id;
			if (!isOther && (session === seen || Date.now() - loadedAt < AGAIN_AFTER_MS)) {
				return;
			}
			if (isOther) {
				set({...NOTHING, session: session.id});
			}
			seen = session;
			void load(session);
		},
	};
};

export type DetailStore = ReturnType<typeof detailStore>;

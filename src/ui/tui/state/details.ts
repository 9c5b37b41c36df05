import type {ConversationView} from '../../../session/conversation-view.ts';
import type {SessionRecord} from '../../../session/session.ts';
import type {SessionView} from '../../../session/view.ts';
import type {Tab} from './view-state.ts';

/** What is looked up only while somebody looks at it. */
export type Details = {
	readonly session: string;
	/** The diff as git prints it, without colours; null while it is being made. */
	readonly diff: string | null;
	readonly conversation: ConversationView | null;
	/** Which rule decided what the agent does, on which line. */
	readonly why: string | null;
	/** Why something could not be looked up. */
	readonly problem: string | null;
};

/** What each tab needs beyond the snapshot. */
export type Lookups = Readonly<Partial<Record<Tab, (record: SessionRecord) => Promise<Partial<Details>>>>>;

const NOTHING: Details = {session: '', diff: null, conversation: null, why: null, problem: null};

/** An agent that works changes its files all the time: looked at again at most this often. */
const AGAIN_AFTER_MS = 2000;

/** One home for what the open tab needs beyond the snapshot. */
export const detailStore = (find: (id: string) => SessionRecord, lookups: Lookups) => {
	let details = NOTHING;
	let seen: {readonly view: SessionView; readonly tab: Tab} | null = null;
	let busy = false;
	let loadedAt = 0;
	const listeners = new Set<() => void>();
	const set = (next: Details): void => {
		details = next;
		for (const listener of listeners) {
			listener();
		}
	};
	const load = async ({id}: SessionView, lookup: NonNullable<Lookups[Tab]>): Promise<void> => {
		busy = true;
		try {
			const found = await lookup(find(id));
			set({...details, problem: null, ...found});
		} catch (cause) {
			set({...details, diff: '', problem: cause instanceof Error ? cause.message : String(cause)});
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
		look: (view: SessionView | null, tab: Tab): void => {
			const lookup = lookups[tab];
			if (view === null || lookup === undefined || busy) {
				return;
			}
			const isOther = details.session !== view.id || seen?.tab !== tab;
			if (!isOther && (view === seen?.view || Date.now() - loadedAt < AGAIN_AFTER_MS)) {
				return;
			}
			seen = {view, tab};
			if (details.session !== view.id) {
				set({...NOTHING, session: view.id});
			}
			void load(view, lookup);
		},
	};
};

export type DetailStore = ReturnType<typeof detailStore>;

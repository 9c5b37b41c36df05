import type {World} from '../held.ts';
import {eventsBetween, type SessionEvent} from './events.ts';
import {messageTails} from './message-tails.ts';
import type {Snapshot, SnapshotStore} from './snapshot.ts';

type Listener = (event: SessionEvent) => void;

/** Tells what happens to sessions, to whoever asked for all or for one of them. While nobody does, it does nothing. */
export const eventHub = (world: World, store: SnapshotStore) => {
	const listeners = new Set<{readonly session: string | undefined; readonly tell: Listener}>();
	let before: Snapshot = store.snapshot();
	let stop: (() => void) | undefined;

	const emit = (event: SessionEvent): void => {
		for (const {session, tell} of [...listeners])
			if (session === undefined || session === event.session_id) tell(event);
	};
	const tails = messageTails(world, emit);
	const changed = (): void => {
		const after = store.snapshot();
		const events = eventsBetween(before, after);
		tails.follow(after);
		before = after;
		for (const event of events) emit(event);
	};
	const start = (): void => {
		before = store.snapshot();
		tails.follow(before);
		stop = store.subscribe(changed);
	};
	const rest = async (): Promise<void> => {
		stop?.();
		stop = undefined;
		await tails.close();
	};
	return {
		subscribe: (tell: Listener, session?: string): (() => void) => {
			const own = {session, tell};
			listeners.add(own);
			if (stop === undefined) start();
			return () => {
				listeners.delete(own);
				if (listeners.size === 0) void rest();
			};
		},
		close: async (): Promise<void> => {
			listeners.clear();
			await rest();
		},
	};
};

import {SquadError} from '../errors.ts';
import {explain} from '../explain.ts';
import type {Operation, SnapshotStore} from './snapshot.ts';

/** What this squad does with sessions now, and what failed, kept in the snapshot. `ended` is told when one is over. */
export const operations = (store: SnapshotStore, ended: (id: string) => void) => {
	const put = (id: string, operation: Operation | undefined): void => {
		const all = new Map(store.snapshot().operations);
		if (operation === undefined) all.delete(id);
		else all.set(id, operation);
		store.patch({operations: all});
	};
	const run = async <T>(
		id: string,
		verb: Operation['verb'],
		work: (tell: (step: string) => void) => Promise<T>,
	): Promise<T | undefined> => {
		const begun: Operation = {verb, step: '', since: Date.now(), error: null, done: false};
		let current = begun;
		const change = (part: Partial<Operation>) => {
			// A later operation on the same session has taken the place.
			if (store.snapshot().operations.get(id) !== current) return;
			current = {...current, ...part};
			put(id, current);
		};
		put(id, begun);
		try {
			const result = await work(step => step !== current.step && change({step}));
			if (store.snapshot().operations.get(id) === current) put(id, undefined);
			return result;
		} catch (cause) {
			const known = cause instanceof SquadError ? cause : explained(cause, id);
			if (known === undefined) {
				if (store.snapshot().operations.get(id) === current) put(id, undefined);
				throw cause;
			}
			const {code, message, hint} = known;
			change({error: {code, message, hint}, done: true});
			return undefined;
		} finally {
			ended(id);
		}
	};
	return {
		run,
		/** Forgets a failure; what is under way stays. */
		dismiss: (id: string): void => {
			if (store.snapshot().operations.get(id)?.done) put(id, undefined);
		},
	};
};

/** What tmux, git or the file system refused, in squad's words; nothing for a bug. */
const explained = (cause: unknown, id: string): SquadError | undefined => {
	try {
		return explain(cause, id);
	} catch {
		return undefined;
	}
};

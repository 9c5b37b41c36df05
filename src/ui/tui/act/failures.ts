import type {Snapshot} from '../../../session/watch/watch.ts';

/** Tells of operations that failed on a row that is not the selected one: it may be out of sight. */
export const tellFailures = (
	snapshot: () => Snapshot,
	selected: () => string | undefined,
	failed: (title: string, operation: NonNullable<ReturnType<Snapshot['operations']['get']>>) => void,
): (() => void) => {
	let known = snapshot().operations;
	return () => {
		const {operations, sessions} = snapshot();
		const before = known;
		known = operations;
		for (const [id, operation] of operations === before ? [] : operations) {
			if (operation.error !== null && operation.error !== before.get(id)?.error && id !== selected()) {
				failed(sessions.find(session => session.id === id)?.title ?? id, operation);
			}
		}
	};
};

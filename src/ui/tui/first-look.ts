import type {Watch} from '../../session/watch/watch.ts';

/** A picture of the whole screen takes its time: better none before there is a list, unless that is long in coming. */
const LIST_WITHIN_MS = 300;

/** Resolves when the first look at the sessions is done, or has taken too long. */
export const firstLook = ({snapshot, subscribe}: Pick<Watch, 'snapshot' | 'subscribe'>): Promise<void> =>
	new Promise(resolve => {
		const done = (): void => {
			clearTimeout(timer);
			stop();
			resolve();
		};
		const timer = setTimeout(done, LIST_WITHIN_MS);
		const stop = subscribe(() => snapshot().loadedAt !== null && done());
		if (snapshot().loadedAt !== null) {
			done();
		}
	});

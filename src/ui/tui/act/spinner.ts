import type {Snapshot} from '../../../session/watch/watch.ts';

/** Calls `turn` again and again while squad is at work on a session, and not at all otherwise. */
export const spinning = (snapshot: () => Snapshot, everyMs: number, turn: () => void) => {
	let timer: NodeJS.Timeout | undefined;
	const stop = (): void => {
		clearInterval(timer);
		timer = undefined;
	};
	return {
		spin: (): void => {
			const isAtWork = [...snapshot().operations.values()].some(({done}) => !done);
			if (!isAtWork) {
				stop();
			} else {
				timer ??= setInterval(turn, everyMs);
			}
		},
		stop,
	};
};

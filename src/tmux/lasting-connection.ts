import {type ConnectionEvents, type ConnectionOptions, controlConnection} from './control-connection.ts';
import type {TmuxError} from './tmux-error.ts';

const FIRST_DELAY_MS = 100;
const LONGEST_DELAY_MS = 5000;
/** A connection that ends sooner counts as a failed attempt: else a server that dies at once would be started ten times a second. */
const STABLE_MS = 5000;
/** For about three seconds a command waits for a server: one that is just going refuses clients until it is gone. */
const PATIENT_ATTEMPTS = 5;

type LastingEvents = Pick<ConnectionEvents, 'reply' | 'notification'> & {
	readonly up: (isFirst: boolean) => void;
	/** Commands can be sent, again. */
	readonly room: () => void;
	/** It was up, and is lost. */
	readonly lost: (reason: TmuxError) => void;
	/** It cannot be had, and has been tried often enough to tell those who wait. The next attempt may still succeed. */
	readonly refused: (reason: TmuxError) => void;
};

/** When to try next. Two counts: how long to wait, and whether those who wait should still hope. */
const backOff = () => {
	let failures = 0;
	let refusals = 0;
	let upSince = 0;
	let nextAt = 0;
	return {
		waitMs: () => Math.max(0, nextAt - performance.now()),
		up: () => {
			refusals = 0;
			upSince = performance.now();
		},
		down: (wasUp: boolean) => {
			const now = performance.now();
			nextAt = now + Math.min(LONGEST_DELAY_MS, FIRST_DELAY_MS * 2 ** failures);
			failures = wasUp && now - upSince >= STABLE_MS ? 0 : failures + 1;
			refusals = wasUp ? 0 : refusals + 1;
		},
		isHopeless: () => refusals >= PATIENT_ATTEMPTS,
	};
};

/** A connection that is opened when it is wanted, and again after it was lost. */
export const lastingConnection = (options: ConnectionOptions, isWanted: () => boolean, on: LastingEvents) => {
	const attempts = backOff();
	let connection: ReturnType<typeof controlConnection> | undefined;
	let timer: NodeJS.Timeout | undefined;
	let [isUp, isFull, wasEverUp, isClosed] = [false, false, false, false];

	const ready = () => {
		if (isClosed) return;
		const isFirst = !wasEverUp;
		[isUp, isFull, wasEverUp] = [true, false, true];
		attempts.up();
		on.up(isFirst);
		on.room();
	};
	const down = (reason: TmuxError) => {
		const wasUp = isUp;
		[connection, isUp] = [undefined, false];
		if (isClosed) return;
		attempts.down(wasUp);
		if (wasUp) on.lost(reason);
		// Waiting does not install tmux.
		else if (reason.code === 'missing' || attempts.isHopeless()) on.refused(reason);
		ensure();
	};
	const drain = () => {
		isFull = false;
		on.room();
	};
	const connect = () => {
		timer = undefined;
		connection = controlConnection(options, {...on, ready, down, drain});
	};
	const ensure = () => {
		if (!isClosed && !connection && !timer && isWanted()) timer = setTimeout(connect, attempts.waitMs());
	};

	return {
		ensure,
		/** No when there is no connection, or tmux does not keep up; `room` says when it can again. */
		canSend: () => isUp && !isFull,
		send: (lines: readonly string[]): void => {
			isFull = connection?.send(lines) === false;
		},
		/** For good. Resolves when no process is left. */
		close: async (): Promise<void> => {
			isClosed = true;
			clearTimeout(timer);
			await connection?.close();
		},
	};
};

/** Rejects a wait when the turn was interrupted. */
export class Interrupted extends Error {}

export type Clock = {
	/** Waits for demo seconds; rejects with Interrupted as soon as the signal says so. */
	readonly wait: (seconds: number, signal: AbortSignal) => Promise<void>;
	/** Demo seconds since some moment. */
	readonly now: () => number;
};

/** SQUAD_DEMO_SPEED=10 makes everything take a tenth of its time; anything that is no positive number means 1. */
export const speedOf = (text: string | undefined): number => {
	const speed = Number(text);
	return Number.isFinite(speed) && speed > 0 ? speed : 1;
};

export const demoClock = (speed: number): Clock => ({
	now: () => (performance.now() / 1000) * speed,
	wait: (seconds, signal) =>
		new Promise((resolve, reject) => {
			const stop = (): void => {
				clearTimeout(timer);
				reject(new Interrupted());
			};
			const timer = setTimeout(
				() => {
					signal.removeEventListener('abort', stop);
					resolve();
				},
				(seconds * 1000) / speed,
			);
			if (signal.aborted) stop();
			else signal.addEventListener('abort', stop, {once: true});
		}),
});

/** Counts demo seconds, without the time that it stands still. */
export type Stopwatch = {readonly seconds: () => number; readonly hold: () => void; readonly go: () => void};

export const stopwatch = (clock: Clock): Stopwatch => {
	let counted = 0;
	let since: number | undefined = clock.now();
	const seconds = (): number => counted + (since === undefined ? 0 : clock.now() - since);
	return {
		seconds,
		hold: () => {
			counted = seconds();
			since = undefined;
		},
		go: () => {
			since ??= clock.now();
		},
	};
};

/** `5s`, `2m 5s`. */
export const asDuration = (seconds: number): string => {
	const whole = Math.floor(seconds);
	return whole < 60 ? `${whole}s` : `${Math.floor(whole / 60)}m ${whole % 60}s`;
};

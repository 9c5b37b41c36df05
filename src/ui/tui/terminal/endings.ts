/** Exit codes as shells give them to programs that end by these. */
const SIGNALS = {SIGINT: 130, SIGTERM: 143, SIGHUP: 129} as const;

/**
 * What may end the TUI from outside. `broke` gets bugs, so that they are told on a terminal that is in order again.
 * Ctrl-C on a terminal that is lent is meant for whoever has it.
 */
export const endings = (left: (code: number) => void, broke: (cause: unknown) => void, isLent: () => boolean) => {
	const lost = (): void => left(SIGNALS.SIGHUP);
	const handlers = Object.entries(SIGNALS).map(
		([signal, code]) => [signal, () => (signal === 'SIGINT' && isLent() ? undefined : left(code))] as const,
	);
	for (const [signal, handler] of handlers) {
		process.on(signal, handler);
	}
	process.on('uncaughtException', broke);
	process.on('unhandledRejection', broke);
	// A terminal that is gone cannot be read or written.
	process.stdin.on('end', lost).on('error', lost);
	process.stdout.on('error', lost);
	return (): void => {
		for (const [signal, handler] of handlers) {
			process.off(signal, handler);
		}
		process.off('uncaughtException', broke);
		process.off('unhandledRejection', broke);
		process.stdin.off('end', lost).off('error', lost);
	};
};

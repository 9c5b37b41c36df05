/** Tries until `attempt` neither throws nor answers false, and returns its answer. Throws the last failure when time is up. */
export const eventually = async <T>(
	attempt: () => T | Promise<T>,
	{withinMs = 15_000, everyMs = 40, what = 'what was awaited'} = {},
): Promise<Exclude<T, false>> => {
	const deadline = Date.now() + withinMs;
	for (;;) {
		let failure: unknown;
		try {
			const answer = await attempt();
			if (answer !== false) return answer as Exclude<T, false>;
			failure = new Error(`${what} did not happen within ${withinMs} ms`);
		} catch (error) {
			failure = error;
		}
		if (Date.now() > deadline) throw failure;
		await new Promise(resolve => setTimeout(resolve, everyMs));
	}
};

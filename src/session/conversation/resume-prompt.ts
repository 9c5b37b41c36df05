/** What was learnt of a conversation that cannot be continued. */
export type Context = {
	readonly lastPrompt: string | null;
	readonly lastAction: string | null;
	readonly pendingTasks: readonly string[];
};

const numbered = (tasks: readonly string[]): string => tasks.map((task, at) => `${at + 1}. ${task}`).join('\n');

/** The first prompt of a conversation that takes over from one that is lost; undefined where nothing is known of that. PURE. */
export const resumePrompt = ({lastPrompt, lastAction, pendingTasks}: Context): string | undefined => {
	if (lastAction === null && pendingTasks.length === 0) return undefined;
	return [
		'Continue from where we left off. The earlier conversation could not be loaded; this is what is known of it.',
		lastPrompt === null ? '' : `The last prompt was:\n${lastPrompt}`,
		lastAction === null ? '' : `The last action was:\n${lastAction}`,
		pendingTasks.length === 0 ? '' : `Still to be done:\n${numbered(pendingTasks)}`,
		'The work is in place as it was. Look at the files and at `git status` before you go on, and ask where something is unclear.',
	]
		.filter(part => part !== '')
		.join('\n\n');
};

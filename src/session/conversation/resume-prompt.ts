/** What was learnt of a conversation that cannot be continued. */
export type Context = {
	readonly lastPrompt: string | null;
	readonly lastAction: string | null;
	readonly pendingTasks: readonly string[];
};

/** What may stand in a template, each in braces. */
const NAMES = ['lastPrompt', 'lastAction', 'pendingTasks'] as const;

/** How squad itself says it; `resume.prompt` in the settings says both otherwise. */
const TEMPLATE = `Continue from where we left off. The earlier conversation could not be loaded; this is what is known of it.

The last prompt was:
{lastPrompt}

The last action was:
{lastAction}

Still to be done:
{pendingTasks}

The work is in place as it was. Look at the files and at \`git status\` before you go on, and ask where something is unclear.`;

/** The same for a conversation that is continued (`resume.sendPrompt`): it knows what its last prompt was. */
export const REMINDER = `Continue from where we left off.

The last action was:
{lastAction}

Still to be done:
{pendingTasks}

The work is in place as it was.`;

const PLACEHOLDER = /\{(\w+)\}/gu;

/** What is wrong with a template of the user's own; undefined when nothing is. PURE. */
export const badTemplate = (template: string): string | undefined => {
	if (template.trim() === '') return 'must not be empty';
	const unknown = [...template.matchAll(PLACEHOLDER)].find(([, name]) => !NAMES.some(one => one === name))?.[0];
	return unknown === undefined ? undefined : `has ${unknown}; there are ${NAMES.map(name => `{${name}}`).join(', ')}`;
};

const numbered = (tasks: readonly string[]): string => tasks.map((task, at) => `${at + 1}. ${task}`).join('\n');

/**
 * The first prompt of a conversation that takes over from one that is lost; undefined where nothing is known of that. A
 * paragraph of the template that speaks of something unknown is left out. PURE.
 */
export const resumePrompt = (
	{lastPrompt, lastAction, pendingTasks}: Context,
	template: string | null = null,
): string | undefined => {
	if (lastAction === null && pendingTasks.length === 0) return undefined;
	const values: Readonly<Record<string, string | null>> = {
		lastPrompt,
		lastAction,
		pendingTasks: pendingTasks.length === 0 ? null : numbered(pendingTasks),
	};
	return (template ?? TEMPLATE)
		.split(/\n{2,}/u)
		.filter(paragraph => [...paragraph.matchAll(PLACEHOLDER)].every(([, name = '']) => values[name] !== null))
		.map(paragraph => paragraph.replaceAll(PLACEHOLDER, (whole, name: string) => values[name] ?? whole))
		.join('\n\n')
		.trim();
};

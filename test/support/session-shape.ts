/** Says whether a field's value is of the kind that CLI.md shows. */
type Check = (value: unknown) => boolean;
const text: Check = value => typeof value === 'string' && value !== '';
const flag: Check = value => typeof value === 'boolean';
const count: Check = value => Number.isInteger(value) && (value as number) >= 0;
const moment: Check = value => text(value) && new Date(value as string).toISOString() === value;
const list: Check = value => Array.isArray(value);
const anything: Check = value => value !== undefined;
const orNull =
	(check: Check): Check =>
	value =>
		value === null || check(value);
const oneOf =
	(...words: readonly string[]): Check =>
	value =>
		words.includes(value as string);
const shape =
	(fields: Readonly<Record<string, Check>>): Check =>
	value =>
		faults(value, fields).length === 0;

/** The fields of `value` that are missing or of the wrong kind. */
export const faults = (value: unknown, fields: Readonly<Record<string, Check>>) =>
	Object.entries(fields)
		.filter(([name, check]) => !check((value as Record<string, unknown> | null)?.[name]))
		.map(([name]) => `${name}: ${JSON.stringify((value as Record<string, unknown> | null)?.[name])}`);

const WORKER = {
	id: text,
	name: text,
	type: text,
	window: orNull(count),
	pid: orNull(count),
	alive: flag,
	exitCode: orNull(Number.isInteger),
};

const PAUSE_STATE = {
	pausedAt: moment,
	reason: oneOf('user', 'resource', 'error'),
	depth: oneOf('cold', 'warm'),
	stash: orNull(shape({commit: text, ref: text, files: anything})),
	scrollback: list,
	worktreeRemoved: flag,
	conversationSummary: orNull(text),
	lastAction: anything,
	pendingTasks: list,
};

const STATUSES = ['starting', 'active', 'pausing', 'resuming', 'paused', 'interrupted', 'completed', 'failed', 'error'];

/** Every field of CLI.md's session. */
export const SESSION: Readonly<Record<string, Check>> = {
	id: text,
	title: value => typeof value === 'string',
	type: oneOf('worktree', 'quick'),
	createdAt: moment,
	repo: orNull(text),
	locationPath: text,
	worktreePath: orNull(text),
	branch: orNull(text),
	base: orNull(text),
	baseCommit: orNull(value => /^[0-9a-f]{40}$/.test(String(value))),
	agent: orNull(text),
	task: orNull(text),
	intent: oneOf('running', 'paused', 'ended'),
	status: oneOf(...STATUSES, 'ended'),
	activity: orNull(oneOf('active', 'idle', 'asking', 'unknown')),
	question: orNull(text),
	pausedAt: orNull(moment),
	resumedAt: orNull(moment),
	pauseState: orNull(shape(PAUSE_STATE)),
	canPause: flag,
	canResume: flag,
	isResumable: flag,
	needsResume: flag,
	resumeReason: orNull(text),
	token: orNull(text),
	workers: value => Array.isArray(value) && value.every(shape(WORKER)),
	tmux: shape({socket: text, session: text}),
	diff: orNull(shape({files: count, added: count, removed: count})),
	memory: orNull(shape({rssBytes: count})),
	lastError: anything,
};

export const ERROR = {code: (value: unknown) => /^[a-z_]+$/.test(String(value)), message: text, hint: text};

import * as v from 'valibot';

/** What the user wants of a session: the only state that is stored. */
export type Intent = 'running' | 'paused' | 'ended';

const text = v.nullable(v.string());
const path = v.pipe(v.string(), v.regex(/^\//, 'is not an absolute path'));
/** These go to git as arguments: nothing that it could take for an option. */
const commit = v.pipe(v.string(), v.regex(/^[0-9a-f]{40,64}$/, 'is not a commit'));
const ref = v.pipe(v.string(), v.regex(/^[^-]/, 'is not a name in git'));

const Worker = v.object({
	id: v.string(),
	name: v.string(),
	type: v.picklist(['agent', 'terminal']),
	createdAt: v.string(),
});

const Stash = v.object({commit, ref, files: v.number()});

const PauseState = v.object({
	pausedAt: v.string(),
	reason: v.picklist(['user', 'resource', 'error']),
	depth: v.picklist(['cold', 'warm']),
	stash: v.nullable(Stash),
	scrollback: v.array(v.string()),
	worktreeRemoved: v.boolean(),
	/** In one line. Not in what was paused before squad wrote it. */
	conversationSummary: v.exactOptional(text),
	lastAction: text,
	pendingTasks: v.array(v.string()),
});

const Diff = v.object({files: v.number(), added: v.number(), removed: v.number(), at: v.string()});

/** Of the records that this squad writes and reads. */
export const SCHEMA = 1;

/** What is written to session.json: what the user asked for and what squad made. Never what can be looked up. */
export const RecordSchema = v.object({
	schema: v.literal(SCHEMA),
	id: v.pipe(v.string(), v.regex(/^[a-z0-9][a-z0-9-]*$/)),
	title: v.string(),
	type: v.picklist(['worktree', 'quick']),
	createdAt: v.string(),
	repo: v.nullable(path),
	locationPath: path,
	worktreePath: v.nullable(path),
	/** The session whose worktree this one shares; null for its own or none. */
	sharesWorktreeOf: text,
	branch: v.nullable(ref),
	/** The worktree was there before squad: squad never removes it. */
	adopted: v.exactOptional(v.boolean()),
	/** Only a branch that squad made may ever be deleted by squad. */
	madeBranch: v.boolean(),
	base: text,
	baseCommit: v.nullable(commit),
	agent: text,
	/** The user's own arguments for the agent, given again at every start. */
	args: v.array(v.string()),
	task: text,
	intent: v.picklist(['running', 'paused', 'ended']),
	pausedAt: text,
	resumedAt: text,
	pauseState: v.nullable(PauseState),
	token: text,
	/** How often the agent was started: tells a first start from a continued one. */
	launches: v.number(),
	lastPrompt: text,
	workers: v.array(Worker),
	lastError: v.nullable(v.object({layer: v.string(), message: v.string(), hint: v.string(), at: v.string()})),
	/** The last measured figures, with their time: `squad ls` starts no git. */
	diff: v.nullable(Diff),
});

export type SessionRecord = Readonly<v.InferOutput<typeof RecordSchema>>;
export type PauseState = Readonly<v.InferOutput<typeof PauseState>>;
export type Worker = Readonly<v.InferOutput<typeof Worker>>;

/** Sessions in one worktree share its lock and its saved work: both go by the id of the session that made it. */
export const keyOf = (record: SessionRecord): string => record.sharesWorktreeOf ?? record.id;

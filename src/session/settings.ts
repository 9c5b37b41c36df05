import {readFileSync} from 'node:fs';
import * as v from 'valibot';
import {badTemplate} from './conversation/resume-prompt.ts';
import {CustomAgent, type CustomAgents} from './custom-agent.ts';
import {causeCode, SquadError} from './errors.ts';
import type {Home} from './home.ts';
import {type Asked, askedBy, isTrusted as isTrustedIn, repositoryFile} from './trust.ts';

const strings = v.array(v.string());

/** Names of variables; `*` stands for any part of one. */
const names = v.array(v.pipe(v.string(), v.regex(/^[A-Za-z0-9_*]+$/, 'is not the name of a variable')));

/** Each setting apart, so that one wrong value costs only itself. */
const FIELDS = {
	defaultAgent: v.pipe(v.string(), v.nonEmpty()),
	branchPrefix: v.pipe(v.string(), v.regex(/^[^\s~^:?*[\\]*$/, 'is not the beginning of a branch name')),
	worktreeRoot: v.nullable(v.pipe(v.string(), v.startsWith('/', 'must be an absolute path'))),
	'pause.timeoutSeconds': v.pipe(v.number(), v.minValue(0)),
	'pause.interrupt': v.boolean(),
	'pause.freeDisk': v.boolean(),
	'pause.stash': v.boolean(),
	'resume.sendPrompt': v.boolean(),
	'resume.prompt': v.nullable(
		v.pipe(
			v.string(),
			v.check(
				template => badTemplate(template) === undefined,
				({input}) => badTemplate(String(input)) ?? '',
			),
		),
	),
	'recovery.autoResume': v.picklist(['ask', 'auto', 'never']),
	'ui.theme': v.picklist(['auto', 'dark', 'light', 'none']),
	'ui.bell': v.boolean(),
	'ui.notify': v.boolean(),
	'ui.keys': v.record(v.string(), v.union([v.string(), strings])),
	'scrollback.redact': v.boolean(),
	'trash.days': v.nullable(v.pipe(v.number(), v.minValue(0))),
	setup: v.array(v.pipe(v.string(), v.nonEmpty('must not be empty'))),
	copy: v.array(v.pipe(v.string(), v.nonEmpty('must not be empty'))),
	'environment.deny': names,
	'environment.allow': names,
	agents: v.record(v.string(), CustomAgent),
} as const;

export type Settings = {
	readonly defaultAgent: string;
	readonly branchPrefix: string;
	readonly worktreeRoot: string | null;
	readonly pause: {
		readonly timeoutSeconds: number;
		readonly interrupt: boolean;
		readonly freeDisk: boolean;
		readonly stash: boolean;
	};
	readonly resume: {
		/** What a new conversation is told that takes over from one that is lost: a template; null: squad's own. */
		readonly prompt: string | null;
		/** Whether a conversation that is continued is told where it was, too. */
		readonly sendPrompt: boolean;
	};
	readonly recovery: {readonly autoResume: 'ask' | 'auto' | 'never'};
	readonly ui: {
		readonly theme: 'auto' | 'dark' | 'light' | 'none';
		/** The terminal's bell when an agent begins to ask or is done. */
		readonly bell: boolean;
		/** A notification of the terminal (OSC 9 and 777) at the same moments. */
		readonly notify: boolean;
		/** Other keys for what the TUI can do, by the names in its help. */
		readonly keys: Readonly<Record<string, string | readonly string[]>>;
	};
	/** How long removed sessions can be brought back; null: for ever. */
	readonly trash: {readonly days: number | null};
	/** Commands for a shell that run in every new worktree, before its agent. */
	readonly setup: readonly string[];
	/** Files and folders to copy from the main worktree into every new one. */
	readonly copy: readonly string[];
	/** Whether well-known secrets are hidden in the screens that squad saves. */
	readonly scrollback: {readonly redact: boolean};
	/** Variables that agents do not inherit, and cloud credentials that they do: names, with `*` for any part. */
	readonly environment: {readonly deny: readonly string[]; readonly allow: readonly string[]};
	readonly agents: CustomAgents;
};

export const DEFAULTS: Settings = {
	defaultAgent: 'claude',
	branchPrefix: 'squad/',
	worktreeRoot: null,
	pause: {timeoutSeconds: 30, interrupt: false, freeDisk: false, stash: true},
	resume: {prompt: null, sendPrompt: false},
	recovery: {autoResume: 'ask'},
	ui: {theme: 'auto', bell: true, notify: true, keys: {}},
	setup: [],
	copy: [],
	scrollback: {redact: true},
	trash: {days: 14},
	environment: {deny: [], allow: []},
	agents: {},
};

export type Problem = {
	readonly file: string;
	readonly field: string;
	readonly line: number | null;
	readonly message: string;
};

export type Loaded = {
	readonly settings: Settings;
	readonly problems: readonly Problem[];
	/** What the repository asks squad to run, and whether the user has trusted exactly that. */
	readonly asked?: Asked & {readonly isTrusted: boolean};
};

export type JsonObject = Readonly<Record<string, unknown>>;

export const isObject = (value: unknown): value is JsonObject =>
	typeof value === 'object' && value !== null && !Array.isArray(value);

export const valueAt = (object: unknown, field: string): unknown =>
	field
		.split('.')
		.reduce<unknown>((value, key) => (isObject(value) && Object.hasOwn(value, key) ? value[key] : undefined), object);

const withValue = (object: JsonObject, [key = '', ...rest]: readonly string[], value: unknown): JsonObject => ({
	...object,
	[key]: rest.length === 0 ? value : withValue(isObject(object[key]) ? object[key] : {}, rest, value),
});

type Invalid = {readonly field: string; readonly message: string};

/** Names that are no setting: most likely a typing mistake. */
const unknownFields = (content: JsonObject): Invalid[] =>
	Object.entries(content).flatMap(([key, value]) => {
		if (Object.hasOwn(FIELDS, key)) {
			return [];
		}
		const group = Object.keys(FIELDS).filter(field => field.startsWith(`${key}.`));
		if (group.length === 0) {
			return [{field: key, message: 'is not a setting'}];
		}
		return isObject(value)
			? Object.keys(value).flatMap(name =>
					group.includes(`${key}.${name}`) ? [] : [{field: `${key}.${name}`, message: 'is not a setting'}],
				)
			: [{field: key, message: 'must be an object'}];
	});

/** Lays a file's valid settings over others; what is not valid is named and left as it was. PURE. */
export const layer = (below: Settings, content: JsonObject): {settings: Settings; invalid: Invalid[]} => {
	let settings: JsonObject = below;
	const invalid = unknownFields(content);
	for (const [field, schema] of Object.entries(FIELDS)) {
		const value = valueAt(content, field);
		if (value === undefined) {
			continue;
		}
		const result = v.safeParse(schema, value);
		if (result.success) {
			const merged = field === 'agents' ? {...below.agents, ...(result.output as CustomAgents)} : result.output;
			settings = withValue(settings, field.split('.'), merged);
		} else {
			invalid.push(
				...result.issues.map(issue => ({
					field: [field, v.getDotPath(issue)].filter(Boolean).join('.'),
					message: issue.message,
				})),
			);
		}
	}
	return {settings: settings as unknown as Settings, invalid};
};

/** The text of a file, or why there is none: one that cannot be read must not hide the sessions. */
const textOf = (file: string): {readonly text?: string; readonly problem?: string} => {
	try {
		return {text: readFileSync(file, 'utf8')};
	} catch (cause) {
		const code = causeCode(cause);
		return code === 'ENOENT' || code === 'ENOTDIR' ? {} : {problem: `cannot be read (${code})`};
	}
};

/** A repository may say how its sessions are named and paused, never where files go, who sees secrets or what the user says. */
const NOT_FROM_A_REPOSITORY = ['worktreeRoot', 'environment', 'scrollback', 'trash', 'resume'];

/** What names programs to run, and holds only once the user has trusted it. */
const NOT_WITHOUT_TRUST = [...NOT_FROM_A_REPOSITORY, 'agents', 'setup'];

type Known = {
	readonly below: Loaded;
	readonly text: string;
	readonly ignored: readonly string[];
	readonly loaded: Promise<Loaded>;
};

/** What came of each file, for as long as its text and what it is laid over are the same. */
const known = new Map<string, Known>();

const NOTHING: readonly string[] = [];

const loadFile = (below: Loaded, file: string, ignored = NOTHING): Loaded | Promise<Loaded> => {
	const {text, problem} = textOf(file);
	if (problem !== undefined) {
		return {...below, problems: [...below.problems, {file, field: '', line: null, message: problem}]};
	}
	if (text === undefined || text.trim() === '') {
		return below;
	}
	const last = known.get(file);
	if (last?.text === text && last.below === below && last.ignored === ignored) {
		return last.loaded;
	}
	const loaded = loadText(below, file, text, ignored);
	known.set(file, {below, text, ignored, loaded});
	return loaded;
};

const loadText = async (below: Loaded, file: string, text: string, ignored: readonly string[]): Promise<Loaded> => {
	let content: unknown;
	try {
		content = JSON.parse(text);
	} catch {
		const {syntaxProblem} = await import('./settings-lines.ts');
		return {...below, problems: [...below.problems, {file, field: '', ...(await syntaxProblem(text))}]};
	}
	if (!isObject(content)) {
		return {...below, problems: [...below.problems, {file, field: '', line: 1, message: 'must be an object'}]};
	}
	const taken = Object.fromEntries(Object.entries(content).filter(([key]) => !ignored.includes(key)));
	const {settings, invalid} = layer(below.settings, taken);
	if (invalid.length === 0) {
		return {settings, problems: below.problems};
	}
	const {lineOf} = await import('./settings-lines.ts');
	const located = await Promise.all(invalid.map(async one => ({file, ...one, line: await lineOf(text, one.field)})));
	return {settings, problems: [...below.problems, ...located]};
};

const BUILT_IN: Loaded = {settings: DEFAULTS, problems: []};

/** The settings of the user, and of the team where a repository is at hand. */
export const loadSettings = async (home: Home, repo?: string | null): Promise<Loaded> => {
	const user = await loadFile(BUILT_IN, home.config);
	return repo ? withRepository(home, user, repo) : user;
};

/** The team's settings lie over the user's; what both may list is done for both, the user's own first. */
const withRepository = async (home: Home, user: Loaded, repo: string): Promise<Loaded> => {
	const file = repositoryFile(repo);
	const asked = askedBy(repo, textOf(file).text ?? '');
	const isTrusted = asked !== undefined && isTrustedIn(home, asked);
	const isBare = user.settings.setup.length + user.settings.copy.length === 0;
	const below = isBare ? user : {...user, settings: {...user.settings, setup: [], copy: []}};
	const {settings, problems} = await loadFile(below, file, isTrusted ? NOT_FROM_A_REPOSITORY : NOT_WITHOUT_TRUST);
	if (isBare && asked === undefined) {
		return {settings, problems};
	}
	const setup = [...user.settings.setup, ...settings.setup];
	const copy = [...new Set([...user.settings.copy, ...settings.copy])];
	return {settings: {...settings, setup, copy}, problems, ...(asked && {asked: {...asked, isTrusted}})};
};

/** Wrong values here would start the wrong program or write to the wrong place: no default is safe. */
const UNSAFE = /^(|defaultAgent|branchPrefix|worktreeRoot|environment.*|setup.*|agents.*)$/;

export const describeProblem = ({file, field, line, message}: Problem): string =>
	`${file}${line === null ? '' : `:${line}`}: ${field === '' ? '' : `${field} `}${message}`;

/** Refuses to start anything on settings that are not understood. */
export const requireSafe = ({problems}: Loaded): void => {
	const unsafe = problems.find(problem => UNSAFE.test(problem.field));
	if (unsafe !== undefined) {
		throw new SquadError(
			'invalid_config',
			describeProblem(unsafe),
			'mend it with `squad config edit`, nothing was changed',
		);
	}
};

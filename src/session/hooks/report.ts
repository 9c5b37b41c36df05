import {closeSync, existsSync, fstatSync, openSync, readSync} from 'node:fs';
import type {Activity} from '../agents/agent.ts';

/** The last thing that an agent's hook told. */
export type HookReport = {
	readonly event: string;
	/** The conversation that the agent was in; null where it did not say. */
	readonly token: string | null;
	/** Something still runs behind it, though the turn is over. */
	readonly busy: boolean;
	/** Milliseconds since 1970. */
	readonly at: number;
};

/** What each event says about the agent. Others only name the conversation. */
const ACTIVITY: Readonly<Record<string, Activity>> = {
	// Claude Code
	UserPromptSubmit: 'active',
	PostToolUse: 'active',
	PermissionRequest: 'asking',
	Stop: 'idle',
	StopFailure: 'idle',
	// Codex
	'agent-turn-complete': 'idle',
	// opencode
	'session.busy': 'active',
	'session.idle': 'idle',
	'permission.asked': 'asking',
	'question.asked': 'asking',
	'permission.replied': 'active',
	'question.replied': 'active',
};

/** What the agent is doing as far as a report says; undefined where it says nothing. PURE. */
export const activityIn = ({event, busy}: HookReport): Activity | undefined => {
	const activity = Object.hasOwn(ACTIVITY, event) ? ACTIVITY[event] : undefined;
	return activity === 'idle' && busy ? undefined : activity;
};

/** A report is one line of a hundred bytes or two. */
const TAIL_BYTES = 1024;
const MORE_BYTES = 64 * 1024;

const reportIn = (line: string, at: number): HookReport[] => {
	try {
		const {event, token, busy} = JSON.parse(line) as Record<string, unknown>;
		if (typeof event !== 'string') return [];
		return [{event, token: typeof token === 'string' && token !== '' ? token : null, busy: busy === true, at}];
	} catch {
		// The end of a line that begins before the tail, or one that a crash cut off.
		return [];
	}
};

/** The reports in a piece of text, the last first; a line that is being written does not count. PURE. */
const reportsIn = (text: string, at: number): HookReport[] =>
	text
		.slice(0, text.lastIndexOf('\n') + 1)
		.split('\n')
		.toReversed()
		.flatMap(line => reportIn(line, at));

const read = (file: string, bytes: number): readonly HookReport[] => {
	// Most sessions have none, and an exception costs more than this question.
	if (!existsSync(file)) return [];
	let descriptor: number;
	try {
		descriptor = openSync(file, 'r');
	} catch {
		// No hook, or it has not spoken.
		return [];
	}
	try {
		const {size, mtimeMs} = fstatSync(descriptor);
		const buffer = Buffer.alloc(Math.min(size, bytes));
		const count = readSync(descriptor, buffer, 0, buffer.length, size - buffer.length);
		return reportsIn(buffer.toString('utf8', 0, count), mtimeMs);
	} finally {
		closeSync(descriptor);
	}
};

/** What the hooks of one launch told last; undefined where they told nothing. The file's own time is the report's: a shell has no clock. */
export const readReport = (file: string): HookReport | undefined => read(file, TAIL_BYTES)[0];

/** The conversations that the hooks of one launch named, the last first: an agent may speak of hidden ones, too. */
export const reportedTokens = (file: string): readonly string[] => [
	...new Set(read(file, MORE_BYTES).flatMap(({token}) => token ?? [])),
];

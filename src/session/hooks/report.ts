import {closeSync, fstatSync, openSync, readSync} from 'node:fs';
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

/** The last whole line that can be understood; a line that is being written does not count. PURE. */
export const lastReportIn = (text: string, at: number): HookReport | undefined => {
	for (const line of text
		.slice(0, text.lastIndexOf('\n') + 1)
		.split('\n')
		.toReversed()) {
		try {
			const {event, token, busy} = JSON.parse(line) as Record<string, unknown>;
			if (typeof event !== 'string') continue;
			return {event, token: typeof token === 'string' && token !== '' ? token : null, busy: busy === true, at};
		} catch {
			// The end of a line that begins before the tail, or one that a crash cut off.
		}
	}
	return undefined;
};

/** What the hooks of one launch told last; undefined where they told nothing. The file's own time is the report's: a shell has no clock. */
export const readReport = (file: string): HookReport | undefined => {
	let descriptor: number;
	try {
		descriptor = openSync(file, 'r');
	} catch {
		// No hook, or it has not spoken.
		return undefined;
	}
	try {
		const {size, mtimeMs} = fstatSync(descriptor);
		const buffer = Buffer.alloc(Math.min(size, TAIL_BYTES));
		const read = readSync(descriptor, buffer, 0, buffer.length, size - buffer.length);
		return lastReportIn(buffer.toString('utf8', 0, read), mtimeMs);
	} finally {
		closeSync(descriptor);
	}
};

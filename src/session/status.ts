import type {Pane} from '../tmux/format.ts';
import type {Verb} from './journal.ts';
import type {SessionRecord} from './session.ts';

export const STATUSES = [
	'starting',
	'active',
	'pausing',
	'resuming',
	'paused',
	'interrupted',
	'completed',
	'failed',
	'error',
	'ended',
] as const;

export type Status = (typeof STATUSES)[number];

/** What is true of a session now, as far as tmux and squad's own files tell. */
export type Facts = {
	readonly panes: readonly Pane[];
	/** An operation that was begun and has not ended, whether somebody still works on it or not. */
	readonly underWay: Verb | undefined;
};

const WHILE: Readonly<Record<Verb, Status>> = {
	create: 'starting',
	resume: 'resuming',
	restart: 'resuming',
	undo: 'resuming',
	pause: 'pausing',
	end: 'pausing',
	remove: 'pausing',
};

/** The worker that a session lives by: its agent, or whatever is there when it has none. */
export const agentPane = (record: SessionRecord, panes: readonly Pane[]): Pane | undefined =>
	record.agent === null ? (panes.find(pane => !pane.dead) ?? panes[0]) : panes.find(pane => pane.worker === 'agent');

/** Ended by SIGHUP, SIGKILL or SIGTERM: somebody or something else ended it. */
const ENDED_FROM_OUTSIDE = [129, 137, 143];

const ofAgent = (pane: Pane | undefined): Status => {
	if (pane === undefined) {
		return 'interrupted';
	}
	if (!pane.dead) {
		return 'active';
	}
	if (pane.exitCode === null || ENDED_FROM_OUTSIDE.includes(pane.exitCode)) {
		return 'interrupted';
	}
	return pane.exitCode === 0 ? 'completed' : 'failed';
};

/** For good, whether or not all of it could be ended yet; an end that was cut off may still be turned around. PURE. */
export const isEnded = ({intent}: SessionRecord, {underWay}: Facts): boolean =>
	intent === 'ended' && underWay === undefined;

/** Computed, never stored: from what the user wants and what is true. PURE. */
export const statusOf = (record: SessionRecord, {panes, underWay}: Facts): Status => {
	if (record.intent === 'ended' && underWay === undefined && panes.every(pane => pane.dead)) {
		return 'ended';
	}
	if (underWay !== undefined) {
		return WHILE[underWay];
	}
	if (record.lastError !== null) {
		return 'error';
	}
	if (record.intent === 'ended') {
		return 'pausing';
	}
	if (record.intent === 'paused') {
		const mayRun = record.pauseState?.depth === 'warm';
		return panes.some(pane => !pane.dead) && !mayRun ? 'pausing' : 'paused';
	}
	return ofAgent(agentPane(record, panes));
};

export type Abilities = {
	readonly canPause: boolean;
	readonly canResume: boolean;
	readonly isResumable: boolean;
	readonly needsResume: boolean;
	readonly resumeReason: 'agent_not_running' | 'not_resumable' | 'ended' | null;
};

const NOT_RUNNING: readonly Status[] = ['paused', 'interrupted', 'completed', 'failed', 'error'];

/** What can be done with a session in a status. PURE. */
export const abilitiesOf = (status: Status, supportsResume: boolean): Abilities => {
	const isResumable = status !== 'ended' && supportsResume;
	const stopped = NOT_RUNNING.includes(status) || status === 'pausing' || status === 'resuming';
	return {
		canPause: status === 'active' || status === 'starting' || status === 'error',
		canResume: stopped,
		isResumable,
		needsResume: stopped && isResumable,
		resumeReason:
			status === 'ended' ? 'ended' : !stopped ? null : supportsResume ? 'agent_not_running' : 'not_resumable',
	};
};

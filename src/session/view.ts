import {isWorktree} from '../git/worktree.ts';
import type {Pane} from '../tmux/format.ts';
import type {Activity, Agent} from './agents/agent.ts';
import {type Family, familyOf} from './families.ts';
import type {HookReport} from './hooks/report.ts';
import {readAgent} from './reading.ts';
import type {SessionRecord} from './session.ts';
import {type Abilities, abilitiesOf, agentPane, type Facts, isEnded, type Status, statusOf} from './status.ts';

export type WorkerView = {
	readonly id: string;
	readonly name: string;
	readonly type: 'agent' | 'terminal';
	readonly window: number | null;
	readonly pid: number | null;
	readonly alive: boolean;
	readonly exitCode: number | null;
};

/** A session as scripts see it: CLI.md's JSON. */
export type SessionView = Omit<
	SessionRecord,
	'schema' | 'sharesWorktreeOf' | 'madeBranch' | 'launches' | 'workers' | 'lastError' | 'args'
> &
	Abilities & {
		readonly args: readonly string[];
		readonly status: Status;
		readonly activity: Activity;
		readonly question: string | null;
		/** What the question may be answered, in the order of `squad answer`'s numbers. */
		readonly options: readonly string[];
		readonly workers: readonly WorkerView[];
		readonly attached: boolean;
		readonly tmux: {readonly socket: string; readonly session: string};
		readonly memory: {readonly rssBytes: number};
		readonly lastError: SessionRecord['lastError'];
	};

const NOBODY: Family = {pids: [], rssBytes: 0};

const workersOf = (
	record: SessionRecord,
	panes: readonly Pane[],
	families: ReadonlyMap<Pane, Family>,
): WorkerView[] => {
	const known = record.workers.map((worker): WorkerView => {
		const pane = panes.find(one => one.worker === worker.id && one.paneIndex === 0);
		const alive = pane !== undefined && !pane.dead;
		return {
			id: worker.id,
			name: worker.name,
			type: worker.type,
			window: pane?.windowIndex ?? null,
			// The program itself is the first child of the pane's own shell.
			pid: alive ? (families.get(pane)?.pids[1] ?? pane.pid) : null,
			alive,
			exitCode: pane?.exitCode ?? null,
		};
	});
	const opened = panes.filter(
		pane => pane.paneIndex === 0 && !record.workers.some(worker => worker.id === pane.worker),
	);
	return [
		...known,
		...opened.map(
			(pane): WorkerView => ({
				id: pane.worker || `terminal-${pane.windowIndex}`,
				name: pane.windowName,
				type: 'terminal',
				window: pane.windowIndex,
				pid: pane.pid,
				alive: !pane.dead,
				exitCode: pane.exitCode,
			}),
		),
	];
};

export type Seen = {
	readonly facts: Facts;
	readonly agent: Agent | null;
	/** The lines on the agent's pane, where they were captured. */
	readonly lines?: readonly string[] | undefined;
	/** What the agent's hooks told last. */
	readonly report?: HookReport | undefined;
	readonly socket: string;
};

/** Everything known of a session, computed from its record and from what is true now. */
export const viewOf = (record: SessionRecord, {facts, agent, lines, report, socket}: Seen): SessionView => {
	const {schema: _, sharesWorktreeOf: __, madeBranch: ___, launches: ____, pauseState, ...kept} = record;
	const status = statusOf(record, facts);
	const pane = agentPane(record, facts.panes);
	const canRead = status === 'active' && agent !== null && pane !== undefined && lines !== undefined;
	const reading = canRead ? readAgent(record, {agent, pane, lines, report}) : undefined;
	const families = new Map(facts.panes.map(one => [one, one.dead ? NOBODY : familyOf(one.pid)]));
	const worktreeRemoved =
		record.worktreePath !== null && pauseState !== null && !isWorktree(record.worktreePath, record.repo);
	return {
		...kept,
		pauseState:
			pauseState === null || record.intent !== 'paused'
				? null
				: {conversationSummary: null, ...pauseState, worktreeRemoved},
		status,
		activity: reading?.activity ?? 'unknown',
		question: reading?.question ?? null,
		options: reading?.options.map(({label}) => label) ?? [],
		...abilitiesOf(isEnded(record, facts) ? 'ended' : status, agent?.supportsResume ?? true),
		workers: workersOf(record, facts.panes, families),
		attached: facts.panes.some(one => one.attached),
		tmux: {socket, session: record.id},
		memory: {rssBytes: [...families.values()].reduce((sum, one) => sum + one.rssBytes, 0)},
	};
};

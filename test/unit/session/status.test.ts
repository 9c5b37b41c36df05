import {describe, expect, test} from 'vitest';
import type {SessionRecord} from '../../../src/session/session.ts';
import {abilitiesOf, agentPane, type Facts, type Status, statusOf} from '../../../src/session/status.ts';
import {type Pane, parsePane} from '../../../src/tmux/format.ts';

const pane = (fields: Partial<Pane> = {}): Pane => ({...parsePane(''), worker: 'agent', pid: 7, ...fields});

const ALIVE = pane();
const dead = (exitCode: number | null) => pane({dead: true, exitCode});
const SHELL = pane({worker: 'terminal'});

const record = (fields: Partial<SessionRecord> = {}): SessionRecord => ({
	schema: 1,
	id: 'x-7k2m',
	title: 'x',
	type: 'worktree',
	createdAt: '2026-01-01T00:00:00.000Z',
	repo: '/repo',
	locationPath: '/wt',
	worktreePath: '/wt',
	sharesWorktreeOf: null,
	branch: 'squad/x-7k2m',
	madeBranch: true,
	base: 'main',
	baseCommit: 'abc',
	agent: 'claude',
	args: [],
	task: null,
	intent: 'running',
	pausedAt: null,
	resumedAt: null,
	pauseState: null,
	token: null,
	launches: 1,
	lastPrompt: null,
	workers: [],
	lastError: null,
	diff: null,
	...fields,
});

const paused = (depth: 'cold' | 'warm'): Partial<SessionRecord> => ({
	intent: 'paused',
	pauseState: {
		pausedAt: '',
		reason: 'user',
		depth,
		stash: null,
		scrollback: [],
		worktreeRemoved: false,
		lastAction: null,
		pendingTasks: [],
	},
});

const ERROR = {lastError: {layer: 'work', message: 'no', hint: '', at: ''}};

type Row = readonly [what: string, Partial<SessionRecord>, Partial<Facts>, Status];

const ROWS: readonly Row[] = [
	['its agent runs', {}, {panes: [ALIVE]}, 'active'],
	['its agent runs beside a shell', {}, {panes: [SHELL, ALIVE]}, 'active'],
	['nothing of it is there', {}, {panes: []}, 'interrupted'],
	['only a shell beside its agent is there', {}, {panes: [SHELL]}, 'interrupted'],
	['its agent exited by itself', {}, {panes: [dead(0)]}, 'completed'],
	['its agent exited with an error', {}, {panes: [dead(1)]}, 'failed'],
	['its program was not found', {}, {panes: [dead(127)]}, 'failed'],
	['its agent was killed', {}, {panes: [dead(137)]}, 'interrupted'],
	['its agent was told to end', {}, {panes: [dead(143)]}, 'interrupted'],
	['its terminal was closed', {}, {panes: [dead(129)]}, 'interrupted'],
	['its pane died of a signal', {}, {panes: [dead(null)]}, 'interrupted'],
	['it has no agent, and its shell runs', {agent: null}, {panes: [SHELL]}, 'active'],
	['it has no agent, and one of two shells runs', {agent: null}, {panes: [dead(0), SHELL]}, 'active'],
	['it has no agent, and nothing is there', {agent: null}, {panes: []}, 'interrupted'],
	['it is being made', {}, {panes: [], underWay: 'create'}, 'starting'],
	['it is being paused', {...paused('cold')}, {panes: [ALIVE], underWay: 'pause'}, 'pausing'],
	['it is being resumed', {}, {panes: [], underWay: 'resume'}, 'resuming'],
	['its agent is being restarted', {}, {panes: [ALIVE], underWay: 'restart'}, 'resuming'],
	['it is paused', paused('cold'), {panes: []}, 'paused'],
	['it is paused, a dead pane was left', paused('cold'), {panes: [dead(0)]}, 'paused'],
	['it is meant to be paused, and something runs', paused('cold'), {panes: [ALIVE]}, 'pausing'],
	['it is frozen', paused('warm'), {panes: [ALIVE]}, 'paused'],
	['it was frozen, and the machine restarted', paused('warm'), {panes: []}, 'paused'],
	['a layer failed', ERROR, {panes: []}, 'error'],
	['a layer failed, and it is tried again', ERROR, {panes: [], underWay: 'resume'}, 'resuming'],
	['it is ended', {intent: 'ended'}, {panes: []}, 'ended'],
	['it is ended, and an error is left', {intent: 'ended', ...ERROR}, {panes: []}, 'ended'],
];

describe('a session’s status, when', () => {
	test.each(ROWS)('%s', (_, fields, facts, status) => {
		expect(statusOf(record(fields), {panes: [], underWay: undefined, ...facts})).toBe(status);
	});
});

test('a session lives by its agent, or by what runs when it has none', () => {
	expect(agentPane(record(), [SHELL, ALIVE])).toBe(ALIVE);
	expect(agentPane(record(), [SHELL])).toBeUndefined();
	expect(agentPane(record({agent: null}), [dead(0), SHELL])).toBe(SHELL);
});

describe('what can be done with a session that is', () => {
	test.each([
		['active', true, false, false, null],
		['starting', true, false, false, null],
		['paused', false, true, true, 'agent_not_running'],
		['interrupted', false, true, true, 'agent_not_running'],
		['completed', false, true, true, 'agent_not_running'],
		['failed', false, true, true, 'agent_not_running'],
		['error', true, true, true, 'agent_not_running'],
		['pausing', false, true, true, 'agent_not_running'],
		['resuming', false, true, true, 'agent_not_running'],
	] as const)('%s', (status, canPause, canResume, needsResume, resumeReason) => {
		const wanted = {canPause, canResume, isResumable: true, needsResume, resumeReason};
		expect(abilitiesOf(status, true)).toEqual(wanted);
	});

	test('ended', () => {
		expect(abilitiesOf('ended', true)).toEqual({
			canPause: false,
			canResume: false,
			isResumable: false,
			needsResume: false,
			resumeReason: 'ended',
		});
	});

	test('paused, where the agent cannot continue', () => {
		expect(abilitiesOf('paused', false)).toMatchObject({
			canResume: true,
			isResumable: false,
			needsResume: false,
			resumeReason: 'not_resumable',
		});
	});
});

import {expect, test} from 'vitest';
import type {SessionView} from '../../../../src/session/view.ts';
import {eventsBetween} from '../../../../src/session/watch/events.ts';
import {sessionView, snapshotOf as snapshot} from '../../ui/tui/session-view.ts';

const typesBetween = (before: Partial<SessionView>, after: Partial<SessionView>): string[] =>
	eventsBetween(snapshot(sessionView(before)), snapshot(sessionView(after))).map(({type}) => type);

test.each([
	['a session starts', {status: 'paused'}, {status: 'resuming'}, 'session.executor_starting'],
	['it has started', {status: 'starting'}, {status: 'active'}, 'session.executor_ready'],
	['it could not be raised', {status: 'resuming'}, {status: 'error'}, 'session.executor_error'],
	['its agent died', {status: 'active'}, {status: 'failed'}, 'session.executor_error'],
	['a reboot ended it', {status: 'active'}, {status: 'interrupted'}, 'session.executor_error'],
] as const)('says that %s', (_, before, after, type) => {
	expect(typesBetween(before, after)).toEqual([type, 'session.state_changed']);
});

test('an agent that begins to ask is a change of state and nothing else', () => {
	expect(typesBetween({activity: 'active'}, {activity: 'asking', question: 'Go on?'})).toEqual([
		'session.state_changed',
	]);
	expect(typesBetween({activity: 'asking', question: 'A?'}, {activity: 'asking', question: 'B?'})).toHaveLength(1);
	expect(typesBetween({status: 'starting'}, {status: 'resuming'})).toEqual(['session.state_changed']);
});

test('what is no change of state is no event', () => {
	expect(typesBetween({memory: {rssBytes: 1}}, {memory: {rssBytes: 1 << 30}})).toEqual([]);
	const same = snapshot(sessionView());
	expect(eventsBetween(same, {...same, problem: 'tmux is away'})).toEqual([]);
});

test('every event says which session and which task it is about', () => {
	const lastError = {layer: 'agent', message: 'no such program', hint: 'install it', at: '2026-01-01T00:00:00.000Z'};
	const before = snapshot(sessionView({task: 'login', status: 'resuming'}), sessionView({id: 'other', task: null}));
	const after = snapshot(sessionView({task: 'login', status: 'error', lastError}));
	expect(eventsBetween(before, after)).toEqual([
		{
			type: 'session.executor_error',
			alias: 'session.agentctl_error',
			session_id: 'fix-login-7k2m',
			task_id: 'login',
			error_message: 'no such program',
		},
		{
			type: 'session.state_changed',
			session_id: 'fix-login-7k2m',
			task_id: 'login',
			from: {status: 'resuming', activity: 'active', question: null},
			to: {status: 'error', activity: 'active', question: null},
		},
		{
			type: 'session.state_changed',
			session_id: 'other',
			task_id: null,
			from: {status: 'active', activity: 'active', question: null},
			to: null,
		},
	]);
});

test('what was there at the first look is no news', () => {
	const before = {...snapshot(), loadedAt: null};
	expect(eventsBetween(before, snapshot(sessionView()))).toEqual([]);
	expect(eventsBetween(snapshot(), snapshot(sessionView())).map(({type}) => type)).toEqual([
		'session.executor_ready',
		'session.state_changed',
	]);
});

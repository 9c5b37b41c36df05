import {afterAll, beforeAll, describe, expect, test} from 'vitest';
import {put} from '../support/dirt.ts';
import {eventually} from '../support/eventually.ts';
import {expectDone} from '../support/expect-run.ts';
import {type Lab, lab} from '../support/lab.ts';
import type {Failure, Outcome, Session} from '../support/session-json.ts';
import {ERROR, faults, SESSION} from '../support/session-shape.ts';

describe('a session in JSON has every field of the contract', () => {
	let here: Lab;
	const ids: Record<string, string> = {};
	beforeAll(async () => {
		here = await lab();
		await here.agent('asks', 'asks');
		await here.agent('dies', 'dies');
		for (const name of ['active', 'cold', 'warm', 'ended', 'completed', 'resumed'])
			ids[name] = (await here.running(name)).id;
		ids.asking = (await here.running('asking', '-a', 'asks')).id;
		ids.quick = (await here.running('quick', '--quick', here.home)).id;
		ids.bare = (await here.create('bare', '--no-agent')).id;
		ids.failed = (await here.squad('new', 'failed', '-a', 'dies', '--json')).json<Failure>().error.session ?? '?';
		await put((await here.status(ids.cold ?? '')).locationPath, 'README.md', 'work\n');
		expectDone(await here.squad('pause', ids.cold ?? '', ids.resumed ?? '', '--reason', 'error'));
		expectDone(await here.squad('pause', ids.warm ?? '', '--warm'));
		expectDone(await here.squad('resume', ids.resumed ?? ''));
		expectDone(await here.squad('end', ids.ended ?? ''));
		expectDone(await here.squad('send', ids.completed ?? '', '/exit 0'));
		await eventually(async () => (await here.status(ids.completed ?? '')).status === 'completed');
	});
	afterAll(() => here[Symbol.asyncDispose]());

	const can = (canPause: boolean, canResume: boolean) => ({canPause, canResume});
	const EXPECTED: readonly [string, object][] = [
		['active', {status: 'active', intent: 'running', activity: 'idle', needsResume: false, ...can(true, false)}],
		['asking', {status: 'active', activity: 'asking', question: expect.stringContaining('Proceed?')}],
		['cold', {status: 'paused', intent: 'paused', pauseState: {depth: 'cold', reason: 'error'}, ...can(false, true)}],
		['warm', {status: 'paused', pauseState: {depth: 'warm', reason: 'user'}, ...can(false, true)}],
		['resumed', {status: 'active', resumedAt: expect.any(String), pauseState: null, pausedAt: null}],
		['ended', {status: 'ended', intent: 'ended', isResumable: false, ...can(false, false)}],
		['completed', {status: 'completed', intent: 'running', isResumable: true, ...can(false, true)}],
		['failed', {status: 'failed', intent: 'running', ...can(false, true)}],
		['quick', {type: 'quick', status: 'active', worktreePath: null, branch: null, ...can(true, false)}],
		['bare', {type: 'worktree', agent: null}],
	];

	test.each(EXPECTED)('when it is %s', async (name, expected) => {
		const session = await here.status(ids[name] ?? '?');
		expect(faults(session, SESSION)).toEqual([]);
		expect(session).toMatchObject(expected);
		expect(session.tmux).toEqual({socket: here.socket, session: session.id});
	});

	test('in the list as in its status, and a running agent has a pid and uses memory', async () => {
		const listed = await here.list();
		expect(new Set(listed.map(({id}) => id))).toEqual(new Set(Object.values(ids)));
		for (const session of listed) expect([session.id, ...faults(session, SESSION)]).toEqual([session.id]);
		const active = await here.status(ids.active ?? '?');
		expect(active.workers[0]).toMatchObject({type: 'agent', alive: true, exitCode: null, pid: expect.any(Number)});
		expect((active as Session & {memory: {rssBytes: number}}).memory.rssBytes).toBeGreaterThan(1_000_000);
	});

	test('--status and --repo choose among them', async () => {
		const paused = await here.list('--status', 'paused');
		expect(new Set(paused.map(({id}) => id))).toEqual(new Set([ids.cold, ids.warm]));
		expect((await here.squad('ls', '--status', 'nonsense')).code).toBe(2);
	});

	test('when its server was killed', async () => {
		await here.tmux('kill-server');
		const session = await here.status(ids.active ?? '?');
		expect(faults(session, SESSION)).toEqual([]);
		expect(session).toMatchObject({status: 'interrupted', needsResume: true, ...can(false, true)});
		expect((await here.status(ids.ended ?? '?')).status).toBe('ended');
	});
});

test('pause and resume print one outcome for one id, and an array of outcomes for several', async () => {
	await using here = await lab();
	const [a, b] = [await here.running('a'), await here.running('b')];
	for (const verb of ['pause', 'resume']) {
		const several = expectDone(await here.squad(verb, a.id, b.id, '--json')).json<Outcome[]>();
		expect(several.map(({success, session}) => [success, session.id])).toEqual(
			expect.arrayContaining([
				[true, a.id],
				[true, b.id],
			]),
		);
	}
	await here.ready(a.id, 2);
	const one = expectDone(await here.squad('pause', a.id, '--json')).json<Outcome>();
	expect(faults(one.session, SESSION)).toEqual([]);
	const some = await here.squad('pause', b.id, 'no-such-id', '--json');
	expect(some.code).toBe(3);
	expect(some.json<unknown[]>()).toHaveLength(2);
	expect(await here.status(b.id)).toMatchObject({status: 'paused'});
});

test('an error is one JSON value on standard output, with code, message and hint', async () => {
	await using here = await lab();
	const {id} = await here.create('x', '--no-agent');
	expectDone(await here.squad('end', id));
	for (const [args, code] of [
		[['status', 'no-such-id'], 3],
		[['pause', 'no-such-id'], 3],
		[['resume', 'no-such-id'], 3],
		[['resume', id], 4],
		[['pause', id], 4],
		[['new', 'x', '--repo', here.home], 1],
		[['ls', '--status', 'nonsense'], 2],
		[['pause'], 2],
		[['pause', id, '--no-such-flag'], 2],
	] as const) {
		const run = await here.squad(...args, '--json');
		expect([...args, run.code]).toEqual([...args, code]);
		const {error} = run.json<Failure>();
		expect(faults(error, ERROR)).toEqual([]);
	}
	expect((await here.squad('resume', id, '--json')).json<Failure>().error.session).toBe(id);
	expect((await here.squad('ls', '--json', '--status', 'paused')).stdout.trim()).toBe('[]');
});

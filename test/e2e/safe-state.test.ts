import {expect, test} from 'vitest';
import {put} from '../support/dirt.ts';
import {eventually} from '../support/eventually.ts';
import {expectDone, expectRefusal} from '../support/expect-run.ts';
import {type Lab, lab} from '../support/lab.ts';
import {isAlive} from '../support/processes.ts';
import type {Failure, Outcome} from '../support/session-json.ts';
import {snapshot} from '../support/snapshot.ts';
import {terminal} from '../support/terminal.ts';

/** Long work shows its progress when standard error is a terminal. */
const PROGRESS = /wait|paus|safe/i;

const busySession = async (here: Lab) => {
	const agent = await here.agent('busy', 'busy');
	const session = await here.running('busy', '-a', 'busy');
	await put(session.locationPath, 'README.md', 'half-way\n');
	const {pid} = await here.ready(session.id);
	return {...session, pid, escapes: async () => (await agent.events(session.id)).filter(e => e.event === 'escape')};
};

test('a busy agent is not paused: exit 5 with a hint, and nothing is touched', async () => {
	await using here = await lab();
	const {id, locationPath, pid, escapes} = await busySession(here);
	const before = await snapshot(here, locationPath);
	const began = Date.now();

	expectRefusal(await here.squad('pause', id, '--timeout', '2'), 5, /--interrupt|--force/);
	expect(Date.now() - began).toBeGreaterThanOrEqual(2000);
	expect(Date.now() - began).toBeLessThan(12_000);
	const {error} = (await here.squad('pause', id, '--timeout', '1', '--json')).json<Failure>();
	expect(error).toMatchObject({code: 'not_safe', session: id});
	expect(error.hint).toMatch(/--interrupt|--force/);

	expect(isAlive(pid)).toBe(true);
	expect(await escapes()).toEqual([]);
	expect(await snapshot(here, locationPath)).toEqual(before);
	expect(await here.git('stash', 'list')).toBe('');
	expect(await here.status(id)).toMatchObject({
		intent: 'running',
		status: 'active',
		activity: 'active',
		pausedAt: null,
		pauseState: null,
		canPause: true,
	});
	await here.expectNoTrace();
});

test('--interrupt presses the key of the agent first, then pauses', async () => {
	await using here = await lab();
	const {id, locationPath, pid, escapes} = await busySession(here);
	const before = await snapshot(here, locationPath);
	expectDone(await here.squad('pause', id, '--interrupt', '--timeout', '10'));
	expect((await escapes()).length).toBeGreaterThan(0);
	expect(isAlive(pid)).toBe(false);
	expectDone(await here.squad('resume', id));
	expect(await snapshot(here, locationPath)).toEqual(before);
});

test('--force goes on regardless and presses nothing', async () => {
	await using here = await lab();
	const {id, locationPath, pid, escapes} = await busySession(here);
	const before = await snapshot(here, locationPath);
	const began = Date.now();
	expectDone(await here.squad('pause', id, '--force'));
	expect(Date.now() - began).toBeLessThan(15_000);
	expect(await escapes()).toEqual([]);
	expect(isAlive(pid)).toBe(false);
	expectDone(await here.squad('resume', id));
	expect(await snapshot(here, locationPath)).toEqual(before);
});

test('pause waits for an agent that gets to its prompt within the time', async () => {
	await using here = await lab();
	const {id} = await busySession(here);
	await using pausing = terminal(here, 'squad', ['pause', id, '--timeout', '30']);
	await pausing.shows(PROGRESS);
	await here.tmux('send-keys', '-t', `=${id}:`, 'Escape');
	expect(await pausing.ends()).toBe(0);
	expect((await here.status(id)).status).toBe('paused');
});

test('Ctrl-C while pause waits exits 130 and leaves the session running', async () => {
	await using here = await lab();
	const {id, pid} = await busySession(here);
	await using pausing = terminal(here, 'squad', ['pause', id, '--timeout', '30']);
	await pausing.shows(PROGRESS);
	pausing.write('\x03');
	expect(await pausing.ends()).toBe(130);
	expect(isAlive(pid)).toBe(true);
	expect(await here.status(id)).toMatchObject({status: 'active', intent: 'running'});
	await here.expectNoTrace();
});

test('an agent that asks is safe, and its question is told', async () => {
	await using here = await lab();
	await here.agent('asks', 'asks');
	const {id} = await here.running('asks', '-a', 'asks');
	await eventually(async () => expect((await here.status(id)).activity).toBe('asking'));
	expect((await here.status(id)).question).toContain('Proceed?');
	expectDone(await here.squad('pause', id, '--timeout', '4'));
});

test('an agent without any known sign is safe once it has been silent for five seconds', async () => {
	await using here = await lab();
	await here.agent('mute', '#!/bin/sh\necho hello\nexec sleep 300\n', {patterns: {}});
	const {id} = await here.create('mute', '-a', 'mute');
	const began = Date.now();
	expectDone(await here.squad('pause', id, '--timeout', '20'));
	expect(Date.now() - began).toBeLessThan(15_000);
});

test('--idle pauses the idle ones only, and --all does each it can and exits with the highest code', async () => {
	await using here = await lab();
	const busy = await busySession(here);
	const idle = await here.running('idle');
	await eventually(async () => expect((await here.status(idle.id)).activity).toBe('idle'));
	expectDone(await here.squad('pause', '--idle', '--reason', 'resource'));
	expect(await here.status(idle.id)).toMatchObject({status: 'paused', pauseState: {reason: 'resource'}});
	expect((await here.status(busy.id)).status).toBe('active');

	expectDone(await here.squad('resume', idle.id));
	await here.ready(idle.id, 2);
	const all = await here.squad('pause', '--all', '--timeout', '2', '--json');
	expect(all.code).toBe(5);
	const outcomes = all.json<(Outcome | Failure)[]>();
	expect(outcomes).toHaveLength(2);
	expect(outcomes).toContainEqual(expect.objectContaining({success: true}));
	expect(JSON.stringify(outcomes)).toContain('not_safe');
	expect((await here.status(idle.id)).status).toBe('paused');
	expect(isAlive(busy.pid)).toBe(true);
});

test('a busy agent is not ended either, unless it is forced', async () => {
	await using here = await lab();
	const {id, pid} = await busySession(here);
	expectRefusal(await here.squad('end', id, '--timeout', '1'), 5, /--interrupt|--force/);
	expect(isAlive(pid)).toBe(true);
	expect(await here.status(id)).toMatchObject({intent: 'running', status: 'active'});
	expectDone(await here.squad('end', id, '--force'));
	expect(isAlive(pid)).toBe(false);
	expect(await here.status(id)).toMatchObject({status: 'ended'});
});

import {describe, expect, test} from 'vitest';
import {makeTerrible, put} from '../support/dirt.ts';
import {eventually} from '../support/eventually.ts';
import {expectDone} from '../support/expect-run.ts';
import {type Lab, lab} from '../support/lab.ts';
import {isAlive, stateOf} from '../support/processes.ts';
import type {Outcome} from '../support/session-json.ts';
import {CLEAN, snapshot} from '../support/snapshot.ts';

const WORDS = 'the milk is in the fridge';

const terribleSession = async (here: Lab) => {
	const session = await here.running('terrible', '-p', 'the first prompt', '--', '--model=small');
	await makeTerrible(here, session.locationPath);
	expectDone(await here.squad('send', session.id, WORDS));
	await eventually(async () => (await here.keeper.events(session.id)).some(({text}) => text === WORDS));
	return {...session, before: await snapshot(here, session.locationPath)};
};

const stashNames = async (here: Lab) => (await here.git('stash', 'list', '--format=%gs')).split('\n').filter(Boolean);

/** The agent was started again: continued, with the flags of its first start and without its prompt, and remembers. */
const expectContinued = async (here: Lab, id: string) => {
	const {remembers} = await here.ready(id, 2);
	expect(remembers).toEqual(['the first prompt', WORDS]);
	const [, {argv = []} = {}] = await here.keeper.starts(id);
	expect(argv).toContain('--model=small');
	expect(argv.includes('-c') || argv.includes('--resume')).toBe(true);
	expect(argv).not.toContain('the first prompt');
};

test('a window keeps its size: what the agent drew for it fits again', async () => {
	await using here = await lab();
	const {id} = await here.running('sized');
	const size = async () =>
		(await here.tmux('list-panes', '-t', `=${id}`, '-F', '#{pane_width} #{pane_height}')).stdout.trim();
	expect(await size()).toBe('200 50');
	await here.tmux('resize-window', '-t', `=${id}:0`, '-x', '132', '-y', '43');
	expectDone(await here.squad('pause', id));
	expectDone(await here.squad('resume', id));
	expect(await size()).toBe('132 43');
	// Whoever attaches gets it in the size of their terminal.
	expect((await here.tmux('show-options', '-wv', '-t', `=${id}:0`, 'window-size')).stdout.trim()).toBe('');
});

test('a cold pause frees every process and leaves a clean worktree, and resume brings back every byte', async () => {
	await using here = await lab();
	const {id, locationPath, before} = await terribleSession(here);
	const [{pid = 0} = {}] = await here.keeper.starts(id);

	const {success, session} = expectDone(await here.squad('pause', id, '--json')).json<Outcome>();
	expect({success, status: session.status}).toEqual({success: true, status: 'paused'});
	expect(isAlive(pid)).toBe(false);
	expect((await here.tmux('has-session', '-t', `=${id}`)).code).not.toBe(0);
	expect(here.processes().filter(({command}) => !command.startsWith('tmux'))).toEqual([]);
	const paused = await snapshot(here, locationPath);
	expect(paused.status).toEqual(CLEAN);
	expect(paused.head).toBe(before.head);
	expect(paused.files).toHaveProperty(['.env'], before.files['.env']);
	expect(await stashNames(here)).toEqual([expect.stringContaining(`squad-pause-${id}`)]);
	const stash = session.pauseState?.stash;
	expect(stash?.ref).toBe(`refs/squad/${id}/stash`);
	expect(await here.git('rev-parse', `refs/squad/${id}/stash`, 'stash@{0}')).toBe(`${stash?.commit}\n${stash?.commit}`);
	expect((await here.git('rev-list', '--parents', '-1', 'stash@{0}')).split(' ')).toHaveLength(4);
	const logs = expectDone(await here.squad('logs', id, {env: {FORCE_COLOR: '1'}}));
	expect(logs.stdout).toContain('\x1b[32mkeeper at your service');
	await here.expectNoTrace();

	const resumed = expectDone(await here.squad('resume', id, '--json')).json<Outcome>();
	expect(resumed).toMatchObject({success: true, path: 'cold', source: 'stash', session: {id, status: 'active'}});
	expect(await snapshot(here, locationPath)).toEqual(before);
	await expectContinued(here, id);
	expect(await stashNames(here)).toEqual([]);
	expect(await here.git('for-each-ref', 'refs/squad')).toBe('');
	await here.expectNoTrace();
});

test('the saved scrollback stands above the new prompt after a resume', async () => {
	await using here = await lab();
	const {id} = await here.running('scrollback', '-p', 'words of the first life');
	expectDone(await here.squad('pause', id));
	expectDone(await here.squad('resume', id));
	await here.ready(id, 2);
	await eventually(async () => {
		const {stdout} = await here.tmux('capture-pane', '-p', '-S', '-', '-t', `=${id}:`);
		const first = stdout.indexOf('noted: words of the first life');
		expect(first).toBeGreaterThanOrEqual(0);
		expect(stdout.indexOf('remembered: words of the first life')).toBeGreaterThan(first);
	});
});

test('--free-disk takes the worktree away as well, and resume brings it back at its path, ignored files too', async () => {
	await using here = await lab();
	const {id, locationPath, before} = await terribleSession(here);

	const {session} = expectDone(await here.squad('pause', id, '--free-disk', '--json')).json<Outcome>();
	expect(session.pauseState?.worktreeRemoved).toBe(true);
	expect((await here.run('ls', locationPath)).code).not.toBe(0);
	expect(await here.git('worktree', 'list')).not.toContain(locationPath);
	expect(await here.git('branch', '--list', session.branch ?? '?')).toContain(session.branch);
	await here.expectNoTrace();

	const resumed = expectDone(await here.squad('resume', id, '--json')).json<Outcome>();
	expect(resumed).toMatchObject({success: true, path: 'cold', session: {locationPath}});
	expect(await snapshot(here, locationPath)).toEqual(before);
	await expectContinued(here, id);
	expect(await stashNames(here)).toEqual([]);
	await here.expectNoTrace();
});

test('--warm freezes the same processes and resume thaws them, with the work in place', async () => {
	await using here = await lab();
	const {id, locationPath, before} = await terribleSession(here);
	const [{pid = 0} = {}] = await here.keeper.starts(id);

	const {session} = expectDone(await here.squad('pause', id, '--warm', '--json')).json<Outcome>();
	expect(session).toMatchObject({status: 'paused', pauseState: {depth: 'warm', worktreeRemoved: false}});
	expect(stateOf(pid)).toBe('T');
	expect((await here.tmux('has-session', '-t', `=${id}`)).code).toBe(0);

	const resumed = expectDone(await here.squad('resume', id, '--json')).json<Outcome>();
	expect(resumed).toMatchObject({success: true, path: 'warm', session: {status: 'active'}});
	expect(await snapshot(here, locationPath)).toEqual(before);
	expect(await here.keeper.starts(id)).toHaveLength(1);
	expectDone(await here.squad('send', id, 'awake?'));
	await eventually(async () => (await here.keeper.events(id)).some(({text}) => text === 'awake?'));
	expect(await stashNames(here)).toEqual([]);
	await here.expectNoTrace();
});

test('a pause ends even processes that are deaf to signals, left the terminal or dropped their environment', async () => {
	await using here = await lab();
	await here.agent('stubborn', 'stubborn');
	const {id} = await here.create('hard to end', '-a', 'stubborn');
	const {pid, child, orphan} = await here.ready(id);
	expect([pid, child, orphan].map(isAlive)).toEqual([true, true, true]);
	expectDone(await here.squad('pause', id));
	expect({agent: isAlive(pid), child: isAlive(child), orphan: isAlive(orphan)}).toEqual({
		agent: false,
		child: false,
		orphan: false,
	});
});

describe('a pause with nothing unsaved', () => {
	test('makes no stash, and pausing or resuming twice is no error', async () => {
		await using here = await lab();
		const {id, locationPath} = await here.running('tidy');
		await put(locationPath, 'debug.log', 'ignored\n');
		for (const _ of [1, 2]) {
			const {session} = expectDone(await here.squad('pause', id, '--json')).json<Outcome>();
			expect(session).toMatchObject({status: 'paused', pauseState: {stash: null, depth: 'cold', reason: 'user'}});
		}
		expect(await stashNames(here)).toEqual([]);
		const first = expectDone(await here.squad('resume', id, '--json')).json<Outcome>();
		expect(first).toMatchObject({success: true, path: 'cold', source: 'worktree'});
		await here.ready(id, 2);
		expect(expectDone(await here.squad('resume', id, '--json')).json<Outcome>().success).toBe(true);
		expect(await here.keeper.starts(id)).toHaveLength(2);
		await here.expectNoTrace();
	});
});

import {readFile, writeFile} from 'node:fs/promises';
import {join} from 'node:path';
import {afterEach, describe, expect, test, vi} from 'vitest';
import {openSquad, type Squad} from '../../src/session/squad.ts';
import {changesBetween, type Snapshot, type Watch, watch as watchWorld} from '../../src/session/watch/watch.ts';
import {eventually} from '../support/eventually.ts';
import {type Lab, lab} from '../support/lab.ts';
import {isAlive, killProcess} from '../support/processes.ts';

type Watching = Watch & AsyncDisposable & {readonly squad: Squad};

/** A watch on the lab's sessions, closed at the end of the test. */
const watching = async (here: Lab, options?: {readonly hears: boolean}): Promise<Watching> => {
	const squad = openSquad({env: here.env});
	const watch = watchWorld(squad.world, options);
	return {...watch, squad, [Symbol.asyncDispose]: watch.close};
};

const sees = <T>(watch: Watch, what: string, find: (snapshot: Snapshot) => T | false): Promise<Exclude<T, false>> =>
	eventually(() => find(watch.snapshot()), {what, everyMs: 10});

const session = (watch: Watch, id: string) => watch.snapshot().sessions.find(one => one.id === id);
const isAtRest = (watch: Watch, id: string) =>
	sees(watch, `${id} at rest`, () => session(watch, id)?.activity === 'idle');
const shows = (watch: Watch, text: string) =>
	sees(watch, `${text} on the screen`, ({screen}) => screen?.lines.join('\n').includes(text) ?? false);

/** As the watch starts programs from this process, their starts are counted here too. */
const countStarts = async (here: Lab): Promise<() => Promise<string[]>> => {
	const log = join(here.root, 'starts');
	await writeFile(log, '');
	for (const name of ['tmux', 'git', 'ps']) {
		const real = (await here.run('sh', '-c', `command -v ${name} || true`)).stdout.trim();
		const script = `#!/bin/sh\nprintf '%s\\n' "${name} $*" >>'${log}'\nexec '${real}' "$@"\n`;
		await writeFile(join(here.bin, name), script, {mode: 0o755});
	}
	vi.stubEnv('PATH', here.env.PATH);
	return async () => (await readFile(log, 'utf8')).split('\n').filter(Boolean);
};

afterEach(() => vi.unstubAllEnvs());

test('shows what squad ls shows, and keeps what did not change', async () => {
	await using here = await lab();
	const first = await here.running('first');
	await using watch = await watching(here);
	await isAtRest(watch, first.id);
	const [listed] = await here.list();
	const shown = session(watch, first.id);
	expect({...shown, memory: undefined}).toEqual({...listed, memory: undefined});
	const second = await here.running('second');
	await isAtRest(watch, second.id);
	expect(session(watch, first.id)).toBe(shown);
	expect(watch.snapshot().sessions.map(one => one.id)).toEqual([first.id, second.id]);
});

describe.each([{hears: true}, {hears: false}])('where the machine tells of writes to terminals: $hears', options => {
	test('a change in any session arrives', async () => {
		await using here = await lab();
		await here.agent('asker', 'asks');
		const {id} = await here.running('other');
		const asker = await here.create('asker', '--agent', 'asker');
		await using watch = await watching(here, options);
		await isAtRest(watch, id);
		await sees(watch, 'a question', () => session(watch, asker.id)?.activity === 'asking');
		expect(session(watch, asker.id)?.question).not.toBeNull();
		await here.squad('send', id, '/print "esc to interrupt"');
		await sees(watch, 'work', () => session(watch, id)?.activity === 'active');
		// The record is written after the screen has changed.
		await sees(watch, 'the prompt', () => session(watch, id)?.lastPrompt?.includes('/print') ?? false);
	});

	test('the followed screen is live, and comes from disk when it is paused', async () => {
		await using here = await lab();
		const {id} = await here.running('work');
		await using watch = await watching(here, options);
		await isAtRest(watch, id);
		watch.follow({session: id, worker: 'agent'});
		await shows(watch, 'keeper at your service');
		expect(watch.snapshot().screen).toMatchObject({session: id, worker: 'agent', live: true, cursor: {visible: true}});
		await watch.type(id, 'agent', 'hello; there');
		await shows(watch, '> hello; there');
		await watch.press(id, 'agent', ['Enter']);
		await shows(watch, 'noted: hello; there');
		await watch.type(id, 'agent', 'two\nlines');
		await watch.press(id, 'agent', ['Enter']);
		await shows(watch, 'noted: two');
		await here.tmux('send-keys', '-t', `=${id}:`, 'typed by another', 'Enter');
		await shows(watch, 'noted: typed by another');
		await here.squad('pause', id);
		await sees(watch, 'the pause', () => session(watch, id)?.status === 'paused');
		await sees(watch, 'the saved screen', ({screen}) => screen?.live === false);
		await shows(watch, 'noted: typed by another');
		await here.squad('resume', id);
		await isAtRest(watch, id);
		await sees(watch, 'its live screen', ({screen}) => screen?.live ?? false);
		watch.follow(null);
		await sees(watch, 'no screen', ({screen}) => screen === null);
	});

	test('an agent that ends, its shell that is killed and a server that is killed are seen, and so is their return', async () => {
		await using here = await lab();
		const {id} = await here.running('work');
		const killed = await here.running('killed');
		await using watch = await watching(here, options);
		await isAtRest(watch, id);
		await here.squad('send', id, '/exit 3');
		await sees(watch, 'the failure', () => session(watch, id)?.status === 'failed');
		const {stdout} = await here.tmux('display-message', '-p', '-t', `=${killed.id}:`, '#{pane_pid}');
		killProcess(Number(stdout));
		await sees(watch, 'the end', () => session(watch, killed.id)?.status === 'interrupted');
		await here.squad('resume', id);
		await isAtRest(watch, id);
		await here.tmux('kill-server');
		await sees(watch, 'the interruption', () => session(watch, id)?.status === 'interrupted');
		await here.squad('resume', id);
		await isAtRest(watch, id);
	});

	test('no process is started in twenty seconds in which nothing happens', async () => {
		await using here = await lab();
		await here.agent('tiny', `#!/bin/sh\nprintf '> '\nwhile read -r words; do printf '> '; done\n`);
		const ids = [];
		for (let at = 0; at < 20; at++) ids.push((await here.create(`work ${at}`, '--agent', 'tiny')).id);
		const starts = await countStarts(here);
		await using watch = await watching(here, options);
		watch.follow({session: ids[0] ?? '', worker: 'agent'});
		watch.subscribe(() => undefined);
		for (const id of ids) await isAtRest(watch, id);
		await new Promise(resolve => setTimeout(resolve, 20_000));
		expect(await starts()).toEqual([expect.stringMatching(/^tmux .*-C new-session/)]);
		expect(watch.snapshot().usage.get(ids[0] ?? '')?.rssBytes).toBeGreaterThan(0);
	});
});

describe('another squad', () => {
	test('that pauses is seen while it does, and one that dies at it is no reason to wait for ever', async () => {
		await using here = await lab();
		await here.agent('busy', 'busy');
		const {id} = await here.create('work', '--agent', 'busy');
		await using watch = await watching(here);
		await sees(watch, 'work', () => session(watch, id)?.activity === 'active');
		const pausing = here.start('pause', id, '--timeout', '60');
		await sees(watch, 'the pausing', () => session(watch, id)?.status === 'pausing');
		killProcess(pausing.pid ?? 0);
		await pausing.done;
		await sees(watch, 'that nobody pauses', () => session(watch, id)?.status === 'active');
	});

	test('that renames, ends and removes is seen, and a damaged record is named', async () => {
		await using here = await lab();
		const {id} = await here.running('work');
		await using watch = await watching(here);
		await isAtRest(watch, id);
		await here.squad('rename', id, 'another title');
		await sees(watch, 'the title', () => session(watch, id)?.title === 'another title');
		await here.squad('end', id);
		await sees(watch, 'the end', () => session(watch, id)?.status === 'ended');
		await here.squad('rm', id, '--force');
		await sees(watch, 'the removal', ({sessions}) => sessions.length === 0);
		await here.squad('undo');
		await sees(watch, 'the undo', ({sessions}) => sessions.length === 1);
		await writeFile(join(here.squadHome, 'sessions', id, 'session.json'), '{');
		await sees(watch, 'the damage', ({damaged}) => damaged[0]?.id === id);
	});
});

describe('an operation', () => {
	test('shows its steps, can be cancelled while it waits, and keeps its failure until it is dismissed', async () => {
		await using here = await lab();
		await here.agent('busy', 'busy');
		const {id} = await here.create('work', '--agent', 'busy');
		await using watch = await watching(here);
		await sees(watch, 'work', () => session(watch, id)?.activity === 'active');
		const {squad} = watch;
		let decision: 'wait' | 'cancel' | 'force' = 'wait';
		const pause = () =>
			watch.run(id, 'pause', tell =>
				squad.with({tell: (_, step) => tell(step)}).pause(squad.find(id), {timeoutSeconds: 60, decide: () => decision}),
			);
		const first = pause();
		await sees(watch, 'its step', ({operations}) => /safe state, \d+ s left/.test(operations.get(id)?.step ?? ''));
		decision = 'cancel';
		expect(await first).toBeUndefined();
		expect(watch.snapshot().operations.get(id)).toMatchObject({
			verb: 'pause',
			done: true,
			error: {code: 'interrupted'},
		});
		watch.dismiss(id);
		expect(watch.snapshot().operations.has(id)).toBe(false);
		decision = 'wait';
		const second = pause();
		await sees(watch, 'its step', ({operations}) => /safe state/.test(operations.get(id)?.step ?? ''));
		decision = 'force';
		expect(await second).toMatchObject({intent: 'paused'});
		await sees(watch, 'the pause', ({operations}) => !operations.has(id) && session(watch, id)?.status === 'paused');
		await expect(watch.run(id, 'send', () => Promise.reject(new TypeError('a bug')))).rejects.toThrow('a bug');
	});

	test('an agent that came to rest has its diff measured', async () => {
		await using here = await lab();
		const {id, worktreePath} = await here.running('work');
		await using watch = await watching(here);
		await isAtRest(watch, id);
		await writeFile(join(worktreePath ?? '', 'new.txt'), 'one\ntwo\n');
		watch.diff(id);
		await sees(watch, 'the figures', () => session(watch, id)?.diff?.added === 2);
		const before = watch.snapshot();
		await here.squad('pause', id);
		await sees(watch, 'the pause', () => session(watch, id)?.status === 'paused');
		expect(changesBetween(before, watch.snapshot())).toContainEqual({session: id, kind: 'paused', text: null});
	});
});

test('those who are attached see how many ask, for as long as somebody watches', async () => {
	await using here = await lab();
	await here.agent('asker', 'asks');
	const {id} = await here.running('work');
	const asker = await here.create('asker', '--agent', 'asker');
	const status = async () =>
		(await here.tmux('display-message', '-p', '-t', `=${id}:`, '#{T:status-right}')).stdout.replace(/#\[\w+\]/g, '');
	{
		await using watch = await watching(here);
		await sees(watch, 'a question', () => session(watch, asker.id)?.activity === 'asking');
		await eventually(async () => (await status()).includes('1 waiting for you'), {what: 'the number'});
	}
	expect(await status()).toBe(' C-q goes back, the agent goes on \n');
});

test('starts no server to look, and leaves nothing when it is closed', async () => {
	await using here = await lab();
	{
		await using watch = await watching(here);
		await sees(watch, 'the first look', ({loadedAt}) => loadedAt !== null);
		expect(here.processes()).toEqual([]);
	}
	const {id} = await here.running('work');
	const before = here.processes().map(({pid}) => pid);
	{
		await using watch = await watching(here);
		await isAtRest(watch, id);
	}
	expect((await here.tmux('list-sessions', '-F', '#{session_name}')).stdout).toBe(`_squad\n${id}\n`);
	expect(before.every(isAlive)).toBe(true);
	expect(here.processes()).toHaveLength(before.length);
	await here.expectNoTrace();
});

import {readdir, readFile, rm, writeFile} from 'node:fs/promises';
import {join} from 'node:path';
import {expect, test} from 'vitest';
import {put} from '../support/dirt.ts';
import {eventually} from '../support/eventually.ts';
import {expectDone} from '../support/expect-run.ts';
import {type Lab, lab} from '../support/lab.ts';
import {killProcess} from '../support/processes.ts';
import type {Outcome} from '../support/session-json.ts';
import {snapshot} from '../support/snapshot.ts';

/** Never more than three at a time: from one start to the third after it goes at least this much. */
const PACE_MS = 300;

const withWork = async (here: Lab, title: string) => {
	const session = await here.running(title, '-p', `the prompt of ${title}`);
	await put(session.locationPath, 'README.md', `the work of ${title}\n`);
	return {...session, before: await snapshot(here, session.locationPath)};
};

/** A pause that is killed while it works, so that its lock stays behind with the pid of the dead. */
const dieHoldingTheLock = async (here: Lab, id: string) => {
	const pausing = here.start('pause', id, '--force');
	const locks = async () => (await readdir(here.squadHome, {recursive: true})).filter(name => /lock/.test(name));
	await eventually(async () => (await locks()).length > 0, {everyMs: 1, what: 'a lock'});
	pausing.kill('SIGKILL');
	await pausing.done;
};

/** What is left after a power cut: the disk. */
const reboot = async (here: Lab) => {
	await here.tmux('kill-server');
	for (const {pid} of here.processes()) killProcess(pid);
	await eventually(() => here.processes().length === 0);
	await rm(here.socket, {force: true});
};

test('a single session that is gone from tmux is interrupted, and the others are as they were', async () => {
	await using here = await lab();
	const [gone, there] = [await here.running('gone'), await here.running('there')];
	await here.tmux('kill-session', '-t', `=${gone.id}`);
	expect((await here.list()).map(({id, status}) => [id, status])).toEqual([
		[gone.id, 'interrupted'],
		[there.id, 'active'],
	]);
});

test('after the death of the tmux server every session is interrupted, and resume --all continues them all', async () => {
	await using here = await lab();
	const sessions = [];
	for (const title of ['one', 'two', 'three', 'four', 'five']) sessions.push(await withWork(here, title));
	const paused = await here.running('paused before');
	expectDone(await here.squad('pause', paused.id));
	await here.tmux('kill-server');

	for (const {id} of sessions) {
		expect(await here.status(id)).toMatchObject({
			status: 'interrupted',
			intent: 'running',
			pausedAt: null,
			canPause: false,
			canResume: true,
			isResumable: true,
			needsResume: true,
			resumeReason: expect.any(String),
		});
	}
	expect((await here.status(paused.id)).status).toBe('paused');

	const outcomes = expectDone(await here.squad('resume', '--all', '--json')).json<Outcome[]>();
	const own = outcomes.filter(({session}) => session.id !== paused.id);
	expect(own).toHaveLength(5);
	for (const outcome of own) {
		expect(outcome).toMatchObject({success: true, path: 'cold', source: 'worktree', session: {status: 'active'}});
	}
	for (const {id, title, before, locationPath} of sessions) {
		expect((await here.ready(id, 2)).remembers).toEqual([`the prompt of ${title}`]);
		expect(await snapshot(here, locationPath)).toEqual(before);
	}
	const times = (await Promise.all(sessions.map(({id}) => here.ready(id, 2)))).map(({at}) => at).toSorted();
	for (const [i, time] of times.slice(3).entries()) expect(time - (times[i] ?? 0)).toBeGreaterThan(PACE_MS);
	await here.expectNoTrace();
});

test('after a reboot in the middle of a pause the lock of the dead is taken over and nothing is lost', async () => {
	await using here = await lab();
	const idle = await withWork(here, 'idle');
	const cut = await withWork(here, 'cut off');
	await dieHoldingTheLock(here, cut.id);
	await reboot(here);

	expect((await here.status(idle.id)).status).toBe('interrupted');
	expect(['interrupted', 'pausing', 'paused']).toContain((await here.status(cut.id)).status);
	expectDone(await here.squad('resume', idle.id, cut.id));
	for (const {id, locationPath, before} of [idle, cut]) {
		expect(await snapshot(here, locationPath)).toEqual(before);
		await here.ready(id, 2);
	}
	expect((await here.list()).map(({status}) => status)).toEqual(['active', 'active']);
	await here.expectNoTrace();
});

test('recover tells with --dry-run what it would do and does nothing, then does it', async () => {
	await using here = await lab();
	const {id, locationPath, before} = await withWork(here, 'cut off');
	await dieHoldingTheLock(here, id);
	const state = async () => [await here.git('for-each-ref'), await snapshot(here, locationPath)];
	const halfWay = await state();
	expectDone(await here.squad('recover', '--dry-run'));
	expect(await state()).toEqual(halfWay);
	expectDone(await here.squad('recover'));
	expectDone(await here.squad('pause', id));
	expect((await here.status(id)).status).toBe('paused');
	expectDone(await here.squad('resume', id));
	expect(await snapshot(here, locationPath)).toEqual(before);
	await here.expectNoTrace();
});

test('a paused session whose worktree was deleted by hand gets it back, with its work', async () => {
	await using here = await lab();
	const {id, locationPath, before} = await withWork(here, 'one');
	expectDone(await here.squad('pause', id));
	await rm(locationPath, {recursive: true});
	const outcome = expectDone(await here.squad('resume', id, '--json')).json<Outcome>();
	expect(outcome).toMatchObject({success: true, source: 'stash', session: {locationPath}});
	expect(await snapshot(here, locationPath)).toEqual(before);
	await here.expectNoTrace();
});

test('an agent that was killed alone is not called active, and is resumed with its words', async () => {
	await using here = await lab();
	const {id} = await withWork(here, 'one');
	killProcess((await here.ready(id)).pid);
	await eventually(async () => expect((await here.status(id)).status).not.toBe('active'));
	expect(['interrupted', 'failed']).toContain((await here.status(id)).status);
	expectDone(await here.squad('resume', id));
	expect((await here.ready(id, 2)).remembers).toEqual(['the prompt of one']);
});

test('an agent that ended by itself is completed or failed, with its code, and can be continued', async () => {
	await using here = await lab();
	for (const [code, status] of [
		[0, 'completed'],
		[7, 'failed'],
	] as const) {
		const {id} = await withWork(here, `ends with ${code}`);
		expectDone(await here.squad('send', id, `/exit ${code}`));
		await eventually(async () => expect((await here.status(id)).status).toBe(status));
		const session = await here.status(id);
		expect(session.workers[0]).toMatchObject({type: 'agent', alive: false, exitCode: code});
		expect(session).toMatchObject({isResumable: true, canResume: true});
		expectDone(await here.squad('resume', id));
		await here.ready(id, 2);
		expect((await here.status(id)).status).toBe('active');
	}
});

test('a damaged record hides no other session and is never written over', async () => {
	await using here = await lab();
	const good = await here.create('good', '--no-agent');
	const bad = await here.create('bad', '--no-agent');
	const folder = join(here.squadHome, 'sessions', bad.id);
	await writeFile(join(folder, 'session.json'), '{"id": "bad", "tit');
	const listed = await here.squad('ls', '--json');
	expect(listed.json<{id: string}[]>().map(({id}) => id)).toContain(good.id);
	expect(listed.stderr).toContain(bad.id);
	expectDone(await here.squad('status', good.id));
	const files = await readdir(here.squadHome, {recursive: true});
	const texts = await Promise.all(
		files.filter(name => name.includes('session.json')).map(name => readFile(join(here.squadHome, name), 'utf8')),
	);
	expect(texts).toContain('{"id": "bad", "tit');
});

test('recovery.autoResume decides what recover does with interrupted sessions', async () => {
	await using here = await lab();
	const {id} = await here.running('one');
	await here.tmux('kill-server');
	const recover = async (how: string) => {
		expectDone(await here.squad('config', 'set', 'recovery.autoResume', how));
		return expectDone(await here.squad('recover')).stdout;
	};
	expect(await recover('never')).not.toContain(id);
	expect(await recover('ask')).toContain(`squad resume ${id}`);
	expect(await here.status(id)).toMatchObject({status: 'interrupted'});
	expect(await recover('auto')).toContain(`finished: resume of ${id}`);
	await here.ready(id, 2);
	expect(await here.status(id)).toMatchObject({status: 'active'});
});

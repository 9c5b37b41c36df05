import {describe, expect, test} from 'vitest';
import {put} from '../support/dirt.ts';
import {eventually} from '../support/eventually.ts';
import {expectDone, expectRefusal} from '../support/expect-run.ts';
import {type Lab, lab} from '../support/lab.ts';
import type {Failure} from '../support/session-json.ts';
import {snapshot} from '../support/snapshot.ts';

const WORDS = [/the licence has expired/, /ask your administrator/];
const CONTINUING = ['-c', '--resume'];

test('an agent whose program is missing: exit 7 and its name, and nothing runs', async () => {
	await using here = await lab();
	await here.agent('absent', '#!/bin/sh\n', {command: 'no-such-agent-program'});
	expectRefusal(await here.squad('new', 'x', '-a', 'absent'), 7, /no-such-agent-program/);
	expect((await here.squad('new', 'x', '-a', 'absent', '--json')).json<Failure>().error.message).toContain(
		'no-such-agent-program',
	);
	expect(here.processes().filter(({command}) => !command.startsWith('tmux'))).toEqual([]);
	await here.expectNoTrace();
});

test('an agent that nobody defined is refused with its name and a hint', async () => {
	await using here = await lab();
	expectRefusal(await here.squad('new', 'x', '-a', 'nobody-knows-me'), [1, 2, 7], /nobody-knows-me/);
	expect(await here.list()).toEqual([]);
	await here.expectNoTrace();
});

test('an agent that dies at start is failed, with its code and its own words in new, status and resume', async () => {
	await using here = await lab();
	await here.agent('dies', 'dies');
	const refused = await here.squad('new', 'short life', '-a', 'dies');
	expect(refused.code).toBe(1);
	for (const words of [...WORDS, /\b3\b/]) expect(refused.stderr).toMatch(words);

	const [session] = await here.list();
	expect(session).toMatchObject({status: 'failed', canPause: false, workers: [{alive: false, exitCode: 3}]});
	const told = expectDone(await here.squad('status', session?.id ?? '?')).stdout;
	for (const words of [...WORDS, /\b3\b/]) expect(told).toMatch(words);
	expect((await here.squad('logs', session?.id ?? '?')).stdout).toMatch(/the licence has expired/);

	const again = await here.squad('resume', session?.id ?? '?');
	expect(again.code).toBe(1);
	for (const words of WORDS) expect(again.stderr).toMatch(words);
	await here.expectNoTrace();
});

test('the failure of new in JSON names the session, so that a script can look at it', async () => {
	await using here = await lab();
	await here.agent('dies', 'dies');
	const {error} = (await here.squad('new', 'short life', '-a', 'dies', '--json')).json<Failure>();
	expect(error.message + error.hint).toMatch(/the licence has expired/);
	expect((await here.list()).map(({id}) => id)).toEqual([error.session]);
});

describe('an agent that says there is nothing to continue', () => {
	const forgotten = async (here: Lab) => {
		const session = await here.running('forgotten', '-p', 'remember me');
		await put(session.locationPath, 'README.md', 'work\n');
		const before = await snapshot(here, session.locationPath);
		expectDone(await here.squad('pause', session.id));
		await here.keeper.forget();
		return {...session, before};
	};

	test('is told plainly with the way out, and never started afresh in silence', async () => {
		await using here = await lab();
		const {id, before, locationPath} = await forgotten(here);
		const refused = await here.squad('resume', id);
		expect(refused.code).toBe(1);
		expect(refused.stderr).toMatch(/No conversation found/);
		expect(refused.stderr).toContain('--fresh');
		const [, ...later] = await here.keeper.starts(id);
		for (const {argv} of later) expect(argv.some(word => CONTINUING.includes(word))).toBe(true);
		expect((await here.status(id)).status).not.toBe('active');
		await here.expectNoTrace();

		expectDone(await here.squad('resume', id, '--fresh'));
		await eventually(async () => {
			const last = (await here.keeper.starts(id)).at(-1);
			expect(last?.argv.some(word => CONTINUING.includes(word))).toBe(false);
		});
		await eventually(async () => expect((await here.status(id)).status).toBe('active'));
		expect(await snapshot(here, locationPath)).toEqual(before);
		await here.expectNoTrace();
	});

	test('does not cost the work: it is in the worktree or in the stash, whole', async () => {
		await using here = await lab();
		const {id, before, locationPath} = await forgotten(here);
		expect((await here.squad('resume', id)).code).toBe(1);
		const now = await snapshot(here, locationPath);
		if (now.status.length > 0) expect(now).toEqual(before);
		else expect(await here.git('stash', 'list')).toContain(`squad-pause-${id}`);
	});
});

test('an agent that cannot continue is given its context or refused with --fresh, never begun in silence', async () => {
	await using here = await lab();
	await here.agent('goldfish', 'keeper', {supportsResume: false, continueArgs: [], resumeArgs: []});
	const {id} = await here.running('goldfish', '-a', 'goldfish', '-p', 'the task');
	expectDone(await here.squad('pause', id));
	const resumed = await here.squad('resume', id);
	if (resumed.code === 0) {
		const {remembers} = await here.ready(id, 2);
		expect(remembers.join('\n')).not.toBe('');
		expect(remembers).not.toEqual(['the task']);
	} else {
		expect(resumed.stderr).toContain('--fresh');
		expectDone(await here.squad('resume', id, '--fresh'));
		await here.ready(id, 2);
	}
});

test('without tmux or git squad exits 7 and names what is missing', async () => {
	await using here = await lab();
	for (const [missing, present] of [
		['tmux', 'git'],
		['git', 'tmux'],
	] as const) {
		const only = `${here.root}/only-${present}`;
		await here.run('mkdir', only);
		for (const program of [present, 'sh', 'env', 'node', 'ps']) {
			const path = (await here.run('sh', '-c', `command -v ${program}`)).stdout.trim();
			await here.run('ln', '-s', path, `${only}/${program}`);
		}
		const env = {PATH: only};
		expectRefusal(await here.squad('new', 'x', {env}), 7, new RegExp(missing));
		const doctor = await here.squad('doctor', {env});
		expect(doctor.code).toBe(1);
		expect(doctor.stdout + doctor.stderr).toContain(missing);
	}
	expectDone(await here.squad('doctor'));
	await here.expectNoTrace();
});

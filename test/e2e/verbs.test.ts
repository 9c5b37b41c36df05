import {describe, expect, test} from 'vitest';
import {put} from '../support/dirt.ts';
import {eventually} from '../support/eventually.ts';
import {expectDone, expectRefusal} from '../support/expect-run.ts';
import {type Lab, lab} from '../support/lab.ts';
import {isAlive} from '../support/processes.ts';
import type {Outcome} from '../support/session-json.ts';
import {snapshot} from '../support/snapshot.ts';

const LONG = [...`it's "long" $(touch pwned) \\ 日本 😀 `.repeat(500)].slice(0, 10_000).join('').trim();

const heard = async (here: Lab, id: string) =>
	(await here.keeper.events(id)).filter(({event}) => event === 'line').map(({text}) => text);

describe('send', () => {
	test.each([
		['words', 'plain words'],
		['several lines', 'first line\nsecond line\n\nfourth line'],
		['a leading dash', '-rf --all'],
		['what looks like a key of tmux', 'Enter'],
		['quotes, commands, semicolons and formats', `it's "x" $(touch y) \`z\` ; #{pane_id} \\; %1 ~ {a}`],
		['other scripts', 'ü 日本語 😀 e\u0301'],
		['10,000 characters', LONG],
	])('types %s byte for byte', async (_, text) => {
		await using here = await lab();
		const {id} = await here.running('listener');
		expectDone(await here.squad('send', id, '--', text));
		await eventually(async () => expect(await heard(here, id)).toEqual([text]));
		expectDone(await here.squad('send', id, '-', {input: text}));
		await eventually(async () => expect(await heard(here, id)).toEqual([text, text]));
	});

	test('--no-enter types without pressing Enter', async () => {
		await using here = await lab();
		const {id} = await here.running('listener');
		expectDone(await here.squad('send', id, '--no-enter', 'half a '));
		await eventually(async () => expect((await here.squad('logs', id)).stdout).toContain('half a'));
		expect(await heard(here, id)).toEqual([]);
		expectDone(await here.squad('send', id, 'sentence'));
		await eventually(async () => expect(await heard(here, id)).toEqual(['half a sentence']));
	});

	test('reaches several sessions, and those that do not run exit 4', async () => {
		await using here = await lab();
		const [a, b, c] = [await here.running('a'), await here.running('b'), await here.running('c')];
		expectDone(await here.squad('pause', c.id));
		expectRefusal(await here.squad('send', c.id, 'anybody?'), 4, /paus|running|resume/i);
		expect((await here.squad('send', a.id, b.id, c.id, 'to all')).code).toBe(4);
		for (const {id} of [a, b]) await eventually(async () => expect(await heard(here, id)).toEqual(['to all']));
		expect(await heard(here, c.id)).toEqual([]);
	});
});

test('restart begins the agent again, continued, or with --fresh anew, and touches nothing else', async () => {
	await using here = await lab();
	const {id, locationPath} = await here.running('again', '-p', 'remember me', '--', '--model=small');
	await put(locationPath, 'README.md', 'work\n');
	const before = await snapshot(here, locationPath);
	const {pid} = await here.ready(id);
	expectDone(await here.squad('restart', id));
	expect((await here.ready(id, 2)).remembers).toEqual(['remember me']);
	expect(isAlive(pid)).toBe(false);
	expectDone(await here.squad('restart', id, '--fresh'));
	expect((await here.ready(id, 3)).remembers).not.toEqual(['remember me', 'remember me']);
	const starts = await here.keeper.starts(id);
	expect(starts.map(({argv}) => argv.some(word => ['-c', '--resume'].includes(word)))).toEqual([false, true, false]);
	for (const {argv} of starts) expect(argv).toContain('--model=small');
	expect(new Set((await Promise.all([1, 2, 3].map(time => here.ready(id, time)))).map(e => e.conversation)).size).toBe(
		2,
	);
	expect(await snapshot(here, locationPath)).toEqual(before);
	expect(await here.git('stash', 'list')).toBe('');
	const after = await here.status(id);
	expect(after).toMatchObject({status: 'active', token: (await here.ready(id, 3)).conversation});
});

test('a session that was continued with --fresh is continued with its new conversation the next time', async () => {
	await using here = await lab();
	const {id} = await here.running('again', '-p', 'old words');
	expectDone(await here.squad('pause', id));
	expectDone(await here.squad('resume', id, '--fresh'));
	const {conversation} = await here.ready(id, 2);
	expect(conversation).not.toBe((await here.ready(id)).conversation);
	expectDone(await here.squad('send', id, 'new words'));
	await eventually(async () => expect(await heard(here, id)).toContain('new words'));
	expectDone(await here.squad('pause', id));
	expectDone(await here.squad('resume', id));
	const third = await here.ready(id, 3);
	expect(third.conversation).toBe(conversation);
	expect(third.remembers).toContain('new words');
});

test('resume --prompt gives the continued agent something to do', async () => {
	await using here = await lab();
	const {id} = await here.running('again', '-p', 'the first');
	expectDone(await here.squad('pause', id));
	expectDone(await here.squad('resume', id, '--prompt', 'and $(now) "this"'));
	await eventually(async () => expect(await heard(here, id)).toEqual(['the first', 'and $(now) "this"']));
});

test('rename changes the title only', async () => {
	await using here = await lab();
	const {id} = await here.running('before');
	const {title: _, ...before} = await here.status(id);
	expectDone(await here.squad('rename', id, 'after: "the" change'));
	const {title, ...after} = await here.status('after: "the" change');
	expect(title).toBe('after: "the" change');
	const lasting = ({branch, locationPath, worktreePath, tmux, token, createdAt, workers}: typeof before) =>
		JSON.stringify({branch, locationPath, worktreePath, tmux, token, createdAt, pid: workers[0]?.pid});
	expect(lasting(after)).toBe(lasting(before));
	expect((await here.squad('status', 'before')).code).toBe(id.startsWith('before') ? 0 : 3);
});

test('end stops everything and keeps the data, and the session cannot be resumed or paused', async () => {
	await using here = await lab();
	const {id, locationPath, branch} = await here.running('over', '-p', 'last words');
	await put(locationPath, 'README.md', 'work\n');
	const before = await snapshot(here, locationPath);
	const {pid} = await here.ready(id);
	expectDone(await here.squad('end', id));
	expectDone(await here.squad('end', id));
	expect(isAlive(pid)).toBe(false);
	expect((await here.tmux('has-session', '-t', `=${id}`)).code).not.toBe(0);
	expect(await here.status(id)).toMatchObject({status: 'ended', intent: 'ended', canResume: false});
	const kept = await snapshot(here, locationPath);
	if (kept.status.length > 0) expect(kept).toEqual(before);
	else expect(await here.git('for-each-ref', `refs/squad/${id}`)).not.toBe('');
	expect(await here.git('branch', '--list', branch ?? '?')).toContain(branch);
	expect((await here.squad('logs', id)).stdout).toContain('last words');
	for (const verb of ['resume', 'pause', 'restart']) expectRefusal(await here.squad(verb, id), 4, /ended/i);
	expectRefusal(await here.squad('send', id, 'x'), 4, /ended/i);
	expect(await here.keeper.starts(id)).toHaveLength(1);
	await here.expectNoTrace();
});

test('a session ended while it was paused keeps its saved work', async () => {
	await using here = await lab();
	const {id, locationPath} = await here.running('over');
	await put(locationPath, 'README.md', 'work\n');
	const {session} = expectDone(await here.squad('pause', id, '--json')).json<Outcome>();
	expectDone(await here.squad('end', id));
	const commit = session.pauseState?.stash?.commit ?? '?';
	expect(await here.git('show', `${commit}:README.md`)).toBe('work');
	expect(await here.git('for-each-ref', '--contains', commit)).not.toBe('');
});

test('doctor is content with a sound world and names what it checked', async () => {
	await using here = await lab();
	const {stdout} = expectDone(await here.squad('doctor'));
	for (const word of [/node/i, /git/i, /tmux/i]) expect(stdout).toMatch(word);
	await here.expectNoTrace();
});

test('demo tells its story without a terminal, exits 0 and leaves nothing behind', async () => {
	await using here = await lab();
	const before = await here.run('find', here.root, '-not', '-path', `${here.root}/tmp/node-compile-cache*`);
	const told = expectDone(await here.squad('demo', {cwd: here.home, limitMs: 110_000}));
	for (const word of [/paus/i, /resum/i, /stash/i]) expect(told.stdout).toMatch(word);
	const after = await here.run('find', here.root, '-not', '-path', `${here.root}/tmp/node-compile-cache*`);
	expect(after.stdout.split('\n').toSorted()).toEqual(before.stdout.split('\n').toSorted());
	expect(here.processes()).toEqual([]);
	expect(await here.list()).toEqual([]);
});

import {lstat, mkdir, readFile, readlink, symlink, writeFile} from 'node:fs/promises';
import {join} from 'node:path';
import {afterAll, beforeAll, describe, expect, test} from 'vitest';
import {expectDone, expectRefusal} from '../../support/expect-run.ts';
import {type Lab, lab} from '../../support/lab.ts';
import type {Session} from '../../support/session-json.ts';

let here: Lab;
let session: Session;
beforeAll(async () => {
	here = await lab();
	session = await here.running('safe', '-p', 'hello');
});
afterAll(() => here[Symbol.asyncDispose]());

const VERBS = (id: string): string[][] => [
	['ls'],
	['status', id],
	['new', 'x'],
	['new', 'x', '--quick'],
	['pause', id],
	['resume', id],
	['restart', id],
	['logs', id],
	['send', id, 'hi'],
	['end', id, '--force'],
	['rm', id, '--force'],
];

/** tmux deletes whatever file -S points at: squad must be faster. */
test('a SQUAD_TMUX_SOCKET that is an ordinary file is refused by every verb, and the file is as it was', async () => {
	const path = join(here.root, 'precious');
	await writeFile(path, 'precious\n');
	const before = await lstat(path);
	for (const verb of VERBS(session.id)) {
		const run = await here.squad(...verb, {env: {SQUAD_TMUX_SOCKET: path}});
		expectRefusal(run, 2, /precious cannot be tmux's socket: it is an ordinary file/);
		expect(await readFile(path, 'utf8'), verb.join(' ')).toBe('precious\n');
	}
	expect((await lstat(path)).ino).toBe(before.ino);
	const doctor = await here.squad('doctor', {env: {SQUAD_TMUX_SOCKET: path}});
	expect(doctor.code).toBe(1);
	expect(doctor.stdout).toMatch(/✗ socket .*ordinary file/);
	expect(await here.list()).toMatchObject([{id: session.id, status: 'active'}]);
});

describe('squad refuses, and touches nothing, where tmux’s socket would be', () => {
	const places: readonly (readonly [string, RegExp, (path: string) => Promise<unknown>])[] = [
		['a folder', /it is a folder/, path => mkdir(path)],
		['a link to a file', /a link to something that is no socket/, path => symlink(here.config, path)],
		['a link to nothing', /a link to something that is no socket/, path => symlink('/nowhere/at/all', path)],
		['a pipe', /not a socket/, path => here.run('mkfifo', path)],
		['a device', /not a socket/, path => symlink('/dev/null', path)],
	];
	test.each(places)('%s', async (what, words, make) => {
		const path = join(here.root, what.replaceAll(' ', '-'));
		await make(path);
		const before = await lstat(path);
		const config = await readFile(here.config, 'utf8');
		for (const verb of [['ls'], ['new', 'x']]) {
			const run = await here.squad(...verb, {env: {SQUAD_TMUX_SOCKET: path}});
			expect(run.code, run.stderr).toBe(2);
			expect(run.stderr).toMatch(what === 'a device' ? /cannot be tmux's socket/ : words);
		}
		const after = await lstat(path);
		expect([after.ino, after.mode]).toEqual([before.ino, before.mode]);
		if (after.isSymbolicLink()) expect(await readlink(path)).not.toBe('');
		expect(await readFile(here.config, 'utf8')).toBe(config);
	});

	test('a path that is too long, or in a folder that is not there', async () => {
		for (const path of [join(here.root, 'x'.repeat(150)), join(here.root, 'no', 'such', 'sock')]) {
			expectRefusal(await here.squad('new', 'x', {env: {SQUAD_TMUX_SOCKET: path}}), 2, /cannot be tmux's socket/);
		}
		expect((await here.list()).map(({id}) => id)).toEqual([session.id]);
	});
});

test('a link to a living server is as good as the server', async () => {
	const path = join(here.root, 'link.sock');
	await symlink(here.socket, path);
	const {stdout} = expectDone(await here.squad('ls', '--json', {env: {SQUAD_TMUX_SOCKET: path}}));
	expect(JSON.parse(stdout)).toMatchObject([{id: session.id, status: 'active'}]);
});

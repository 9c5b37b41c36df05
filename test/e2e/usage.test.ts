import {readFile} from 'node:fs/promises';
import {afterAll, beforeAll, describe, expect, test} from 'vitest';
import {eventually} from '../support/eventually.ts';
import {expectDone, expectRefusal} from '../support/expect-run.ts';
import {type Lab, lab} from '../support/lab.ts';
import type {Session} from '../support/session-json.ts';

const VERBS = [
	...['new', 'ls', 'status', 'attach', 'pause', 'resume', 'restart', 'send', 'logs', 'diff', 'rename', 'end', 'rm'],
	...['undo', 'recover', 'doctor', 'config', 'completion', 'demo'],
];
const OF_A_SESSION = ['status', 'attach', 'pause', 'resume', 'restart', 'logs', 'diff', 'end', 'rm'];

let here: Lab;
let session: Session;
beforeAll(async () => {
	here = await lab();
	session = await here.create('the only one', '--no-agent');
});
afterAll(() => here[Symbol.asyncDispose]());

describe('help', () => {
	test.each(VERBS)('of %s goes to standard output, with an example', async verb => {
		const {stdout, stderr} = expectDone(await here.squad(verb, '--help'));
		expect(stdout).toMatch(/example/i);
		expect(stdout.split('\n').filter(line => line.includes(`squad ${verb}`)).length).toBeGreaterThan(1);
		expect(stderr).toBe('');
	});

	test('of squad itself names every verb', async () => {
		const {stdout} = expectDone(await here.squad('--help'));
		for (const verb of VERBS) expect(stdout).toMatch(new RegExp(`\\b${verb}\\b`));
	});

	test('of every verb names the flags of the contract', async () => {
		const flags: Readonly<Record<string, readonly string[]>> = {
			new: [
				'-a, --agent',
				'-p, --prompt',
				'--base',
				'-b, --branch',
				'--repo',
				'--quick',
				'--with',
				'--no-agent',
				'--attach',
			],
			ls: ['--json', '--status', '--repo', '--watch'],
			pause: ['--all', '--idle', '--interrupt', '--force', '--timeout', '--warm', '--free-disk', '--reason', '--json'],
			resume: ['--all', '--attach', '--fresh', '--prompt', '--json'],
			restart: ['--fresh'],
			send: ['--no-enter'],
			attach: ['--worker'],
			logs: ['-n', '-f', '--plain'],
			diff: ['--stat'],
			rm: ['--force', '--keep-branch'],
			recover: ['--dry-run'],
		};
		for (const [verb, names] of Object.entries(flags)) {
			const {stdout} = await here.squad(verb, '--help');
			for (const name of names) expect(stdout, `squad ${verb} --help`).toContain(name);
		}
	});
});

test('--version prints the version of the package', async () => {
	const {version} = JSON.parse(await readFile(new URL('../../package.json', import.meta.url), 'utf8'));
	expect(expectDone(await here.squad('--version')).stdout).toContain(version);
});

test('squad without a terminal prints what ls prints', async () => {
	const [bare, ls] = [await here.squad(), await here.squad('ls')];
	expect(expectDone(bare).stdout).toBe(expectDone(ls).stdout);
	expect(ls.stdout).toContain(session.id);
	expect(ls.stdout).toContain('the only one');
	expect(ls.stdout).not.toContain('\x1b');
});

test.each([
	[['no-such-verb']],
	[['--no-such-flag']],
	[['ls', '--no-such-flag']],
	[['new', 'a title', 'and another']],
	[['new', 'x', '--base']],
	[['new', 'x', '--quick', '--with', 'y']],
	[['status']],
	[['pause']],
	[['pause', 'x', '--timeout', 'soon']],
	[['pause', 'x', '--timeout', '-1']],
	[['pause', 'x', '--reason', 'boredom']],
	[['pause', 'x', '--warm', '--free-disk']],
	[['resume']],
	[['send']],
	[['send', 'x']],
	[['rename', 'x']],
	[['rm']],
	[['completion', 'csh']],
	[['completion']],
	[['config', 'shout']],
	[['config', 'set', 'defaultAgent']],
])('squad %j is wrong usage: exit 2, in words', async args => {
	const run = await here.squad(...args);
	expect(run.code, run.stdout + run.stderr).toBe(2);
	expect(run.stderr).not.toBe('');
	expect(run.stderr).not.toMatch(/^\s+at .*:\d+:\d+/m);
	expect(run.stdout).toBe('');
});

test.each(OF_A_SESSION)('%s of a session that is not there exits 3 in two lines', async verb => {
	expectRefusal(await here.squad(verb, 'no-such-id'), 3, /no-such-id/);
});

test('send and rename to a session that is not there exit 3', async () => {
	expectRefusal(await here.squad('send', 'no-such-id', 'words'), 3, /no-such-id/);
	expectRefusal(await here.squad('rename', 'no-such-id', 'words'), 3, /no-such-id/);
});

test.each(['../repo', '.', '/', '-', '*', 'the only', '%', ''])('%j names no session', async name => {
	expect([2, 3]).toContain((await here.squad('status', '--', name)).code);
});

test('a session is found by its id, a prefix of it that is unique, or its exact title', async () => {
	const {id} = session;
	for (const name of [id, id.slice(0, -1), id.slice(0, 3), 'the only one'])
		expect((await here.status(name)).id).toBe(id);
});

test('an ambiguous prefix exits 3 and lists the candidates, and a whole id is never ambiguous', async () => {
	await using other = await lab();
	const [a, b] = [await other.create('twin', '--no-agent'), await other.create('twin', '--no-agent')];
	const refused = await other.squad('pause', 'twin');
	expect(refused.code).toBe(3);
	for (const {id} of [a, b]) expect(refused.stderr).toContain(id);
	expect((await other.status(a.id)).id).toBe(a.id);
	expect((await other.list()).map(({status}) => status)).not.toContain('paused');
});

test('--watch prints again when something changes, and ends with Ctrl-C', async () => {
	const watching = here.start('ls', '--watch');
	await eventually(() => watching.output().includes(session.id));
	const later = await here.create('came later', '--no-agent');
	await eventually(() => watching.output().includes(later.id));
	watching.kill('SIGINT');
	expect((await watching.done).code).toBe(130);
});

test('SQUAD_LOG names a file for debug lines', async () => {
	const file = `${here.root}/debug.txt`;
	expectDone(await here.squad('new', 'logged', '--no-agent', {env: {SQUAD_LOG: file}}));
	expect(await readFile(file, 'utf8')).toContain('logged');
});

import {mkdir} from 'node:fs/promises';
import {join} from 'node:path';
import {describe, expect, test} from 'vitest';
import {put} from '../support/dirt.ts';
import {eventually} from '../support/eventually.ts';
import {expectDone} from '../support/expect-run.ts';
import {lab} from '../support/lab.ts';
import {isAlive} from '../support/processes.ts';
import {filesOf, snapshot} from '../support/snapshot.ts';

const NASTY = `it's "quoted" $(touch pwned) \`touch pwned\` $HOME ; & | \\ %s #{pane_id} {token} {prompt}\n\ttab, 日本 😀 ü\n`;

/** 10,000 characters, which are far more bytes, so that every limit of tmux's messages shows. */
const LONG = [...NASTY.repeat(100)].slice(0, 10_000).join('').trim();

test.each([
	['quotes, commands and line breaks', NASTY.trim()],
	['10,000 characters', LONG],
	['a word that looks like a flag of squad', '--json'],
])('a prompt of %s reaches the agent byte for byte', async (_, prompt) => {
	await using here = await lab();
	const byFlag = await here.running('by flag', `--prompt=${prompt}`);
	const byInput = await here.running('by input', '-p', '-', {input: prompt});
	for (const {id} of [byFlag, byInput]) {
		const [{argv = []} = {}] = await here.keeper.starts(id);
		expect(argv.at(-1) === prompt || argv.includes(prompt)).toBe(true);
	}
	expect(await here.run('ls', join(byFlag.locationPath, 'pwned'))).not.toMatchObject({code: 0});
});

test('the agent gets its own arguments, its token, its place and a clean environment', async () => {
	await using here = await lab();
	const agent = await here.agent('special', 'keeper', {args: ['--always'], env: {OWN_VARIABLE: 'yes'}});
	const hostile = {
		CLAUDECODE: '1',
		CLAUDE_CODE_ENTRYPOINT: 'cli',
		TMUX: '/tmp/elsewhere,1,0',
		TMUX_PANE: '%77',
		GIT_DIR: '/nowhere',
		GIT_INDEX_FILE: '/nowhere/index',
		AWS_SECRET_ACCESS_KEY: 'secret',
		GOOGLE_APPLICATION_CREDENTIALS: '/secret',
	};
	const session = await here.running('t', '-a', 'special', '--', '--model', 'x y', '-v', {env: hostile});
	const [{argv = [], env = {}, cwd = ''} = {}] = await agent.starts(session.id);
	expect(argv).toEqual(expect.arrayContaining(['--always', '--session-id', session.token, '--model', 'x y', '-v']));
	expect(cwd).toBe(session.locationPath);
	expect(env).toMatchObject({SQUAD_SESSION_ID: session.id, OWN_VARIABLE: 'yes', HOME: here.home});
	for (const [name, value] of Object.entries(hostile)) expect(env[name], name).not.toBe(value);
	expect(session).toMatchObject({agent: 'special', type: 'worktree', repo: here.repo, base: 'main'});
});

describe('quick sessions', () => {
	test('work in any directory, git or not, and a pause and a resume leave every file as it was', async () => {
		await using here = await lab();
		const plain = join(here.root, 'plain folder');
		await mkdir(plain);
		await put(plain, 'notes.txt');
		const inPlain = await here.running('q', '--quick', plain);
		expect(inPlain).toMatchObject({type: 'quick', locationPath: plain, worktreePath: null, branch: null});
		await put(here.repo, 'README.md', 'dirty\n');
		const inRepo = await here.running('--quick');
		expect(inRepo).toMatchObject({type: 'quick', locationPath: here.repo});
		const before = [await filesOf(plain), await snapshot(here, here.repo)];

		for (const {id} of [inPlain, inRepo]) {
			expectDone(await here.squad('pause', id));
			expectDone(await here.squad('resume', id));
			await here.ready(id, 2);
		}
		expect([await filesOf(plain), await snapshot(here, here.repo)]).toEqual(before);
		expectDone(await here.squad('rm', '--force', inPlain.id, inRepo.id));
		expect([await filesOf(plain), await snapshot(here, here.repo)]).toEqual(before);
		await here.expectNoTrace();
	});

	test('in a directory that is not there are refused', async () => {
		await using here = await lab();
		expect([1, 2]).toContain((await here.squad('new', '--quick', join(here.root, 'nowhere'))).code);
		expect(await here.list()).toEqual([]);
	});
});

test('--with puts a second session into the worktree, and neither takes the place from under the other', async () => {
	await using here = await lab();
	const first = await here.running('first');
	const second = await here.running('second', '--with', first.id);
	expect(second).toMatchObject({locationPath: first.locationPath, branch: first.branch});
	expect(second.id).not.toBe(first.id);
	expect(second.token).not.toBe(first.token);
	await put(first.locationPath, 'README.md', 'shared work\n');
	const before = await snapshot(here, first.locationPath);

	expectDone(await here.squad('pause', first.id));
	expect((await snapshot(here, first.locationPath)).files).toEqual(before.files);
	expect(isAlive((await here.ready(second.id)).pid)).toBe(true);
	expectDone(await here.squad('pause', second.id));
	expectDone(await here.squad('resume', first.id));
	expectDone(await here.squad('resume', second.id));
	expect(await snapshot(here, first.locationPath)).toEqual(before);
	for (const {id} of [first, second]) {
		const {conversation} = await here.ready(id, 2);
		expect(conversation).toBe((await here.ready(id)).conversation);
	}

	expectDone(await here.squad('rm', '--force', second.id));
	expect(await snapshot(here, first.locationPath)).toEqual(before);
	expect((await here.list()).map(({id}) => id)).toEqual([first.id]);
});

test('--no-agent makes the place alone, which pauses and resumes like any other', async () => {
	await using here = await lab();
	const {id, agent, locationPath} = await here.create('bare', '--no-agent');
	expect(agent).toBeNull();
	expect(await here.keeper.events()).toEqual([]);
	await put(locationPath, 'README.md', 'by hand\n');
	const before = await snapshot(here, locationPath);
	expectDone(await here.squad('pause', id));
	expect((await here.status(id)).status).toBe('paused');
	expectDone(await here.squad('resume', id));
	expect(await snapshot(here, locationPath)).toEqual(before);
});

test('six sessions made at the same moment are six sessions', async () => {
	await using here = await lab();
	const made = await Promise.all([1, 2, 3, 4, 5, 6].map(() => here.create('at once')));
	expect(new Set(made.map(({id}) => id)).size).toBe(6);
	await eventually(async () => expect((await here.list()).map(({status}) => status)).toEqual(Array(6).fill('active')));
	await here.expectNoTrace();
});

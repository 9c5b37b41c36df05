import {createHash} from 'node:crypto';
import {readFile} from 'node:fs/promises';
import {afterAll, beforeAll, describe, expect, test} from 'vitest';
import {commitAll, put} from '../support/dirt.ts';
import {eventually} from '../support/eventually.ts';
import {expectDone} from '../support/expect-run.ts';
import {type Lab, lab} from '../support/lab.ts';
import type {Session} from '../support/session-json.ts';
import {terminal} from '../support/terminal.ts';

/** What a hostile program prints to reach through to the terminal of whoever reads the log. */
const HOSTILE = {
	clipboard: '\x1b]52;c;cHduZWQ=\x07',
	title: '\x1b]0;pwned\x07',
	'device control': '\x1bPpwned\x1b\\',
	'other screen': '\x1b[?1049h\x1b[?1049l',
	'whole reset': '\x1bc',
	'eight-bit control': '\u009b31mpwned',
	bell: '\x07',
	overwriting: '\x1b[2J\x1b[H',
};
const EVERYTHING = Object.values(HOSTILE).join(' between ');
/** Not for a live agent: tmux would type the answer into it. */
const CURSOR_REPORT = '\x1b[6n';
const ESCAPES = /[\x00-\x08\x0b-\x1f\x7f-\x9f]/;
/** Colours and text styles, the only sequences that may come through. */
const withoutColours = (text: string) => text.replaceAll(/\x1b\[[\d;:]*m/g, '').replaceAll('\r\n', '\n');

const say = async (here: Lab, id: string, text: string, marker: string) => {
	// What JSON leaves as it is squad would not type.
	const typed = JSON.stringify(text).replaceAll('\u009b', String.raw`\u009b`);
	expectDone(await here.squad('send', id, `/print ${typed}`));
	await eventually(async () => expect((await here.squad('logs', id)).stdout).toContain(marker));
};

describe('logs', () => {
	let here: Lab;
	let session: Session;
	beforeAll(async () => {
		here = await lab();
		session = await here.running('talk');
		await say(here, session.id, `${EVERYTHING} \x1b[31mred words\x1b[0m after-all`, 'after-all');
	});
	afterAll(() => here[Symbol.asyncDispose]());

	const look = () => {
		test('are plain without a terminal, with NO_COLOR and with --plain', async () => {
			for (const [args, env] of [
				[[], {}],
				[[], {NO_COLOR: '1'}],
				[['--plain'], {FORCE_COLOR: '1'}],
			] as const) {
				const {stdout} = expectDone(await here.squad('logs', session.id, ...args, {env}));
				expect(stdout).toContain('red words');
				expect(stdout).not.toMatch(ESCAPES);
			}
		});

		test('have their colours with FORCE_COLOR and on a terminal, and nothing else comes through', async () => {
			const forced = expectDone(await here.squad('logs', session.id, {env: {FORCE_COLOR: '1'}})).stdout;
			await using shown = terminal(here, 'squad', ['logs', session.id]);
			expect(await shown.ends()).toBe(0);
			for (const text of [forced, shown.output()]) {
				expect(text).toMatch(/\x1b\[31mred words/);
				expect(withoutColours(text)).not.toMatch(ESCAPES);
			}
		});
	};

	describe('of a running session', look);

	test('-n limits the lines, to the last ones', async () => {
		expectDone(await here.squad('send', session.id, '/spill 300'));
		await eventually(async () => expect((await here.squad('logs', session.id)).stdout).toContain('spilled line 300'));
		const {stdout} = expectDone(await here.squad('logs', session.id, '-n', '20'));
		const lines = stdout.replace(/\n$/, '').split('\n');
		expect(lines.length).toBeLessThanOrEqual(20);
		expect(stdout).toContain('spilled line 300');
		expect(stdout).not.toMatch(/spilled line 1$/m);
		expect((await here.squad('logs', session.id)).stdout).toMatch(/spilled line 1$/m);
		expect((await here.squad('logs', session.id, '-n', 'many')).code).toBe(2);
	});

	test('-f follows until Ctrl-C', async () => {
		const following = here.start('logs', session.id, '-f');
		await eventually(() => following.output().includes('spilled line 300'));
		expectDone(await here.squad('send', session.id, 'a line from the future'));
		await eventually(() => following.output().includes('noted: a line from the future'));
		following.kill('SIGINT');
		expect((await following.done).code).toBe(130);
		expect(following.output()).not.toMatch(ESCAPES);
	});

	describe('of a paused session', () => {
		beforeAll(async () => {
			expectDone(await here.squad('pause', session.id));
		});
		look();
	});
});

describe('diff', () => {
	let here: Lab;
	let session: Session;
	const index = async () => {
		const path = await here.git('rev-parse', '--path-format=absolute', '--git-path', 'index', {
			cwd: session.locationPath,
		});
		return createHash('sha256')
			.update(await readFile(path))
			.digest('hex');
	};
	beforeAll(async () => {
		here = await lab();
		session = await here.create('work', '--no-agent');
		const cwd = session.locationPath;
		await put(cwd, 'src/app.txt', 'alpha\ncommitted\ngamma\n');
		await commitAll(here, cwd, 'committed');
		await put(cwd, 'src/other.txt', 'one\ntwo\nthree\nunstaged\n');
		await put(cwd, 'staged.txt', 'staged\n');
		await here.git('add', 'staged.txt', {cwd});
		await put(cwd, 'new/untracked.txt', `untracked ${CURSOR_REPORT} ${EVERYTHING}\n`);
		await put(cwd, 'evil\x1b]0;name\x07.txt', 'untracked\n');
		await put(cwd, 'debug.log', 'ignored\n');
	});
	afterAll(() => here[Symbol.asyncDispose]());

	test('shows what was committed, staged, changed and made since the base, and never writes the index', async () => {
		const before = await index();
		const {stdout} = expectDone(await here.squad('diff', session.id));
		for (const line of ['+committed', '-beta', '+unstaged', '+staged', '+untracked']) expect(stdout).toContain(line);
		expect(stdout).not.toContain('ignored');
		const {diff} = await here.status(session.id);
		expect(diff).toMatchObject({files: 5, added: 5, removed: 1});
		expectDone(await here.squad('ls'));
		expect(await index()).toBe(before);
	});

	test('--stat counts instead', async () => {
		const {stdout} = expectDone(await here.squad('diff', session.id, '--stat'));
		for (const name of ['src/app.txt', 'src/other.txt', 'staged.txt', 'untracked.txt']) expect(stdout).toContain(name);
		expect(stdout).not.toContain('+committed');
	});

	test('is coloured with FORCE_COLOR and on a terminal only, where no hostile sequence comes through', async () => {
		expect((await here.squad('diff', session.id, {env: {NO_COLOR: '1'}})).stdout).not.toMatch(/\x1b\[[\d;]*m[+-]/);
		expect((await here.squad('diff', session.id)).stdout).not.toMatch(/\x1b\[[\d;]*m[+-]/);
		const forced = expectDone(await here.squad('diff', session.id, {env: {FORCE_COLOR: '1'}})).stdout;
		await using shown = terminal(here, 'squad', ['diff', session.id], {PAGER: 'cat', GIT_PAGER: 'cat'});
		expect(await shown.ends()).toBe(0);
		for (const text of [forced, shown.output()]) {
			expect(text).toMatch(/\x1b\[[\d;]*m\+/);
			expect(withoutColours(text).replaceAll('\t', '')).not.toMatch(ESCAPES);
		}
	});

	test('compares with the base commit also when the base branch moved on', async () => {
		await put(here.repo, 'README.md', 'main moved on\n');
		await here.git('commit', '-qam', 'moved on');
		expect((await here.squad('diff', session.id)).stdout).not.toContain('main moved on');
	});

	test('of a session on an existing branch shows the work of the session', async () => {
		const own = await here.create('on feature', '-b', 'feature', '--no-agent');
		await put(own.locationPath, 'src/app.txt', 'alpha\nbeta\ngamma\ndelta\n');
		const {stdout} = expectDone(await here.squad('diff', own.id));
		expect(stdout).toContain('+delta');
		expect(stdout).not.toContain('other.txt');
	});
});

test('a hostile title does not reach the terminal through ls, status or an error', async () => {
	await using here = await lab();
	const {id} = await here.create(`evil ${CURSOR_REPORT} ${EVERYTHING} title`, '--no-agent');
	for (const args of [['ls'], ['status', id], ['pause', id], ['send', id, 'x'], ['rename', id, EVERYTHING], ['ls']]) {
		const {stdout, stderr} = await here.squad(...args, {env: {FORCE_COLOR: '1'}});
		expect(withoutColours(stdout + stderr).replaceAll('\t', ''), args[0]).not.toMatch(ESCAPES);
	}
});

import {spawn} from 'node:child_process';
import {mkdir, readFile, writeFile} from 'node:fs/promises';
import {join} from 'node:path';
import {afterAll, beforeAll, describe, expect, test} from 'vitest';
import {expectDone, expectRefusal} from '../../support/expect-run.ts';
import {type Lab, lab} from '../../support/lab.ts';
import type {Session} from '../../support/session-json.ts';
import {screen} from '../../support/terminal.ts';

let here: Lab;
let session: Session;
beforeAll(async () => {
	here = await lab();
	session = await here.running('mine', '-p', 'a');
});
afterAll(() => here[Symbol.asyncDispose]());

const sh = (script: string) => here.run('sh', '-c', script);

describe('streams', () => {
	test('a reader that has seen enough is no error', async () => {
		const run = await sh('{ squad ls; echo "code $?" >&2; } | head -1');
		expect(run.stderr).toBe('code 0\n');
		const long = await sh('{ squad --help; echo "code $?" >&2; } | true');
		expect(long.stderr).toBe('code 0\n');
	});

	test.each(['<&-', '>&-', '2>&-', '<&- >&- 2>&-'])('squad works with %s', async closed => {
		for (const verb of ['ls', `status ${session.id}`, `logs ${session.id}`, 'recover'])
			expect((await sh(`squad ${verb} ${closed}`)).code, verb).toBe(0);
		expect((await sh(`squad nothing-of-the-kind ${closed}`)).code).toBe(2);
	});

	test('an output that is full is said, and an error that nobody can read keeps its exit code', async () => {
		expectRefusal(await sh('squad ls >/dev/full'), 1, /ENOSPC[\s\S]*make room/);
		expect((await sh('squad status no-such-session 2>/dev/full')).code).toBe(3);
	});

	test('standard input that is empty, closed or no text is refused where a prompt was meant', async () => {
		for (const verb of [`send ${session.id} -`, 'new x -p -', `resume ${session.id} -p -`]) {
			expectRefusal(await sh(`squad ${verb} </dev/null`), 2, /nothing came on standard input/);
			expectRefusal(await sh(`squad ${verb} <&-`), 2, /nothing came on standard input/);
			expectRefusal(await sh(`printf 'a\\377b' | squad ${verb}`), 2, /not UTF-8/);
		}
		expect(await here.list()).toHaveLength(1);
	});
});

describe('environment', () => {
	test('without TERM squad lists, starts and pauses', async () => {
		const env = {TERM: undefined};
		expectDone(await here.squad('ls', {env}));
		const {id} = expectDone(await here.squad('new', 'no term', '--json', {env})).json<Session>();
		await here.ready(id);
		expectDone(await here.squad('rm', id, '--force', {env}));
	});

	test('without HOME the system knows it; an empty or relative one never puts a home where squad is called', async () => {
		expectDone(await here.squad('ls', {env: {HOME: undefined}}));
		for (const HOME of [undefined, '', 'relative']) {
			const {stdout} = expectDone(await here.squad('config', 'path', {env: {HOME, SQUAD_HOME: undefined}}));
			expect(stdout).toMatch(/^\/.*\/\.squad\/config\.json\n$/);
			expect(stdout).not.toContain(here.repo);
		}
	});

	test('a user that the system does not know is asked for a home', async ({skip}) => {
		const unknown = ['--reuid', '54321', '--regid', '54321', '--clear-groups'];
		if ((await here.run('setpriv', ...unknown, 'true').catch(() => ({code: 1}))).code !== 0)
			skip('needs root and setpriv');
		const env = {HOME: undefined, SQUAD_HOME: undefined};
		const run = await here.run('setpriv', ...unknown, process.execPath, 'dist/cli.cjs', 'ls', {
			cwd: process.cwd(),
			env,
		});
		expectRefusal(run, 2, /does not know where your home is/);
	});

	test('a home and a repository on paths with spaces and quotes', async () => {
		await using odd = await lab();
		const home = join(odd.root, `squad's "home" $(x) é`);
		await mkdir(home, {mode: 0o700});
		await writeFile(join(home, 'config.json'), await readFile(odd.config, 'utf8'));
		const env = {SQUAD_HOME: home, SQUAD_TMUX_SOCKET: join(odd.root, 'a socket')};
		const {id, locationPath} = expectDone(await odd.squad('new', 'x', '-p', 'hi', '--json', {env})).json<Session>();
		await odd.ready(id);
		await writeFile(join(locationPath, 'README.md'), 'work\n');
		expectDone(await odd.squad('pause', id, {env}));
		expectDone(await odd.squad('resume', id, {env}));
		expectDone(await odd.squad('rm', id, '--force', {env}));
		expectDone(await odd.squad('undo', {env}));
		expect(await readFile(join(locationPath, 'README.md'), 'utf8')).toBe('work\n');
		await odd.run('tmux', '-S', env.SQUAD_TMUX_SOCKET, 'kill-server');
	});
});

describe('a clock that was set back', () => {
	/** Loaded into squad before itself: every look at the clock is shifted. */
	const preload = async (hours: number) => {
		const path = join(here.root, `clock-${hours}.cjs`);
		const shift = hours * 3_600_000;
		await writeFile(
			path,
			`const Real = Date; const shift = ${shift};\n` +
				'globalThis.Date = class extends Real { constructor(...a) { a.length ? super(...a) : super(Real.now() + shift); } static now() { return Real.now() + shift; } };\n',
		);
		return {NODE_OPTIONS: `--require "${path}"`};
	};

	test.each([-48, 48])(
		'by %i hours: list, pause, resume, rm and undo work, and the oldest undo is not taken for the last',
		async hours => {
			const env = await preload(hours);
			expect(expectDone(await here.squad('ls', {env})).stdout).toContain(session.id);
			expectDone(await here.squad('pause', session.id, {env}));
			expect((await here.status(session.id)).status).toBe('paused');
			expectDone(await here.squad('resume', session.id));
			expectDone(await here.squad('pause', session.id));
			expectDone(await here.squad('resume', session.id, {env}));
			expectDone(await here.squad('rm', session.id, '--force', {env}));
			expectDone(await here.squad('undo'));
			expectDone(await here.squad('resume', session.id));
		},
	);
});

describe('a terminal of 1x1', () => {
	test('the list and the TUI survive it', async () => {
		await using own = await lab();
		await own.running('mine', '-p', 'a');
		await using shown = await screen(own, `${own.bin}/squad`, {cols: 80, rows: 24});
		await shown.shows('mine');
		await shown.resize(1, 1);
		await new Promise(resolve => setTimeout(resolve, 600));
		await shown.resize(80, 24);
		await shown.shows('mine');
		await shown.press('q');
		await shown.shows(/Pane is dead|^\s*$/m);
		await using list = await screen(here, `${here.bin}/squad ls; sleep 5`, {cols: 2, rows: 1});
		expect((await list.lines()).join('')).not.toMatch(/Error|bug/);
	});
});

test('a squad that is killed while it prints leaves the terminal alone', async () => {
	const child = spawn(`${here.bin}/squad`, ['ls', '--watch'], {env: here.env, cwd: here.repo, stdio: 'ignore'});
	await new Promise(resolve => setTimeout(resolve, 500));
	child.kill('SIGTERM');
	expect(await new Promise(resolve => child.on('exit', (_, signal) => resolve(signal)))).toBe('SIGTERM');
	expectDone(await here.squad('ls'));
});

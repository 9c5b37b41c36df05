import {execFile} from 'node:child_process';
import {mkdtemp, rm, writeFile} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {promisify} from 'node:util';
import {describe, expect, test, vi} from 'vitest';
import {type ControlOptions, controlClient} from '../../src/tmux/control.ts';
import type {Notification} from '../../src/tmux/notification.ts';
import {eventually} from '../support/eventually.ts';
import {isAlive, killProcess, processesWith} from '../support/processes.ts';

vi.setConfig({testTimeout: 60_000});

const start = promisify(execFile);

/** A folder with a socket for a tmux server of its own. Whatever was started for it dies with it: its environment tells. */
const lab = async (env: Readonly<Record<string, string>> = {}) => {
	const folder = await mkdtemp(join(tmpdir(), 'sq-control-'));
	const socket = join(folder, 'tmux.sock');
	const configuration = join(folder, 'tmux.conf');
	await writeFile(configuration, 'set -g remain-on-exit on\nset -s exit-empty off\n');
	const trace = `SQUAD_CONTROL_LAB=${folder}`;
	const spawnEnv = {
		PATH: process.env.PATH,
		HOME: folder,
		SHELL: '/bin/sh',
		LANG: 'C.UTF-8',
		SQUAD_CONTROL_LAB: folder,
		...env,
	};
	const clients: ReturnType<typeof controlClient>[] = [];
	const client = (options: Partial<ControlOptions> = {}) => {
		const seen: Notification[] = [];
		const made = controlClient({
			args: ['-S', socket, '-f', configuration],
			spawnEnv,
			onNotification: notification => seen.push(notification),
			...options,
		});
		clients.push(made);
		const pid = async () => Number((await made.run(['display-message', '-p', '#{client_pid}']))[0]);
		const serverPid = async () => Number((await made.run(['display-message', '-p', '#{pid}']))[0]);
		const values = () => seen.flatMap(one => (one.kind === 'subscription-changed' ? [one.value] : []));
		return {...made, seen, pid, serverPid, values};
	};
	return {
		client,
		tmux: async (...args: string[]) => (await start('tmux', ['-S', socket, ...args], {env: spawnEnv})).stdout,
		processes: () => processesWith(trace),
		[Symbol.asyncDispose]: async () => {
			for (const {pid} of processesWith(trace)) killProcess(pid);
			await Promise.all(clients.map(({close}) => close()));
			await rm(folder, {recursive: true, force: true});
		},
	};
};

describe('a command', () => {
	test('gives its output, line by line', async () => {
		await using here = await lab();
		const {run} = here.client();
		expect(await run(['list-sessions', '-F', '#{session_name}'])).toEqual(['_squad']);
		expect(await run('display-message -p a ; display-message -p b')).toEqual(['a', 'b']);
		expect(await run(['set-option', '-g', '@x', '1'])).toEqual([]);
		expect(await run('# nothing at all')).toEqual([]);
	});

	test('gets its own answer when 500 are on their way, whatever the others do', async () => {
		await using here = await lab();
		const {run} = here.client();
		await run(['set-hook', '-g', 'after-set-option', 'display-message -p hooked']);
		const kinds = [
			(n: number) => run(['display-message', '-p', `${n}`]),
			(n: number) => run(`display-message -p ${n} ; set-option -g @x ${n}`),
			(n: number) => run(['if-shell', '-F', '1', `display-message -p ${n}`]),
			(n: number) => run(`nonsense ${n}`).catch(() => [`${n}`]),
			(n: number) => run(['if-shell', 'true', `display-message -p ${n}`]),
		];
		const numbers = Array.from({length: 500}, (_, n) => n);
		const answers = await Promise.all(numbers.map(n => kinds[n % kinds.length]?.(n)));
		expect(answers).toEqual(numbers.map(n => [`${n}`]));
	});

	test('never runs before the client has its session, though tmux reads it earlier', async () => {
		await using here = await lab();
		await here.tmux('new-session', '-d', '-s', 'other', 'cat');
		// One after the other: an idle server wakes at the first word of a newcomer, before it has said what it wants.
		for (let n = 0; n < 60; n++) {
			const {subscribe, close} = here.client();
			await subscribe('x', '', 'x');
			await close();
		}
	});

	test('that fails says so in the words of tmux, and the next one works', async () => {
		await using here = await lab();
		const {run} = here.client();
		await expect(run(['has-session', '-t', '=nope'])).rejects.toMatchObject({
			code: 'no-target',
			command: 'has-session',
			stderr: "can't find session: nope",
		});
		await expect(run('bogus')).rejects.toMatchObject({code: 'failed', stderr: expect.stringContaining('bogus')});
		await expect(run('')).rejects.toThrow(TypeError);
		expect(await run('display-message -p on')).toEqual(['on']);
	});

	test('waits for a hung server no longer than asked, and its late answer goes to nobody else', async () => {
		await using here = await lab();
		const {run, serverPid, close, pid} = here.client();
		const [server, client] = [await serverPid(), await pid()];
		process.kill(server, 'SIGSTOP');
		await expect(run('display-message -p late', {timeoutMs: 200})).rejects.toMatchObject({code: 'timeout'});
		// More than a pipe holds, so that writing has to wait for the reader too.
		const long = 'x'.repeat(10_000);
		const answers = Promise.all(Array.from({length: 200}, (_, n) => run(['display-message', '-p', `${n}${long}`])));
		process.kill(server, 'SIGCONT');
		expect(await answers).toEqual(Array.from({length: 200}, (_, n) => [`${n}${long}`]));
		process.kill(server, 'SIGSTOP');
		await close();
		expect(isAlive(client)).toBe(false);
	});
});

describe('text comes back as it went', () => {
	const odd = [
		...Array.from({length: 127}, (_, code) => String.fromCharCode(code + 1)),
		...[
			'',
			' ',
			'~',
			'~/x',
			'$HOME',
			`\${HOME}`,
			'#{pid}',
			'##',
			'#(date)',
			'{a}',
			'}',
			';',
			'a;b',
			'\\;',
			'%if',
			'%end 1 2 1',
		],
		...['a\\', '\\\\', '\\n', '\\\n', "it's", `'"'`, '\r\n', '\n\n', ' \t ', 'A=b', '-x', '--', '%H %%'],
		...['é', 'e\u0301', '😀', '\u0085', '\u2028', '\u{10FFFF}', '日本語', 'x'.repeat(200_000)],
	];

	test.each([
		['C.UTF-8', {}],
		['C', {LC_ALL: 'C', LANG: 'C'}],
	])('every odd character, in the locale %s', async (_, env) => {
		await using here = await lab(env);
		const {run} = here.client();
		// tmux 3.4 and 3.5 print control characters as escapes, and 3.4 a backslash before a dollar.
		const [bell = ''] = await run(['display-message', '-p', '--', '\x07$A']);
		const texts = odd.filter(text => !(bell.includes('\\a') && /[\x00-\x09\x0b-\x1f\x7f-\x9f]/.test(text)));
		const asPrinted = (text: string) => (bell.includes('\\$') ? text.replaceAll(/\$(?=[A-Za-z_{])/g, '\\$') : text);
		await Promise.all(texts.map((text, n) => run(['set-option', '-g', '--', `@odd${n}`, text])));
		const read = await Promise.all(texts.map((_, n) => run(['display-message', '-p', `[#{@odd${n}}]`])));
		expect(read.map(lines => lines.join('\n'))).toEqual(texts.map(text => asPrinted(`[${text}]`)));
		const literal = (text: string) => text.replaceAll('#', '##').replaceAll('%', '%%');
		const printed = await Promise.all(texts.map(text => run(['display-message', '-p', '--', `[${literal(text)}]`])));
		expect(printed.map(lines => lines.join('\n'))).toEqual(texts.map(text => asPrinted(`[${text}]`)));
	});

	test('a screen that imitates the protocol is only a screen', async () => {
		await using here = await lab();
		const {run} = here.client();
		const screen = ['%begin 1 1 1', '%end 1 1 1', '%exit', '%error 1 2 1', '%sessions-changed'];
		await run([
			'new-session',
			'-d',
			'-s',
			'a',
			`printf '%s\\n' ${screen.map(line => `'${line}'`).join(' ')}; exec cat`,
		]);
		const shown = await eventually(async () => {
			const lines = await run(['capture-pane', '-p', '-t', '=a:']);
			return lines.includes('%sessions-changed') && lines;
		});
		expect(shown.slice(0, screen.length)).toEqual(screen);
	});

	test('what panes print is reported when asked for, also a character that arrives in two parts', async () => {
		await using here = await lab();
		const {run, seen} = here.client({outputPauseAfterSeconds: 5});
		await run(['new-window', '-d', "printf 'a\\303'; sleep 0.3; printf '\\251\\\\ \\033[1mb\\n'; exec cat"]);
		const text = () => seen.flatMap(one => (one.kind === 'extended-output' ? [one.text] : [])).join('');
		await eventually(() => text().includes('aé\\ \x1b[1mb\r\n'));
	});
});

describe('a subscription', () => {
	test('reports a change in any session within about a second', async () => {
		await using here = await lab();
		const {run, subscribe, unsubscribe, values, seen} = here.client();
		await run(['new-session', '-d', '-s', 'a', 'cat']);
		await subscribe('all', '', '#{S:#{session_name}=#{@state} }');
		await eventually(() => values().some(value => value.includes('a= ')));
		await run(['set-option', '-t', '=a:', '@state', 'asking : me']);
		await eventually(() => values().some(value => value.includes('a=asking : me ')), {withinMs: 2500});
		await unsubscribe('all');
		expect(seen.map(({kind}) => kind)).toEqual(
			expect.arrayContaining(['sessions-changed', 'window-add', 'session-changed']),
		);
	});

	test('whose value imitates the protocol spoils one answer at most', async () => {
		await using here = await lab();
		const {run, subscribe, values} = here.client();
		await run(['set-option', '-g', '@evil', 'x\n%begin 1 1 1']);
		await subscribe('evil', '', '#{@evil}');
		await eventually(() => values().includes('x'));
		await expect(run('display-message -p torn')).rejects.toMatchObject({code: 'failed'});
		expect(await run('display-message -p right')).toEqual(['right']);
	});
});

describe('a connection that is lost', () => {
	test.each([
		[
			'the server is told to go',
			async (here: Awaited<ReturnType<typeof lab>>) => void (await here.tmux('kill-server')),
		],
		['the server is killed', async (_: unknown, {serverPid}: {serverPid: number}) => killProcess(serverPid)],
		['the client is killed', async (_: unknown, {clientPid}: {clientPid: number}) => killProcess(clientPid)],
	])('fails what was on its way and comes back when needed: %s', async (_, end) => {
		await using here = await lab();
		const [onClose, onReconnect] = [vi.fn(), vi.fn()];
		const {run, subscribe, values, serverPid, pid} = here.client({onClose, onReconnect});
		await subscribe('pid', '', 'server #{pid}');
		await eventually(() => values().length === 1);
		const pids = {serverPid: await serverPid(), clientPid: await pid()};
		// Something that takes its time: a server that was told to go stays until it is done, and lets nobody in meanwhile.
		const pending = Array.from({length: 100}, () =>
			run(['run-shell', 'sleep 1']).catch((error: {code?: string}) => error.code),
		);
		await end(here, pids);
		expect(new Set(await Promise.all(pending))).toEqual(new Set(['closed']));
		expect(await run('display-message -p back')).toEqual(['back']);
		expect([onClose.mock.calls.length, onReconnect.mock.calls.length]).toEqual([1, 1]);
		expect(onClose).toHaveBeenCalledWith(expect.objectContaining({code: 'closed'}));
		expect(await pid()).not.toBe(pids.clientPid);
		await eventually(() => values().length === 2, {what: 'the subscription after the return'});
	});

	test('comes back by itself when it is to be kept alive', async () => {
		await using here = await lab();
		const onReconnect = vi.fn();
		const {run} = here.client({keepAlive: true, onReconnect});
		await run('kill-server').catch(() => undefined); // whether the answer or the end comes first is open
		await eventually(() => onReconnect.mock.calls.length > 0);
	});

	test('is not waited for where tmux is not installed', async () => {
		await using here = await lab({PATH: '/nonexistent'});
		await expect(here.client().run('list-sessions')).rejects.toMatchObject({code: 'missing'});
	});
});

describe('closing', () => {
	test('leaves no process, and no server that had nothing else', async () => {
		await using here = await lab();
		const {run, close} = here.client();
		await run('list-sessions');
		expect(here.processes().length).toBeGreaterThanOrEqual(2);
		const pending = run('wait-for never').catch((error: {code?: string}) => error.code);
		await close();
		expect(await pending).toBe('closed');
		await expect(run('list-sessions')).rejects.toMatchObject({code: 'closed'});
		await close();
		await eventually(() => here.processes().length === 0);
	});

	test('leaves the sessions of others, and the session that another client still uses', async () => {
		await using here = await lab();
		const [one, other] = [here.client(), here.client()];
		await one.run(['new-session', '-d', '-s', 'work', 'cat']);
		expect(await other.run(['display-message', '-p', '#{client_flags}'])).toEqual([
			expect.stringContaining('ignore-size,no-output'),
		]);
		const names = ['list-sessions', '-F', '#{session_name}'];
		await one.close();
		expect(await other.run(names)).toEqual(['_squad', 'work']);
		await other.close();
		expect(await here.tmux(...names)).toBe('_squad\nwork\n');
	});

	test('before it was ever connected leaves nothing either', async () => {
		await using here = await lab();
		const {run, close} = here.client({keepAlive: true});
		const pending = run('list-sessions').catch((error: {code?: string}) => error.code);
		await close();
		expect(await pending).toBe('closed');
		await eventually(() => here.processes().length === 0);
	});
});

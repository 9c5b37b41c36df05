import {readFile, writeFile} from 'node:fs/promises';
import {join} from 'node:path';
import {type IPty, spawn} from 'node-pty';
import {eventually} from './eventually.ts';
import type {Lab} from './lab.ts';

export type Terminal = AsyncDisposable & {
	readonly pid: number;
	/** Every byte that the program wrote. */
	output(): string;
	write(text: string): void;
	/** Waits until the raw output holds this. */
	shows(text: string | RegExp): Promise<string>;
	/** Waits until the program has ended, and returns its exit code. */
	ends(): Promise<number>;
};

const SIZE = {cols: 100, rows: 30};

/** A program in a real pseudo terminal, in the lab's world. */
export const terminal = (
	here: Lab,
	program: string,
	args: readonly string[],
	env: Readonly<Record<string, string>> = {},
): Terminal => {
	const pty: IPty = spawn(program, [...args], {
		...SIZE,
		name: 'xterm-256color',
		cwd: here.repo,
		env: {...here.env, ...env},
	});
	let output = '';
	let exitCode: number | undefined;
	pty.onData(data => {
		output += data;
	});
	pty.onExit(event => {
		exitCode = event.exitCode;
	});
	const ends = () =>
		eventually(() => {
			if (exitCode !== undefined) return exitCode;
			throw new Error(`${program} ${args.join(' ')} has not ended; it shows\n${output}`);
		});
	return {
		pid: pty.pid,
		output: () => output,
		write: text => pty.write(text),
		shows: text =>
			eventually(
				() => {
					if (typeof text === 'string' ? output.includes(text) : text.test(output)) return output;
					throw new Error(`the terminal does not show ${text}, but\n${output}`);
				},
				{withinMs: 15_000},
			),
		ends,
		[Symbol.asyncDispose]: async () => {
			if (exitCode !== undefined) return;
			pty.kill('SIGKILL');
			await ends();
		},
	};
};

export type Screen = AsyncDisposable & {
	/** The visible lines, rendered. */
	lines(): Promise<string[]>;
	/** The same with colours. */
	coloured(): Promise<string>;
	/** From now on every byte that the program writes; asked for, all of them so far. */
	record(): Promise<() => Promise<string>>;
	/** tmux's names of keys. */
	press(...keys: string[]): Promise<void>;
	/** Text as it is. */
	type(text: string): Promise<void>;
	resize(cols: number, rows: number): Promise<void>;
	lacks(text: string | RegExp): Promise<void>;
	shows(text: string | RegExp): Promise<string[]>;
};

/** A command line whose output tmux renders: a server of its own, that has nothing to do with squad's. */
export const screen = async (here: Lab, commandLine: string, {cols, rows} = SIZE, name = 'screen'): Promise<Screen> => {
	const socket = join(here.root, `${name}.sock`);
	const outer = (...args: string[]) => here.run('tmux', '-S', socket, ...args);
	const size = ['-x', String(cols), '-y', String(rows)];
	await outer('-f', '/dev/null', 'new-session', '-d', '-s', 'outer', ...size, `unset TMUX; ${commandLine}`);
	// tmux 3.2 forgets the size.
	await outer('resize-window', '-t', 'outer', ...size);
	await outer('set-option', '-g', 'remain-on-exit', 'on', ';', 'set-option', '-s', 'escape-time', '0');
	// tmux 3.3 now and then misses that a program has ended; the end of another one makes it look.
	const look = ['run-shell', '-b', 'true', ';', 'capture-pane', '-p', '-t', 'outer'];
	const lines = async () => (await outer(...look)).stdout.split('\n');
	const has = (all: string, text: string | RegExp) => (typeof text === 'string' ? all.includes(text) : text.test(all));
	let recorded = 0;
	return {
		lines,
		coloured: async () => (await outer('capture-pane', '-e', '-p', '-t', 'outer')).stdout,
		record: async () => {
			const file = join(here.root, `${name}-${recorded++}.bytes`);
			await writeFile(file, '');
			await outer('pipe-pane', '-t', 'outer', `exec cat >> '${file}'`);
			return () => readFile(file, 'utf8');
		},
		type: async text => {
			await outer('send-keys', '-t', 'outer', '-l', '--', text);
		},
		resize: async (columns, height) => {
			await outer('resize-window', '-t', 'outer', '-x', String(columns), '-y', String(height));
		},
		lacks: text =>
			eventually(async () => {
				const all = (await lines()).join('\n');
				if (has(all, text)) throw new Error(`the screen still shows ${text}:\n${all}`);
			}),
		press: async (...keys) => {
			await outer('send-keys', '-t', 'outer', ...keys);
		},
		shows: text =>
			eventually(async () => {
				const now = await lines();
				const all = now.join('\n');
				if (has(all, text)) return now;
				throw new Error(`the screen does not show ${text}, but\n${all}`);
			}),
		[Symbol.asyncDispose]: async () => {
			await outer('kill-server');
		},
	};
};

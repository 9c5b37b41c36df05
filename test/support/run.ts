import {spawn} from 'node:child_process';
import {constants} from 'node:os';

export type RunOptions = {
	readonly cwd?: string;
	/** On top of the lab's environment; undefined takes a variable away. */
	readonly env?: Readonly<Record<string, string | undefined>>;
	readonly input?: string | Buffer;
	readonly limitMs?: number;
};

export type Run = {
	readonly code: number;
	readonly stdout: string;
	readonly stderr: string;
	/** Standard output as it came: file names need not be UTF-8. */
	readonly bytes: Buffer;
	json<T = unknown>(): T;
};

/** A program that is still running. */
export type Running = {
	readonly pid: number;
	output(): string;
	kill(signal: NodeJS.Signals): void;
	readonly done: Promise<Run>;
};

const codeOf = (code: number | null, signal: NodeJS.Signals | null) =>
	code ?? 128 + (signal ? constants.signals[signal] : 0);

const result = (command: string, code: number, out: Buffer[], err: Buffer[]): Run => {
	const bytes = Buffer.concat(out);
	const stdout = bytes.toString();
	const stderr = Buffer.concat(err).toString();
	return {
		code,
		stdout,
		stderr,
		bytes,
		json: <T>() => {
			try {
				return JSON.parse(stdout) as T;
			} catch (cause) {
				throw new Error(`${command}: not one JSON value (exit ${code}):\n${stdout}\n${stderr}`, {cause});
			}
		},
	};
};

export const start = (program: string, args: readonly string[], options: RunOptions = {}): Running => {
	const {cwd, env = process.env, input, limitMs = 60_000} = options;
	const child = spawn(program, args, {cwd, env, stdio: 'pipe'});
	const command = [program, ...args].join(' ').slice(0, 300);
	const out: Buffer[] = [];
	const err: Buffer[] = [];
	child.stdout.on('data', data => out.push(data));
	child.stderr.on('data', data => err.push(data));
	child.stdin.on('error', () => {
		/* EPIPE: a program need not read its input */
	});
	child.stdin.end(input);
	const done = new Promise<Run>((resolve, reject) => {
		const limit = setTimeout(() => {
			child.kill('SIGKILL');
			reject(new Error(`${command}: not done after ${limitMs} ms\n${Buffer.concat(out)}\n${Buffer.concat(err)}`));
		}, limitMs);
		child.on('error', reject);
		child.on('close', (code, signal) => {
			clearTimeout(limit);
			resolve(result(command, codeOf(code, signal), out, err));
		});
	});
	done.catch(() => {
		/* whoever awaits `done` sees it; a killed watcher that nobody awaits is no unhandled rejection */
	});
	return {
		pid: child.pid ?? -1,
		output: () => Buffer.concat(out).toString(),
		kill: signal => child.kill(signal),
		done,
	};
};

import {spawn} from 'node:child_process';
import {chain} from './format.ts';
import {refuseBadSocket, socketPathOf} from './socket.ts';
import {type Answer, spawnNow} from './spawn-now.ts';
import {TmuxError, tmuxErrorOf} from './tmux-error.ts';

export type Command = readonly string[];

export type RunOptions = {
	/** The environment of the tmux process; what a new session takes over is chosen by name (see launch.ts). */
	readonly env?: NodeJS.ProcessEnv;
	readonly input?: string | Buffer;
	/** Fails where there is no server, also with commands for which tmux would start one. */
	readonly startsNothing?: boolean;
};

/** Longer than any healthy server needs for anything squad asks of it. */
const HUNG_AFTER_MS = 15_000;

/** Everything that a saved screen of 50,000 long lines can take. */
const MOST_OUTPUT = 1 << 29;

/** squad's own server: its socket and its configuration. Starts no process by itself. */
export type TmuxServer = {
	/** As given: a name, or a path. */
	readonly socket: string;
	readonly socketPath: string;
	/** What comes before any command, also for a control-mode client or an attach. */
	readonly args: readonly string[];
	/** Runs commands, one after the other, in one tmux process. */
	readonly run: (commands: readonly Command[], options?: RunOptions) => Promise<string>;
	/** Throws where no server can listen, before tmux touches what stands there. */
	readonly refuseBadSocket: () => void;
	/** The same, blocking: half the start-up cost, for verbs that have nothing else to do meanwhile. */
	readonly runNow: (commands: readonly Command[]) => string;
};

/** What tmux itself needs; nothing of the caller's may become the server's own environment. */
const SERVER_NEEDS = /^(PATH|HOME|USER|LOGNAME|SHELL|TERM|LANG|LC_.*|TMUX_TMPDIR|XDG_RUNTIME_DIR|TMPDIR)$/;

export const serverEnvironment = (env: NodeJS.ProcessEnv): NodeJS.ProcessEnv =>
	Object.fromEntries(Object.entries(env).filter(([name]) => SERVER_NEEDS.test(name)));

export const tmuxServer = (socket: string, configuration: string): TmuxServer => {
	// -u: titles and screens are UTF-8 whatever the caller's locale says.
	const args = ['-u', ...(socket.includes('/') ? ['-S', socket] : ['-L', socket]), '-f', configuration];
	const socketPath = socketPathOf(socket);
	const refuse = (): void => refuseBadSocket(socket, socketPath);
	return {
		socket,
		socketPath,
		args,
		refuseBadSocket: refuse,
		run: async (commands, options) => {
			refuse();
			return runTmux([...(options?.startsNothing ? ['-N'] : []), ...args, ...chain(commands)], commands, options);
		},
		runNow: commands => {
			refuse();
			const env = serverEnvironment(process.env);
			const full = [...args, ...chain(commands)];
			return answer(spawnNow('tmux', full, env, {timeout: HUNG_AFTER_MS, maxBuffer: MOST_OUTPUT}), commands);
		},
	};
};

/** The first says enough: a chain may be a hundred long. */
const named = (commands: readonly Command[]): string => commands[0]?.[0] ?? '';

const answer = ({error, status, stdout, stderr}: Answer, commands: readonly Command[]): string => {
	if (error !== undefined) {
		throw startError(error, commands);
	}
	if (status !== 0) {
		throw tmuxErrorOf(status === null ? 'it was killed' : stderr, named(commands), status ?? -1);
	}
	return stdout;
};

const hungError = (commands: readonly Command[]): TmuxError =>
	new TmuxError('timeout', named(commands), `the server has not answered for ${HUNG_AFTER_MS / 1000} s`);

const startError = (cause: Error, commands: readonly Command[]): Error => {
	const code = 'code' in cause ? cause.code : undefined;
	return code === 'ENOENT'
		? new TmuxError('missing', named(commands), 'tmux is not installed')
		: code === 'ETIMEDOUT'
			? hungError(commands)
			: cause;
};

/** Its own process group, as with git: a Ctrl-C reaches squad alone. */
const runTmux = (
	args: readonly string[],
	commands: readonly Command[],
	{env, input}: RunOptions = {},
): Promise<string> =>
	new Promise((resolve, reject) => {
		const child = spawn('tmux', args, {
			env: env ?? serverEnvironment(process.env),
			stdio: [input === undefined ? 'ignore' : 'pipe', 'pipe', 'pipe'],
			detached: true,
		});
		const out: Buffer[] = [];
		const err: Buffer[] = [];
		const timer = setTimeout(() => {
			child.kill('SIGKILL');
			// tmux hands its own streams to the server: one that hangs would keep them, and us, open for ever.
			for (const stream of [child.stdin, child.stdout, child.stderr]) stream?.destroy();
			child.unref();
			reject(hungError(commands));
		}, HUNG_AFTER_MS);
		child.stdout?.on('data', chunk => out.push(chunk));
		child.stderr?.on('data', chunk => err.push(chunk));
		child.on('error', cause => {
			clearTimeout(timer);
			reject(startError(cause, commands));
		});
		child.on('close', (code, signal) => {
			clearTimeout(timer);
			const stderr = signal === null ? Buffer.concat(err).toString('utf8') : `ended by ${signal}`;
			code === 0
				? resolve(Buffer.concat(out).toString('utf8'))
				: reject(tmuxErrorOf(stderr, named(commands), code ?? -1));
		});
		// tmux says itself why it did not read its input.
		child.stdin?.on('error', () => undefined);
		child.stdin?.end(input);
	});

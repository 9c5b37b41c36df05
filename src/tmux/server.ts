import {type Outcome, runProgram} from '../program/run-program.ts';
import {spawnNow} from '../program/spawn-now.ts';
import {chain} from './format.ts';
import {refuseBadSocket, socketPathOf} from './socket.ts';
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
			return answer(spawnNow('tmux', full, {env, timeout: HUNG_AFTER_MS}), commands);
		},
	};
};

/** The first says enough: a chain may be a hundred long. */
const named = (commands: readonly Command[]): string => commands[0]?.[0] ?? '';

const answer = ({error, code, signal, stdout, stderr}: Outcome, commands: readonly Command[]): string => {
	if (error !== undefined) {
		throw startError(error, commands);
	}
	if (code !== 0) {
		throw tmuxErrorOf(signal === null ? stderr.toString('utf8') : `ended by ${signal}`, named(commands), code ?? -1);
	}
	return stdout.toString('utf8');
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

const runTmux = async (
	args: readonly string[],
	commands: readonly Command[],
	{env = serverEnvironment(process.env), input}: RunOptions = {},
): Promise<string> => answer(await runProgram('tmux', args, {env, input, timeout: HUNG_AFTER_MS}), commands);

import {spawn} from 'node:child_process';
import {spawnNow} from './spawn-now.ts';

export type ProgramOptions = {
	readonly env: NodeJS.ProcessEnv;
	readonly cwd?: string | undefined;
	readonly input?: string | Buffer | undefined;
	/** Milliseconds; then it is killed and `error` says ETIMEDOUT. */
	readonly timeout?: number | undefined;
};

/** How a program ended. With an `error` it was not started, or not waited for. */
export type Outcome = {
	readonly error?: Error;
	readonly code: number | null;
	readonly signal: string | null;
	readonly stdout: Buffer;
	readonly stderr: Buffer;
};

let isAlone = false;

/**
 * Says that this process has one thing to do, one step after the other: then it may sleep while a program runs, which
 * costs half. Never where somebody looks at a screen meanwhile, or where several things are done at once.
 */
export const waitAsleep = (): void => {
	isAlone = true;
};

/** Lets node hear what happened meanwhile: a Ctrl-C, a timer. */
const turn = (): Promise<void> => new Promise(resolve => setImmediate(resolve));

/** The same program several times at once is left to several cores. */
let asked = new Map<string, number>();
let running = 0;

const isBesideOthers = async (program: string): Promise<boolean> => {
	const now = asked;
	now.set(program, (now.get(program) ?? 0) + 1);
	// All that is asked for in the same breath has been by then.
	await Promise.resolve();
	asked = now === asked ? new Map() : asked;
	return running > 0 || (now.get(program) ?? 0) > 1;
};

/** Runs a program to its end, in its own process group: a Ctrl-C reaches squad alone, which stops between two steps. */
export const runProgram = async (
	program: string,
	args: readonly string[],
	options: ProgramOptions,
): Promise<Outcome> => {
	if (!isAlone || (await isBesideOthers(program))) {
		running++;
		return awake(program, args, options).finally(() => {
			running--;
		});
	}
	const outcome = spawnNow(program, args, options);
	await turn();
	return outcome;
};

const awake = (
	program: string,
	args: readonly string[],
	{env, cwd, input, timeout}: ProgramOptions,
): Promise<Outcome> =>
	new Promise(resolve => {
		const child = spawn(program, args, {
			env,
			cwd,
			stdio: [input === undefined ? 'ignore' : 'pipe', 'pipe', 'pipe'],
			detached: true,
		});
		const out: Buffer[] = [];
		const err: Buffer[] = [];
		const ended = (how: Pick<Outcome, 'code' | 'signal'>, error?: Error): void => {
			clearTimeout(timer);
			const said = {stdout: Buffer.concat(out), stderr: Buffer.concat(err)};
			resolve(error === undefined ? {...how, ...said} : {...how, ...said, error});
		};
		const giveUp = (): void => {
			child.kill('SIGKILL');
			// A program may have handed its streams to another (tmux to its server): that would keep them, and us, open.
			for (const stream of [child.stdin, child.stdout, child.stderr]) stream?.destroy();
			child.unref();
			ended({code: null, signal: 'SIGKILL'}, Object.assign(new Error('timed out'), {code: 'ETIMEDOUT'}));
		};
		const timer = timeout === undefined ? undefined : setTimeout(giveUp, timeout);
		child.stdout?.on('data', chunk => out.push(chunk));
		child.stderr?.on('data', chunk => err.push(chunk));
		child.on('error', error => ended({code: null, signal: null}, error));
		child.on('close', (code, signal) => ended({code, signal}));
		// A program that ends before it has read everything says why on its own; EPIPE adds nothing.
		child.stdin?.on('error', () => undefined);
		child.stdin?.end(input);
	});

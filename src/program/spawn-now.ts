import {spawnSync} from 'node:child_process';
import type {Outcome, ProgramOptions} from './run-program.ts';

/** What node's own spawnSync calls, as far as it is used here. */
type Binding = {
	readonly spawn: (options: object) => {
		readonly error?: number;
		readonly status: number | null;
		readonly signal: string | null;
		readonly output: readonly (Buffer | null)[] | null;
	};
};

const PIPE = {type: 'pipe', readable: false, writable: true};
const NOTHING = Buffer.alloc(0);

/** Whether node was asked to warn of what is deprecated only by word. */
export const warnsOfBindings = (): boolean =>
	process.env.NODE_PENDING_DEPRECATION === '1' ||
	`${process.execArgv} ${process.env.NODE_OPTIONS}`.includes('pending-deprecation');

/**
 * node's spawnSync without the module around it, which loads streams and the network: 0.3 of a bare node start.
 * `process.binding` is deprecated and only by word; where it is gone, or warns, spawnSync itself does it.
 */
const bindingOf = (): Binding | undefined => {
	const {binding} = process as {binding?: (name: string) => Binding};
	try {
		return warnsOfBindings() ? undefined : binding?.call(process, 'spawn_sync');
	} catch {
		// A node that no longer has it.
		return undefined;
	}
};

const timedOut = (): Error => Object.assign(new Error('timed out'), {code: 'ETIMEDOUT'});

const directly = (
	binding: Binding,
	program: string,
	args: readonly string[],
	{env, cwd, input, timeout = 0}: ProgramOptions,
): Outcome | undefined => {
	const {error, status, signal, output} = binding.spawn({
		file: program,
		args: [program, ...args],
		envPairs: Object.entries(env).flatMap(([name, value]) => (value === undefined ? [] : [`${name}=${value}`])),
		...(cwd === undefined ? {} : {cwd}),
		stdio: [
			input === undefined
				? {type: 'ignore'}
				: {type: 'pipe', readable: true, writable: false, input: Buffer.from(input)},
			PIPE,
			PIPE,
		],
		detached: true,
		killSignal: 9,
		timeout,
	});
	if (output === null) {
		// It was never started: the ordinary way says why.
		return undefined;
	}
	const outcome = {code: status, signal, stdout: output[1] ?? NOTHING, stderr: output[2] ?? NOTHING};
	return error ? {...outcome, error: timedOut()} : outcome;
};

const ordinarily = (program: string, args: readonly string[], {env, cwd, input, timeout}: ProgramOptions): Outcome => {
	const {error, status, signal, stdout, stderr} = spawnSync(program, args, {
		env,
		...(cwd === undefined ? {} : {cwd}),
		...(timeout === undefined ? {} : {timeout}),
		...(input === undefined ? {} : {input}),
		stdio: [input === undefined ? 'ignore' : 'pipe', 'pipe', 'pipe'],
		maxBuffer: Number.POSITIVE_INFINITY,
		killSignal: 'SIGKILL',
	});
	const outcome = {code: status, signal, stdout: stdout ?? NOTHING, stderr: stderr ?? NOTHING};
	return error === undefined ? outcome : {...outcome, error};
};

/** Runs a program to its end and waits for it: nothing else happens meanwhile. */
export const spawnNow = (program: string, args: readonly string[], options: ProgramOptions): Outcome => {
	const binding = bindingOf();
	return (binding && directly(binding, program, args, options)) ?? ordinarily(program, args, options);
};

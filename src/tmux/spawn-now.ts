import {type SpawnSyncReturns, spawnSync} from 'node:child_process';

type Limits = {readonly timeout: number; readonly maxBuffer: number};

export type Answer = Pick<SpawnSyncReturns<string>, 'error' | 'status' | 'stdout' | 'stderr'>;

/** What node's own spawnSync calls, as far as it is used here. */
type Binding = {
	readonly spawn: (options: object) => {
		readonly error?: number;
		readonly status: number | null;
		readonly output: readonly (Buffer | null)[] | null;
	};
};

const PIPE = {type: 'pipe', readable: false, writable: true};

/**
 * node's spawnSync without the module around it, which loads streams and the network: 0.15 of a bare node start.
 * `process.binding` is deprecated and only by word; where it is gone, or warns, spawnSync itself does it.
 */
const bindingOf = (): Binding | undefined => {
	const {binding} = process as {binding?: (name: string) => Binding};
	const options = `${process.execArgv} ${process.env.NODE_OPTIONS}`;
	const warns = process.env.NODE_PENDING_DEPRECATION === '1' || options.includes('pending-deprecation');
	try {
		return warns ? undefined : binding?.call(process, 'spawn_sync');
	} catch {
		// A node that no longer has it.
		return undefined;
	}
};

const directly = (
	binding: Binding,
	program: string,
	args: readonly string[],
	env: NodeJS.ProcessEnv,
	limits: Limits,
): Answer | undefined => {
	const {error, status, output} = binding.spawn({
		file: program,
		args: [program, ...args],
		envPairs: Object.entries(env).map(([name, value]) => `${name}=${value}`),
		stdio: [{type: 'ignore'}, PIPE, PIPE],
		killSignal: 15,
		...limits,
	});
	if (output === null) {
		// It was never started: the ordinary way says why.
		return undefined;
	}
	const texts = {stdout: `${output[1] ?? ''}`, stderr: `${output[2] ?? ''}`};
	return error
		? {status, ...texts, error: Object.assign(new Error('timed out'), {code: 'ETIMEDOUT'})}
		: {status, ...texts};
};

/** Runs a program to its end and waits for it. */
export const spawnNow = (program: string, args: readonly string[], env: NodeJS.ProcessEnv, limits: Limits): Answer => {
	const binding = bindingOf();
	return (
		(binding && directly(binding, program, args, env, limits)) ??
		spawnSync(program, args, {env, encoding: 'utf8', ...limits})
	);
};

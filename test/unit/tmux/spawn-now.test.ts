import {describe, expect, test} from 'vitest';
import {spawnNow} from '../../../src/tmux/spawn-now.ts';

const LIMITS = {timeout: 5000, maxBuffer: 1 << 24};
const env = {PATH: process.env.PATH, GREETING: 'grüß'};

/** The two ways: node's own function, and the binding below it. */
const WAYS = [
	['directly', undefined],
	['in the ordinary way', '1'],
] as const;

describe.each(WAYS)('%s', (_, pending) => {
	const run = (program: string, args: readonly string[], limits = LIMITS) => {
		const before = process.env.NODE_PENDING_DEPRECATION;
		if (pending !== undefined) process.env.NODE_PENDING_DEPRECATION = pending;
		try {
			return spawnNow(program, args, env, limits);
		} finally {
			if (before === undefined) delete process.env.NODE_PENDING_DEPRECATION;
			else process.env.NODE_PENDING_DEPRECATION = before;
		}
	};

	test('runs a program with its arguments and environment', () => {
		const {status, stdout, stderr} = run('sh', ['-c', 'echo "$GREETING $1"; echo oh >&2; exit 3', 'sh', 'a b']);
		expect({status, stdout, stderr}).toEqual({status: 3, stdout: 'grüß a b\n', stderr: 'oh\n'});
	});

	test('says that a program is missing', () => {
		expect(run('no-such-program-here', []).error).toMatchObject({code: 'ENOENT'});
	});

	test('does not wait for ever', () => {
		expect(run('sleep', ['30'], {...LIMITS, timeout: 50}).error).toMatchObject({code: 'ETIMEDOUT'});
	});

	test('takes as much as there is', () => {
		expect(run('head', ['-c', '3000000', '/dev/zero']).stdout.length).toBe(3_000_000);
	});
});

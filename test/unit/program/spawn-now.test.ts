import {describe, expect, test} from 'vitest';
import type {ProgramOptions} from '../../../src/program/run-program.ts';
import {spawnNow} from '../../../src/program/spawn-now.ts';

const env = {PATH: process.env.PATH, GREETING: 'grüß'};

/** The two ways: node's own function, and the binding below it. */
const WAYS = [
	['directly', undefined],
	['in the ordinary way', '1'],
] as const;

describe.each(WAYS)('%s', (_, pending) => {
	const run = (program: string, args: readonly string[], options: Partial<ProgramOptions> = {}) => {
		const before = process.env.NODE_PENDING_DEPRECATION;
		if (pending !== undefined) process.env.NODE_PENDING_DEPRECATION = pending;
		try {
			const {stdout, stderr, ...how} = spawnNow(program, args, {env, timeout: 5000, ...options});
			return {...how, stdout: `${stdout}`, stderr: `${stderr}`};
		} finally {
			if (before === undefined) delete process.env.NODE_PENDING_DEPRECATION;
			else process.env.NODE_PENDING_DEPRECATION = before;
		}
	};

	test('runs a program with its arguments and environment', () => {
		const {code, stdout, stderr} = run('sh', ['-c', 'echo "$GREETING $1"; echo oh >&2; exit 3', 'sh', 'a b']);
		expect({code, stdout, stderr}).toEqual({code: 3, stdout: 'grüß a b\n', stderr: 'oh\n'});
	});

	test('says that a program is missing', () => {
		expect(run('no-such-program-here', []).error).toMatchObject({code: 'ENOENT'});
	});

	test('gives it all of its input, in a directory', () => {
		const input = 'x'.repeat(1 << 20);
		const {stdout} = run('sh', ['-c', 'pwd; wc -c'], {input, cwd: '/'});
		expect(stdout.split(/\s+/)).toEqual(['/', `${1 << 20}`, '']);
	});

	test('says that a directory is missing', () => {
		expect(run('true', [], {cwd: '/no/such/folder'}).error).toMatchObject({code: 'ENOENT'});
	});

	test('says which signal ended it', () => {
		expect(run('sh', ['-c', 'kill -TERM $$'])).toMatchObject({code: null, signal: 'SIGTERM'});
	});

	test('does not wait for ever', () => {
		expect(run('sleep', ['30'], {timeout: 50}).error).toMatchObject({code: 'ETIMEDOUT'});
	});

	test('takes as much as there is', () => {
		expect(run('head', ['-c', '3000000', '/dev/zero']).stdout.length).toBe(3_000_000);
	});
});

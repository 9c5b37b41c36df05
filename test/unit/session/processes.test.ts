import {type ChildProcess, spawn} from 'node:child_process';
import {once} from 'node:events';
import {readFileSync} from 'node:fs';
import {describe, expect, test} from 'vitest';
import {causeCode, type ErrorCode, exitCodeOf, SquadError} from '../../../src/session/errors.ts';
import {familiesOf, familyOf} from '../../../src/session/families.ts';
import {
	allProcesses,
	bootId,
	childrenOf,
	isAlive,
	isFrozen,
	markedBy,
	type Process,
	startOf,
	treeOf,
} from '../../../src/session/processes.ts';
import {atLeast} from '../../../src/session/versions.ts';
import {eventually} from '../../support/eventually.ts';
import {killProcess} from '../../support/processes.ts';

const running = (child: ChildProcess) => ({
	pid: child.pid ?? 0,
	child,
	[Symbol.dispose]: () => {
		for (const {pid} of treeOf([child.pid ?? 0], allProcesses())) killProcess(pid);
	},
});

const shell = (script: string, env: NodeJS.ProcessEnv = process.env) =>
	running(spawn('sh', ['-c', script], {env, stdio: ['ignore', 'pipe', 'ignore']}));

const alone = (pid: number): number => Number(readFileSync(`/proc/${pid}/statm`, 'utf8').split(' ')[1]) * 4096;

describe('a process', () => {
	test('is alive until it ends, with a start time that stays', async () => {
		using one = shell('sleep 60');
		const start = startOf(one.pid);
		expect(start).toMatch(/^\d+$/);
		expect(startOf(one.pid)).toBe(start);
		one.child.kill('SIGKILL');
		await once(one.child, 'exit');
		expect([startOf(one.pid), isAlive(one.pid)]).toEqual([undefined, false]);
	});

	test('is known by its number whatever it calls itself', async () => {
		using one = shell(`printf 'a) Z 1 (b' > /proc/self/comm; echo; sleep 60`);
		await once(one.child.stdout ?? one.child, 'data');
		expect(isAlive(one.pid)).toBe(true);
		expect(allProcesses().find(({pid}) => pid === one.pid)).toMatchObject({parent: process.pid, name: 'a) Z 1 (b'});
	});

	test('has children, also those that another of its threads started', async () => {
		const worker = `require('node:child_process').spawn('sleep', ['60'], {stdio: 'ignore'});`;
		const code = `new (require('node:worker_threads').Worker)(${JSON.stringify(worker)}, {eval: true}); setInterval(() => {}, 1000);`;
		using one = running(spawn(process.execPath, ['-e', code], {stdio: 'ignore'}));
		const below = () => allProcesses().filter(({parent}) => parent === one.pid);
		await eventually(() => below().length === 1);
		expect(childrenOf(one.pid)).toEqual(below().map(({pid}) => pid));
	});

	test('has memory, and none when it is gone', () => {
		expect(familyOf(process.pid).rssBytes).toBeGreaterThan(1 << 20);
		expect(familyOf(2 ** 30)).toEqual({pids: [], rssBytes: 0});
	});

	test('is counted with all that it started, itself first', async () => {
		using one = shell('sleep 60 & sleep 60 & wait');
		await eventually(() => childrenOf(one.pid).length === 2);
		const least = alone(one.pid);
		const {pids, rssBytes} = familyOf(one.pid);
		expect(pids).toEqual([one.pid, ...childrenOf(one.pid)]);
		expect(rssBytes).toBeGreaterThan(least);
	});

	test('is counted the same alone and among many, with threads of its own too', async () => {
		const code = `require('node:child_process').spawn('sleep', ['60'], {stdio: 'ignore'}); setInterval(() => {}, 1000);`;
		using threaded = running(spawn(process.execPath, ['-e', code], {stdio: 'ignore'}));
		using plain = shell('sleep 60 & wait');
		const roots = [threaded.pid, plain.pid, 2 ** 30];
		await eventually(() => roots.slice(0, 2).every(root => childrenOf(root).length === 1));
		const many = familiesOf([...roots, ...Array.from({length: 40}, (_, n) => 2 ** 30 + n)]);
		for (const root of roots) expect(many.get(root)?.pids).toEqual(familyOf(root).pids);
		expect(many.get(plain.pid)?.rssBytes).toBe(familyOf(plain.pid).rssBytes);
		expect(many.get(threaded.pid)?.rssBytes).toBeGreaterThan(alone(plain.pid));
	});

	test('is frozen when all below it is stopped, and not before', async () => {
		using one = shell('sleep 60 & sleep 60 & wait');
		await eventually(() => childrenOf(one.pid).length === 2);
		const [first = 0, second = 0] = childrenOf(one.pid);
		process.kill(first, 'SIGSTOP');
		expect(isFrozen(one.pid)).toBe(false);
		process.kill(second, 'SIGSTOP');
		await eventually(() => isFrozen(one.pid));
		expect(isFrozen(second)).toBe(false);
	});
});

test('processes are found by the mark in their environment, exactly', async () => {
	using one = shell('sleep 60 & wait', {...process.env, SQUAD_SESSION_ID: 'marked'});
	using other = shell('sleep 60', {...process.env, SQUAD_SESSION_ID: 'marked-too', X: 'SQUAD_SESSION_ID=marked'});
	await eventually(() => childrenOf(one.pid).length === 1);
	const found = markedBy('marked', allProcesses()).map(({pid}) => pid);
	expect(found.sort()).toEqual([one.pid, ...childrenOf(one.pid)].sort());
	expect(found).not.toContain(other.pid);
});

describe('what is below some processes', () => {
	const all: readonly Process[] = [
		{pid: 1, parent: 0, name: 'init'},
		{pid: 2, parent: 1, name: 'a'},
		{pid: 3, parent: 2, name: 'b'},
		{pid: 4, parent: 3, name: 'c'},
		{pid: 5, parent: 1, name: 'd'},
		{pid: 6, parent: 6, name: 'its own parent'},
	];
	test.each([
		[[2], [2, 3, 4]],
		[
			[3, 2],
			[3, 4, 2],
		],
		[
			[4, 5],
			[4, 5],
		],
		[[6], [6]],
		[[99], []],
		[[], []],
	])('%j: %j', (roots, pids) => {
		expect(treeOf(roots, all).map(({pid}) => pid)).toEqual(pids);
	});
});

test('the boot has a name that stays', () => {
	expect(bootId()).toMatch(/^[0-9a-f]{8}$/);
	expect(bootId()).toBe(bootId());
});

test.each([
	[[3, 3], [3, 0], true],
	[[3], [3, 0], true],
	[[3, 0, 0], [3], true],
	[[2, 39, 5], [2, 30], true],
	[[2, 9], [2, 30], false],
	[[20, 18], [20, 19], false],
	[[22], [20, 19], true],
	[[1, 99], [2], false],
	[[0], [3, 0], false],
])('version %j is at least %j: %s', (have, need, is) => {
	expect(atLeast(have, need)).toBe(is);
});

test.each([
	['failed', 1],
	['agent_failed', 1],
	['usage', 2],
	['no_such_session', 3],
	['ambiguous', 3],
	['wrong_state', 4],
	['ended', 4],
	['not_resumable', 4],
	['not_safe', 5],
	['conflict', 6],
	['missing', 7],
	['interrupted', 130],
] as const satisfies readonly (readonly [ErrorCode, number])[])('the error %s ends squad with %i', (code, exitCode) => {
	expect(exitCodeOf(new SquadError(code, 'what', 'do'))).toBe(exitCode);
});

test('the system’s own word for a failure is found where there is one', () => {
	const failure = Object.assign(new Error('x'), {code: 'ENOENT'});
	expect([failure, new Error('x'), Object.assign(new Error('x'), {code: 7}), 'x', null].map(causeCode)).toEqual([
		'ENOENT',
		...Array(4).fill(undefined),
	]);
});

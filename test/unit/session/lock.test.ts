import {spawn, spawnSync} from 'node:child_process';
import {once} from 'node:events';
import {existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {buildSync} from 'esbuild';
import {expect, test} from 'vitest';
import {homeAt} from '../../../src/session/home.ts';
import {ownerOf, withLock} from '../../../src/session/lock.ts';
import {bootId, startOf} from '../../../src/session/processes.ts';

const SOURCE = join(import.meta.dirname, '../../../src/session');

const world = () => {
	const root = mkdtempSync(join(tmpdir(), 'sq-lock-'));
	const home = homeAt(root);
	const folder = join(home.locks, 'key');
	/** Leaves a lock of somebody: pid, start, boot, verb. */
	const heldBy = (...owner: readonly unknown[]) => {
		mkdirSync(folder, {recursive: true});
		writeFileSync(join(folder, [...owner, 'abc'].join('~')), '');
	};
	return {root, home, folder, heldBy, [Symbol.dispose]: () => rmSync(root, {recursive: true})};
};

/** The number of a process that has ended and was reaped. */
const deadPid = () => spawnSync('true').pid;

const sleeper = () => {
	const child = spawn('sleep', ['60'], {stdio: 'ignore'});
	return {pid: child.pid ?? 0, [Symbol.dispose]: () => child.kill('SIGKILL')};
};

const NOW = 0;

test('a lock is held while the work runs, names its owner, and leaves nothing behind', async () => {
	using here = world();
	const seen = await withLock(here.home, 'key', 'pause', async () => ownerOf(here.home, 'key'));
	expect(seen).toMatchObject({pid: process.pid, verb: 'pause'});
	expect(ownerOf(here.home, 'key')).toBeUndefined();
	expect(readdirSync(here.home.locks)).toEqual([]);
});

test('a lock is given back when the work fails', async () => {
	using here = world();
	await expect(withLock(here.home, 'key', 'pause', () => Promise.reject(new Error('no')))).rejects.toThrow('no');
	expect(await withLock(here.home, 'key', 'pause', async () => 'free', NOW)).toBe('free');
});

test.each([
	['a process that has ended', () => [deadPid(), '1', bootId(), 'pause']],
	['a process of before the last boot', () => [process.pid, startOf(process.pid), '00000000', 'pause']],
	['an earlier process of the same number', () => [process.pid, '1', bootId(), 'pause']],
	['nobody: a file of another name', () => ['', '', '', '']],
])('the lock of %s is taken over at once', async (_, owner) => {
	using here = world();
	here.heldBy(...owner());
	expect(ownerOf(here.home, 'key')).toBeUndefined();
	expect(await withLock(here.home, 'key', 'resume', async () => 'mine', NOW)).toBe('mine');
	expect(existsSync(here.folder)).toBe(false);
});

test('the lock of a living process is never taken, however long one waits', async () => {
	using here = world();
	using other = sleeper();
	here.heldBy(other.pid, startOf(other.pid), bootId(), 'pause');
	const refused = withLock(here.home, 'key', 'resume', async () => 'mine', 300);
	await expect(refused).rejects.toMatchObject({
		code: 'busy',
		message: `another squad is at work on key (pause, pid ${other.pid})`,
	});
	expect(readdirSync(here.folder)).toHaveLength(1);
	expect(ownerOf(here.home, 'key')?.pid).toBe(other.pid);
});

test('the lock of a stopped process is not taken either', async () => {
	using here = world();
	using other = sleeper();
	here.heldBy(other.pid, startOf(other.pid), bootId(), 'pause');
	process.kill(other.pid, 'SIGSTOP');
	await expect(withLock(here.home, 'key', 'resume', async () => 'mine', 100)).rejects.toMatchObject({code: 'busy'});
});

test('the lock of a zombie is taken: it has ended, only nobody asked for its exit code', async () => {
	using here = world();
	// `exec` turns the shell into a program that never waits for the child which the shell had.
	const parent = spawn('sh', ['-c', 'sleep 0.1 & echo $!; exec sleep 60'], {stdio: ['ignore', 'pipe', 'ignore']});
	const [line] = await once(parent.stdout, 'data');
	const pid = Number(String(line));
	here.heldBy(pid, startOf(pid), bootId(), 'pause');
	expect(await withLock(here.home, 'key', 'resume', async () => 'mine', 5000)).toBe('mine');
	expect(readFileSync(`/proc/${pid}/stat`, 'utf8')).toContain(') Z ');
	parent.kill('SIGKILL');
});

test('two locks do not know each other', async () => {
	using here = world();
	const inside = () => withLock(here.home, 'other', 'pause', async () => 'both', NOW);
	expect(await withLock(here.home, 'key', 'pause', inside)).toBe('both');
});

test('within one process only one holds it at a time', async () => {
	using here = world();
	let inside = 0;
	const counts = await Promise.all(
		Array.from({length: 8}, () =>
			withLock(here.home, 'key', 'pause', async () => {
				const count = ++inside;
				await new Promise(resolve => setTimeout(resolve, 2));
				inside--;
				return count;
			}),
		),
	);
	expect(counts).toEqual(Array(8).fill(1));
});

const ROUNDS = 60;
const CONTENDERS = 4;

/** Each writes a line when it goes in and one when it goes out. */
const CONTENDER = `
import {appendFileSync} from 'node:fs';
import {homeAt} from './home.ts';
import {withLock} from './lock.ts';
const [root, log, name] = process.argv.slice(2);
const run = async () => {
	for (let round = 0; round < ${ROUNDS}; round++) {
		await withLock(homeAt(root), 'key', 'pause', async () => {
			appendFileSync(log, 'enter ' + name + '\\n');
			if (Math.random() < 0.5) await new Promise(resolve => setTimeout(resolve, Math.random() * 4));
			appendFileSync(log, 'leave ' + name + '\\n');
		}, 60_000);
	}
};
run();
`;

test(`of ${CONTENDERS} processes that want it ${ROUNDS} times each, never do two hold it together`, async () => {
	using here = world();
	const [program, log] = [join(here.root, 'contender.cjs'), join(here.root, 'log')];
	buildSync({
		stdin: {contents: CONTENDER, resolveDir: SOURCE, loader: 'ts'},
		bundle: true,
		platform: 'node',
		outfile: program,
	});
	// All of them find the lock of a dead owner first.
	here.heldBy(deadPid(), '1', bootId(), 'pause');
	const contenders = Array.from({length: CONTENDERS}, (_, name) =>
		spawn(process.execPath, [program, here.root, log, `${name}`], {stdio: 'inherit'}),
	);
	const codes = await Promise.all(contenders.map(async one => (await once(one, 'exit'))[0]));
	expect(codes).toEqual(Array(CONTENDERS).fill(0));
	const lines = readFileSync(log, 'utf8').trimEnd().split('\n');
	expect(lines).toHaveLength(2 * ROUNDS * CONTENDERS);
	const overlaps = lines.filter((line, at) => at % 2 === 1 && line !== lines[at - 1]?.replace('enter', 'leave'));
	expect(overlaps).toEqual([]);
	expect(existsSync(here.folder)).toBe(false);
});

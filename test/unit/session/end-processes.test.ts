import {type ChildProcess, spawn, spawnSync} from 'node:child_process';
import {mkdtempSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {expect, test} from 'vitest';
import {endSession, freezeProcesses, processesOf, thawProcesses} from '../../../src/session/end-processes.ts';
import {adoptersOf} from '../../../src/session/kin.ts';
import {allProcesses, markedBy, treeOf} from '../../../src/session/processes.ts';
import {eventually} from '../../support/eventually.ts';
import {isAlive, killProcess, stateOf} from '../../support/processes.ts';

let count = 0;

/** A "pane" of a session of its own: a shell that runs a script below itself. */
const pane = (script: string) => {
	const id = `unit-${process.pid}-${count++}`;
	const env = {...process.env, SQUAD_SESSION_ID: id};
	const child: ChildProcess = spawn('sh', ['-c', script], {env, stdio: 'ignore', detached: true});
	const pid = child.pid ?? 0;
	return {
		id,
		pid,
		adopters: adoptersOf(pid),
		/** As tmux does it: a hang-up for the pane and all below it. */
		close: async () => {
			process.kill(-pid, 'SIGHUP');
		},
		marked: () => markedBy(id, allProcesses()).map(one => one.pid),
		[Symbol.dispose]: () => {
			const left = [...markedBy(id, allProcesses()), ...treeOf([pid], allProcesses())];
			for (const one of left) killProcess(one.pid);
		},
	};
};

test('a session ends with everything that runs for it', async () => {
	using one = pane('sleep 60 & sh -c "sleep 60 & wait" & wait');
	await eventually(() => one.marked().length === 4);
	const pids = one.marked();
	expect(await endSession(one.id, [one.pid], one.adopters, one.close)).toEqual([]);
	expect(pids.filter(isAlive)).toEqual([]);
});

test.each([
	['a daemon that left its terminal', 'setsid sleep 60 & wait'],
	['an orphan', '(sleep 60 &) ; sleep 60'],
	['a program that ignores hang-ups', 'trap "" HUP; sleep 60'],
	['a program that ignores polite words', 'trap "" HUP TERM INT; while :; do sleep 1; done'],
])('so does %s', async (_, script) => {
	using one = pane(script);
	await eventually(() => one.marked().length >= 2);
	expect(await endSession(one.id, [one.pid], one.adopters, one.close)).toEqual([]);
	expect(one.marked()).toEqual([]);
});

test.each([
	['everything below a pane', 'sleep 60 & sh -c "sleep 60 & wait" & wait', 4],
	['an orphan', '(sleep 60 &) ; sleep 60', 3],
	[
		'a daemon and what it started',
		'setsid sh -c "sleep 60 & sleep 60 & wait" & (setsid sh -c "sleep 60 & wait" &); wait',
		6,
	],
	['a pane that is gone', '(sleep 60 &) ; (setsid sh -c "sleep 60 & wait" &) ; exit 0', 3],
])('looking near finds what looking everywhere finds: %s', async (_, script, many) => {
	using one = pane(script);
	await eventually(() => one.marked().length === many);
	const near = processesOf(one.id, [one.pid], one.adopters).all.map(({pid}) => pid);
	expect(near.toSorted()).toEqual(one.marked().toSorted());
	expect(near.toSorted()).toEqual(
		processesOf(one.id, [one.pid], undefined)
			.all.map(({pid}) => pid)
			.toSorted(),
	);
});

test('so does what was frozen', async () => {
	using one = pane('sleep 60 & wait');
	await eventually(() => one.marked().length === 2);
	freezeProcesses(one.id, [one.pid], one.adopters);
	expect(await endSession(one.id, [one.pid], one.adopters, one.close)).toEqual([]);
	expect(one.marked()).toEqual([]);
});

test('so does what has hidden its mark, as long as it is below a pane', async () => {
	using one = pane('env -i sleep 60 & wait');
	const below = () => treeOf([one.pid], allProcesses()).map(({pid}) => pid);
	await eventually(() => below().length === 2);
	const pids = below();
	expect(await endSession(one.id, [one.pid], one.adopters, one.close)).toEqual([]);
	expect(pids.filter(isAlive)).toEqual([]);
});

test('another session goes on', async () => {
	using one = pane('sleep 60 & wait');
	using other = pane('sleep 60 & wait');
	await eventually(() => one.marked().length === 2 && other.marked().length === 2);
	await endSession(one.id, [one.pid], one.adopters, one.close);
	expect(other.marked().filter(isAlive)).toHaveLength(2);
});

test('squad never ends itself, also when it is called from inside the session', () => {
	const {all} = processesOf('nobody', [process.pid], undefined);
	expect(all.map(({pid}) => pid)).not.toContain(process.pid);
});

test('a tmux server that was started from inside a session is somebody’s own, with all that lives in it', async () => {
	const folder = mkdtempSync(join(tmpdir(), 'sq-end-'));
	const tmux = ['tmux', '-S', join(folder, 's'), '-f', '/dev/null'];
	using one = pane(`${tmux.join(' ')} new-session -d 'exec sleep 60'; sleep 60`);
	const living = () => markedBy(one.id, allProcesses());
	await eventually(() => living().some(({name}) => name === 'tmux: server') && living().length >= 4);
	const server = living().find(({name}) => name === 'tmux: server');
	const theirs = treeOf([server?.pid ?? 0], allProcesses()).map(({pid}) => pid);
	expect(await endSession(one.id, [one.pid], one.adopters, one.close)).toEqual([]);
	expect(theirs.filter(isAlive)).toEqual(theirs);
	spawnSync(tmux[0] ?? '', [...tmux.slice(1), 'kill-server']);
	rmSync(folder, {recursive: true});
});

test('freezing stops everything but the pane’s own process, thawing lets it go on', async () => {
	using one = pane('sleep 60 & sh -c "sleep 60 & wait" & wait');
	await eventually(() => one.marked().length === 4);
	const below = one.marked().filter(pid => pid !== one.pid);
	freezeProcesses(one.id, [one.pid], one.adopters);
	await eventually(() => below.every(pid => stateOf(pid) === 'T'));
	expect(stateOf(one.pid)).toBe('S');
	thawProcesses(one.id, [one.pid], one.adopters);
	await eventually(() => below.every(pid => stateOf(pid) === 'S'));
});

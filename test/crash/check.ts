import {existsSync, readdirSync} from 'node:fs';
import {join} from 'node:path';
import {processesWith} from '../support/processes.ts';
import type {Session} from '../support/session-json.ts';
import {CLEAN, snapshot} from '../support/snapshot.ts';
import {tracesIn} from '../support/traces.ts';
import type {Charge, CrashWorld} from './world.ts';

const compare = (what: string, found: unknown, wanted: unknown): string[] => {
	const [a, b] = [JSON.stringify(found), JSON.stringify(wanted)];
	return a === b ? [] : [`${what}: ${a?.slice(0, 600)} instead of ${b?.slice(0, 600)}`];
};

/** How deep a session is paused. */
export type Depth = 'cold' | 'warm' | 'freed';

const lines = (text: string): string[] => text.split('\n').filter(Boolean);

/** Questions that do not depend on each other are asked at once. */
const all = async (...asked: readonly (string[] | Promise<string[]>)[]): Promise<string[]> =>
	(await Promise.all(asked)).flat();

/** Locks, scratch files, stages, refs and entries that only a session under way may have. */
const leftovers = async (here: CrashWorld): Promise<string[]> => {
	const traces = await tracesIn({run: here.run, squadHome: here.squadHome, tmp: here.tmp, repositories: [here.repo]});
	const locks = join(here.squadHome, 'locks');
	const stages = existsSync(join(here.squadHome, 'worktrees'))
		? readdirSync(join(here.squadHome, 'worktrees'), {recursive: true}).filter(name => /squad-stage/.test(String(name)))
		: [];
	return [...traces, ...(existsSync(locks) ? readdirSync(locks) : []), ...stages].map(path => `left behind: ${path}`);
};

/** What a session at work has no more use for. */
const OF_THE_PAUSED = /^(parked|hidden|gitdir|work|scratch|.*\.partial)$/;

const keptFor = (here: CrashWorld, id: string): string[] =>
	readdirSync(join(here.squadHome, 'sessions', id))
		.filter(name => OF_THE_PAUSED.test(name))
		.map(name => `still kept: ${name}`);

/** The conversation goes on under its first id, and nobody else ever spoke in it. */
const talk = async (here: CrashWorld, {id, token}: Charge): Promise<string[]> => {
	const mine = (await here.events()).map(line => line.split(' ')).filter(([, session]) => session === id);
	const wrong = mine.filter(
		([event, , talkId]) => event?.startsWith('double') || event === 'refused' || talkId !== token,
	);
	const begun = mine.filter(([event]) => event === 'begin').length;
	return [
		...wrong.map(event => `conversation: ${event.join(' ')}`),
		...(begun === 1 ? [] : [`conversation begun ${begun} times`]),
	];
};

const screen = async (here: CrashWorld, {id, token}: Charge): Promise<string[]> => {
	const {stdout} = await here.squad('logs', id, '--plain');
	return compare('scrollback, first line', lines(stdout).filter(line => line === `born ${token}`).length, 1);
};

const processes = (here: CrashWorld, id: string): number =>
	processesWith(`SQUAD_SESSION_ID=${id}`).filter(({command}) => command.includes(here.root)).length;

const soon = async (count: () => number, wanted: number): Promise<number> => {
	for (let tries = 0; tries < 40 && count() !== wanted; tries++) await new Promise(resolve => setTimeout(resolve, 50));
	return count();
};

const sameWork = async (here: CrashWorld, {cwd, before}: Charge): Promise<string[]> =>
	compare('work', existsSync(cwd) ? await snapshot(here, cwd) : null, before);

const inTmux = async (here: CrashWorld, id: string): Promise<string[]> =>
	compare('tmux sessions', lines((await here.tmux('ls', '-F', '#S')).stdout).filter(name => name === id).length, 1);

const stashes = async (here: CrashWorld, wanted: number): Promise<string[]> =>
	compare('stash list', lines(await here.git('stash', 'list')).length, wanted);

const pins = async (here: CrashWorld, id: string): Promise<string[]> =>
	compare('refs', lines(await here.git('for-each-ref', '--format=%(refname)', `refs/squad/${id}`)), []);

const running = async (here: CrashWorld, id: string, wanted: number): Promise<string[]> =>
	compare('processes', await soon(() => processes(here, id), wanted), wanted);

/** Everything is there exactly once, the agent runs, and nothing is left over. */
export const checkRunning = async (here: CrashWorld, charge: Charge): Promise<string[]> => {
	const {id, token} = charge;
	const view = await here.status(id);
	const wanted = {status: 'active', intent: 'running', pausedAt: null, pauseState: null, token, lastError: null};
	const found = Object.fromEntries(Object.keys(wanted).map(key => [key, view[key as keyof Session]]));
	return [
		...compare('status', found, wanted),
		...(await all(
			...[sameWork(here, charge), running(here, id, 2), inTmux(here, id), stashes(here, 0), pins(here, id)],
			...[talk(here, charge), screen(here, charge), keptFor(here, id)],
		)),
		...(await leftovers(here)),
	];
};

const pausedTree = async (here: CrashWorld, {cwd, before}: Charge, depth: Depth): Promise<string[]> =>
	depth === 'freed'
		? compare('worktree', existsSync(cwd), false)
		: compare('tree', (await snapshot(here, cwd)).status, depth === 'warm' ? before.status : CLEAN);

export const checkPaused = async (here: CrashWorld, charge: Charge, depth: Depth): Promise<string[]> => {
	const {id, token} = charge;
	const {status, intent, token: now, pauseState} = await here.status(id);
	return [
		...compare('status', {status, intent, token: now}, {status: 'paused', intent: 'paused', token}),
		...compare('depth', pauseState?.depth, depth === 'warm' ? 'warm' : 'cold'),
		...(await all(
			...[pausedTree(here, charge, depth), running(here, id, depth === 'warm' ? 2 : 0)],
			...[stashes(here, depth === 'warm' ? 0 : 1), talk(here, charge), screen(here, charge)],
		)),
		...(await leftovers(here)),
	];
};

/** Nothing runs, everything is where it was. */
export const checkEnded = async (here: CrashWorld, charge: Charge): Promise<string[]> => {
	const {id, token} = charge;
	const {status, intent, token: now} = await here.status(id);
	return [
		...compare('status', {status, intent, token: now}, {status: 'ended', intent: 'ended', token}),
		...(await all(sameWork(here, charge), running(here, id, 0), talk(here, charge), screen(here, charge))),
		...(await leftovers(here)),
	];
};

/** Gone from sight; what an undo needs is pinned. */
export const checkRemoved = async (here: CrashWorld, {id, cwd, branch}: Charge): Promise<string[]> => [
	...compare('listed', (await here.list()).filter(one => one.id === id).length, 0),
	...compare('worktree', existsSync(cwd), false),
	...(await all(
		here.git('branch', '--list', branch).then(found => compare('branch', found, '')),
		here.git('worktree', 'list').then(found => compare('registered', found.includes(id), false)),
		...[running(here, id, 0), stashes(here, 0)],
	)),
	...compare('trash', existsSync(join(here.squadHome, 'trash', id)), true),
	...(await leftovers(here)),
];

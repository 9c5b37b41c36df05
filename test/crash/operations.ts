import {existsSync} from 'node:fs';
import {join} from 'node:path';
import type {Run} from '../support/run.ts';
import {checkEnded, checkPaused, checkRemoved, checkRunning, type Depth} from './check.ts';
import {type Charge, type CrashWorld, chargeOf} from './world.ts';

/** What somebody does after the kill, and what is wrong when they are done. */
export type Finish = {
	readonly what: string;
	readonly run: (here: CrashWorld, charge: Charge) => Promise<string[]>;
};

/** An operation of squad that is killed at each of its boundaries. */
export type Operation = {
	readonly what: string;
	/** Whether the session is the same in all cases, or a new one each time. */
	readonly isLast?: boolean;
	/** From a running session to where the operation begins. */
	readonly start: (here: CrashWorld, charge: Charge) => Promise<void>;
	readonly args: (charge: Charge) => string[];
	/** The same again, the opposite, `squad recover`: they take turns. Each ends with the session running again. */
	readonly finishes: readonly Finish[];
};

const wrong = (what: string, {code, stdout, stderr}: Run, ...allowed: number[]): string[] =>
	allowed.includes(code) ? [] : [`${what}: exit ${code}: ${stdout}${stderr}`];

const isRemoved = (here: CrashWorld, {id}: Charge) =>
	!existsSync(join(here.squadHome, 'sessions', id, 'session.json')) && existsSync(join(here.squadHome, 'trash', id));

/** From wherever it is back to a running session that has everything. */
const bringBack = async (here: CrashWorld, charge: Charge): Promise<string[]> => {
	const undone = isRemoved(here, charge) ? wrong('undo', await here.squad('undo'), 0) : [];
	const resumed = wrong('resume', await here.squad('resume', charge.id), 0);
	return [...undone, ...resumed, ...(await checkRunning(here, charge))];
};

const must = async (run: Promise<Run>): Promise<void> => {
	const {code, stdout, stderr} = await run;
	if (code !== 0) throw new Error(`could not prepare: exit ${code}: ${stdout}${stderr}`);
};

const finish = (what: string, ...args: string[]): Finish => ({
	what,
	run: async (here, charge) => [
		...wrong(what, await here.squad(...args, ...(args.length === 1 && what !== 'undo' ? [charge.id] : [])), 0),
		...(await bringBack(here, charge)),
	],
});

const RECOVER: Finish = {
	what: 'recover',
	run: async (here, charge) => [
		...wrong('recover', await here.squad('recover'), 0),
		...(await bringBack(here, charge)),
	],
};

const FLAGS: Readonly<Record<Depth, string[]>> = {cold: [], warm: ['--warm'], freed: ['--free-disk']};

const pauseArgs = (depth: Depth, {id}: Charge) => ['pause', id, '--timeout', '10', ...FLAGS[depth]];

const pause = (depth: Depth): Operation => ({
	what: `pause ${depth}`,
	start: async () => undefined,
	args: charge => pauseArgs(depth, charge),
	finishes: [
		{
			what: 'pause again',
			run: async (here, charge) => [
				...wrong('pause again', await here.squad(...pauseArgs(depth, charge)), 0),
				...(await checkPaused(here, charge, depth)),
				...(await bringBack(here, charge)),
			],
		},
		finish('resume', 'resume'),
		RECOVER,
	],
});

const resume = (depth: Depth): Operation => ({
	what: `resume from ${depth}`,
	start: (here, charge) => must(here.squad(...pauseArgs(depth, charge))),
	args: ({id}) => ['resume', id],
	finishes: [
		finish('resume', 'resume'),
		{
			what: 'pause',
			run: async (here, charge) => [
				...wrong('pause', await here.squad(...pauseArgs(depth, charge), '--force'), 0),
				...(await checkPaused(here, charge, depth)),
				...(await bringBack(here, charge)),
			],
		},
		RECOVER,
	],
});

const restart: Operation = {
	what: 'restart',
	start: async () => undefined,
	args: ({id}) => ['restart', id],
	finishes: [finish('restart', 'restart'), finish('resume', 'resume'), RECOVER],
};

const rename: Operation = {
	what: 'rename',
	start: async () => undefined,
	args: ({id}) => ['rename', id, 'another title'],
	finishes: [
		{
			what: 'rename again',
			run: async (here, charge) => [
				...wrong('rename', await here.squad('rename', charge.id, 'work'), 0),
				...((await here.status(charge.id)).title === 'work' ? [] : ['the title is not what was said last']),
				...(await bringBack(here, charge)),
			],
		},
		RECOVER,
	],
};

const remove: Operation = {
	what: 'rm',
	start: async () => undefined,
	args: ({id}) => ['rm', '--force', id],
	finishes: [
		{
			what: 'rm again',
			run: async (here, charge) => [
				// 3: it was gone already.
				...wrong('rm', await here.squad('rm', '--force', charge.id), 0, 3),
				...(await checkRemoved(here, charge)),
				...(await bringBack(here, charge)),
			],
		},
		{
			what: 'undo',
			run: async (here, charge) => [
				// 4: it was killed before it had begun.
				...wrong('undo', await here.squad('undo'), 0, 4),
				...(await bringBack(here, charge)),
			],
		},
		RECOVER,
	],
};

const undo: Operation = {
	what: 'undo',
	start: (here, {id}) => must(here.squad('rm', '--force', id)),
	args: () => ['undo'],
	finishes: [
		{
			what: 'undo again',
			// 4: it was back already.
			run: async (here, charge) => [
				...wrong('undo', await here.squad('undo'), 0, 4),
				...(await bringBack(here, charge)),
			],
		},
		{
			what: 'rm',
			run: async (here, charge) => [
				...wrong('rm', await here.squad('rm', '--force', charge.id), 0, 3),
				...(await checkRemoved(here, charge)),
				...(await bringBack(here, charge)),
			],
		},
		RECOVER,
	],
};

/** Another session in the same worktree, whose things stay when this one goes. */
const guestOf = async (here: CrashWorld, {id}: Charge): Promise<Charge> => {
	const found = (await here.list()).find(one => one.id !== id);
	return chargeOf(here, found ?? (await here.create('guest', '--with', id)));
};

/** Gone or not, it comes back with everything, and the guest has lost nothing. */
const besideGuest = (operation: Operation): Operation => ({
	...operation,
	what: `${operation.what} beside a guest`,
	start: async (here, charge) => {
		await guestOf(here, charge);
		await operation.start(here, charge);
	},
	finishes: operation.finishes.map(({what}, at) => ({
		what,
		run: async (here, charge) => {
			const args = [
				operation.args(charge),
				operation.what === 'rm' ? ['undo'] : ['rm', '--force', charge.id],
				['recover'],
			];
			return [
				// 3 and 4: it was gone, or back, already.
				...wrong(what, await here.squad(...(args[at] ?? [])), 0, 3, 4),
				...(await bringBack(here, charge)),
				...(await checkRunning(here, await guestOf(here, charge))),
			];
		},
	})),
});

/** Ends what is not ended yet. */
const endAndCheck = async (here: CrashWorld, charge: Charge): Promise<string[]> => [
	...wrong('end', await here.squad('end', charge.id), 0),
	...(await checkEnded(here, charge)),
];

const end: Operation = {
	what: 'end',
	isLast: true,
	start: async () => undefined,
	args: ({id}) => ['end', id],
	finishes: [
		{what: 'end again', run: endAndCheck},
		{
			what: 'resume',
			run: async (here, charge) => [
				// 4: it is ended.
				...wrong('resume', await here.squad('resume', charge.id), 0, 4),
				...(await endAndCheck(here, charge)),
			],
		},
		{
			what: 'recover',
			run: async (here, charge) => [
				...wrong('recover', await here.squad('recover'), 0),
				...(await endAndCheck(here, charge)),
			],
		},
	],
};

const idsIn = async (here: CrashWorld): Promise<string[]> => (await here.list()).map(({id}) => id);

/** A prompt reaches its agent once, however often squad died on the way. */
const checkPrompt = async (here: CrashWorld, id: string): Promise<string[]> => {
	const heard = (await here.events()).filter(line => line.startsWith(`line:words ${id} `)).length;
	return heard === 1 ? [] : [`the first prompt of ${id} arrived ${heard} times`];
};

/** What a killed `new` has left is a session like any other, or nothing; and it goes without a trace. */
const checkMade = async (here: CrashWorld, {id: other}: Charge): Promise<string[]> => {
	const wrongs: string[] = [];
	const made = (await idsIn(here)).filter(id => id !== other);
	for (const id of made) {
		const session = await here.status(id);
		wrongs.push(...(await checkRunning(here, await chargeOf(here, session))), ...(await checkPrompt(here, id)));
	}
	if (made.length > 0) wrongs.push(...wrong('rm', await here.squad('rm', '--force', ...made), 0));
	const branches = (await here.git('branch', '--list', 'squad/*')).split('\n').filter(Boolean);
	const worktrees = (await here.git('worktree', 'list')).split('\n');
	return [
		...wrongs,
		...(branches.length === 1 ? [] : [`branches left: ${branches}`]),
		...(worktrees.length === 2 ? [] : [`worktrees left: ${worktrees}`]),
	];
};

const create: Operation = {
	what: 'new',
	start: async () => undefined,
	args: () => ['new', 'made', '-p', 'words'],
	finishes: [
		{
			what: 'new again',
			run: async (here, charge) => [
				...wrong('new', await here.squad('new', 'made', '-p', 'words'), 0),
				...(await checkMade(here, charge)),
			],
		},
		{
			what: 'recover',
			run: async (here, charge) => [
				...wrong('recover', await here.squad('recover'), 0),
				...(await checkMade(here, charge)),
			],
		},
		{
			what: 'resume',
			run: async (here, charge) => {
				const ids = (await idsIn(here)).filter(id => id !== charge.id);
				const resumed = ids.length === 0 ? [] : wrong('resume', await here.squad('resume', ...ids), 0);
				return [...resumed, ...(await checkMade(here, charge))];
			},
		},
	],
};

/** A recovery that is killed itself, after an operation that was killed at its middle. */
const recover = (
	what: string,
	first: (charge: Charge) => string[],
	start: Operation['start'],
	at: number,
): Operation => ({
	what: `recover after ${what}`,
	start: async (here, charge) => {
		await start(here, charge);
		await here.dieAt(at, ...first(charge));
	},
	args: () => ['recover'],
	finishes: [RECOVER, finish('resume', 'resume')],
});

export const OPERATIONS: readonly Operation[] = [
	create,
	pause('cold'),
	pause('freed'),
	pause('warm'),
	resume('cold'),
	resume('freed'),
	resume('warm'),
	restart,
	rename,
	end,
	remove,
	undo,
	besideGuest(remove),
	besideGuest(undo),
	recover(
		'pause',
		charge => pauseArgs('freed', charge),
		async () => undefined,
		145,
	),
	recover(
		'resume',
		({id}) => ['resume', id],
		(here, charge) => must(here.squad(...pauseArgs('freed', charge))),
		66,
	),
];

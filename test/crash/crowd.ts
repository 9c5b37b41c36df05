import {terminal} from '../support/terminal.ts';
import {dice, settleAll} from './settle.ts';
import {type Waiting, waitingIn} from './waiting.ts';
import {type Charge, type CrashWorld, crashWorld, newCharge} from './world.ts';

export type Crowd = {
	readonly squads: number;
	readonly sessions: number;
	readonly seconds: number;
	readonly seed: number;
};

export type Deeds = {commands: number; killed: number; busy: number; tuis: number; longestMs: number};

/** Nobody waits for a lock for longer than this, in seconds of the machine at rest. */
const LONGEST_WAIT = 10;

type Rename = {readonly id: string; readonly title: string; readonly began: number; readonly ended: number};

/** Done, failed or busy, no such session (removed just now), wrong state, not safe. */
const FINE = [0, 1, 3, 4, 5];
const KILLED = 137;

type Scene = {
	readonly here: CrashWorld;
	readonly ids: readonly string[];
	readonly until: number;
	readonly deeds: Deeds;
	readonly renames: Rename[];
	readonly said: string[];
	readonly wrong: string[];
};

const logOf = ({root}: CrashWorld): string => `${root}/debug.log`;

/** One squad command; now and then its process is killed at a random boundary. */
const command = async ({here, deeds, wrong}: Scene, args: string[], dieAt: number): Promise<number> => {
	const began = Date.now();
	const env = {CRASH_AT: String(dieAt), SQUAD_LOG: logOf(here)};
	const {code, stdout, stderr} = await here.crowdRun(env, ...args);
	deeds.commands++;
	deeds.longestMs = Math.max(deeds.longestMs, Date.now() - began);
	if (code === KILLED && dieAt > 0) deeds.killed++;
	else if (!FINE.includes(code) || /this is a bug/.test(stderr))
		wrong.push(`${args.join(' ')}: exit ${code}: ${stdout}${stderr}`);
	if (/another squad is at work/.test(stderr)) deeds.busy++;
	return code;
};

/** The TUI is opened in a terminal and killed there. */
const openTui = async ({here, deeds}: Scene, forMs: number): Promise<void> => {
	await using tui = terminal(here, 'squad', []);
	deeds.tuis++;
	await new Promise(resolve => setTimeout(resolve, forMs));
	tui.write('jj');
};

const act = async (scene: Scene, seed: number): Promise<void> => {
	const chance = dice(seed);
	for (let turn = 0; Date.now() < scene.until; turn++) {
		const id = chance.one(scene.ids);
		const dieAt = chance.below(10) === 0 ? 1 + chance.below(200) : 0;
		const began = Date.now();
		const word = `w${seed}x${turn}`;
		const choice = chance.below(13);
		if (choice < 3) await command(scene, ['pause', id, '--timeout', '3'], dieAt);
		else if (choice === 3) await command(scene, ['pause', id, '--timeout', '3', '--free-disk'], dieAt);
		else if (choice === 4) await command(scene, ['pause', id, '--timeout', '3', '--warm'], dieAt);
		else if (choice < 8) await command(scene, ['resume', id], dieAt);
		else if (choice === 8) {
			if ((await command(scene, ['send', id, word], 0)) === 0) scene.said.push(word);
		} else if (choice === 9) {
			const code = await command(scene, ['rename', id, word], 0);
			if (code === 0) scene.renames.push({id, title: word, began, ended: Date.now()});
		} else if (choice === 10) await command(scene, ['rm', '--force', id], dieAt);
		else if (choice === 11) await command(scene, ['undo'], dieAt);
		else await openTui(scene, 300 + chance.below(1500));
	}
};

/** Whoever was the last to give a title has given it; of several at the same moment, one of them. */
const lostRenames = async (
	here: CrashWorld,
	charges: readonly Charge[],
	renames: readonly Rename[],
): Promise<string[]> => {
	const wrong: string[] = [];
	for (const {id} of charges) {
		const mine = renames.filter(one => one.id === id).sort((a, b) => b.ended - a.ended);
		const last = mine[0];
		const possible = last === undefined ? [] : mine.filter(one => one.ended >= last.began).map(({title}) => title);
		const {title} = await here.status(id);
		if (possible.length > 0 && !possible.includes(title))
			wrong.push(`lost update: ${id} is called ${title}, not ${possible}`);
	}
	return wrong;
};

type Outcome = {readonly deeds: Deeds; readonly waiting: Waiting; readonly wrong: string[]};

/** Many squads at random on the same sessions. Returns what was wrong at any time and at the end. */
export const crowd = async ({squads, sessions, seconds, seed}: Crowd): Promise<Outcome> => {
	await using here = await crashWorld();
	const charges: Charge[] = [];
	for (let n = 0; n < sessions; n++) charges.push(await newCharge(here, `session ${n}`));
	const measure = await waitingIn(here, logOf(here));
	const deeds = {commands: 0, killed: 0, busy: 0, tuis: 0, longestMs: 0};
	const scene: Scene = {
		...{here, deeds, ids: charges.map(({id}) => id), until: Date.now() + seconds * 1000},
		...{renames: [], said: [], wrong: []},
	};
	const all = Array.from({length: squads}, (_, n) => act(scene, seed * 1000 + n));
	await Promise.all([...all, measure.watch(scene.until)]);
	const waiting = await measure.found();
	const wrong = [...scene.wrong, ...(await settleAll(here, charges))];
	const heard = (await here.events()).flatMap(line => /^line:(\S+)/.exec(line)?.[1] ?? []);
	const twice = scene.said.filter(word => heard.filter(one => one === word).length > 1);
	return {
		deeds,
		waiting,
		wrong: [
			...wrong,
			...(waiting.longestAtRest <= LONGEST_WAIT ? [] : [`waited too long for a lock: ${JSON.stringify(waiting)}`]),
			...twice.map(word => `sent twice: ${word}`),
			...(await lostRenames(here, charges, scene.renames)),
		],
	};
};

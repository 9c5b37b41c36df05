import {type Report, stateOf} from './matrix.ts';
import {dice, settleAll} from './settle.ts';
import {type Charge, type CrashWorld, chargeOf, crashWorld, newCharge} from './world.ts';

/** More boundaries than any operation has are never reached: then it is let live, as in life. */
const MOST_BOUNDARIES = 290;
const BETWEEN_LOOKS = 10;

const DEEDS: readonly ((id: string) => string[])[] = [
	id => ['pause', id, '--timeout', '5'],
	id => ['pause', id, '--timeout', '5'],
	id => ['pause', id, '--timeout', '5', '--free-disk'],
	id => ['pause', id, '--timeout', '5', '--warm'],
	id => ['resume', id],
	id => ['resume', id],
	id => ['restart', id],
	id => ['rename', id, 'work'],
	id => ['rm', '--force', id],
	() => ['undo'],
	() => ['recover'],
	() => ['pause', '--all', '--timeout', '5'],
	() => ['ls'],
];

/** Three sessions of their own, and a guest in the worktree of the first. */
const people = async (here: CrashWorld): Promise<Charge[]> => {
	const own = [];
	for (const title of ['one', 'two', 'three']) own.push(await newCharge(here, title));
	return [...own, await chargeOf(here, await here.create('guest', '--with', own[0]?.id ?? ''))];
};

/** Many deaths in one life: what one leaves, the next one meets. Looked at now and then. */
export const live = async (
	seed: number,
	kills: number,
	until: number,
	report: Report,
	tell: (line: string) => void,
) => {
	const chance = dice(seed);
	await using here = await crashWorld();
	const charges = await people(here);
	const done: string[] = [];
	const look = async (died: number): Promise<boolean> => {
		const wrong = await settleAll(here, charges);
		if (wrong.length > 0) {
			report.failures.push({operation: `life ${seed}`, at: `kill ${died}`, after: 'recover, undo, resume', wrong});
			tell(`life ${seed}, after\n  ${done.slice(-20).join('\n  ')}\nfound\n  ${wrong.join('\n  ')}`);
		}
		done.length = 0;
		return wrong.length === 0;
	};
	for (let died = 0, isWell = true; isWell && died < kills; ) {
		const charge = chance.one(charges);
		const args = chance.one(DEEDS)(charge.id);
		const {code, boundaries} = await here.dieAt(1 + chance.below(MOST_BOUNDARIES), ...args);
		done.push(`${args.join(' ')}: ${code === 137 ? `killed before ${boundaries.at(-1)}` : `exit ${code}`}`);
		if (code === 137) {
			died++;
			report.kills++;
			report.states.add(await stateOf(here, charge));
		}
		const isOver = died === kills || Date.now() > until;
		if (isOver || (code === 137 && died % BETWEEN_LOOKS === 0)) isWell = await look(died);
		if (isOver) return;
	}
};

import {existsSync} from 'node:fs';
import {join} from 'node:path';
import {checkRunning} from './check.ts';
import type {Charge, CrashWorld} from './world.ts';

/** Numbers that look random and are the same for the same seed. */
export const dice = (seed: number) => {
	let state = seed >>> 0;
	const next = (): number => {
		state = (state + 0x6d2b79f5) >>> 0;
		let value = Math.imul(state ^ (state >>> 15), 1 | state);
		value = (value + Math.imul(value ^ (value >>> 7), 61 | value)) ^ value;
		return ((value ^ (value >>> 14)) >>> 0) / 2 ** 32;
	};
	return {
		below: (limit: number): number => Math.floor(next() * limit),
		one: <T>(of: readonly T[]): T => of[Math.floor(next() * of.length)] as T,
	};
};

const isRemoved = (here: CrashWorld, id: string): boolean =>
	!existsSync(join(here.squadHome, 'sessions', id, 'session.json')) && existsSync(join(here.squadHome, 'trash', id));

/** From wherever everything is: finish, undo, resume, and look whether everybody has everything, once. */
export const settleAll = async (here: CrashWorld, charges: readonly Charge[]): Promise<string[]> => {
	const wrong: string[] = [];
	const must = async (...args: string[]) => {
		const {code, stdout, stderr} = await here.squad(...args);
		if (code !== 0) wrong.push(`${args.join(' ')}: exit ${code}: ${stdout}${stderr}`);
	};
	await must('recover');
	for (let left = charges.length; left > 0 && charges.some(({id}) => isRemoved(here, id)); left--) await must('undo');
	for (const {id} of charges) await must('resume', id);
	for (const charge of charges) {
		const found = await checkRunning(here, charge).catch((cause: unknown) => [String(cause)]);
		wrong.push(...found.map(line => `${charge.id}: ${line}`));
	}
	return wrong;
};

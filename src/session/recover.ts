import {carryOut} from './carry-out.ts';
import {type CutOff, cutOffSessions} from './cut-off.ts';
import type {SquadError} from './errors.ts';
import {explain} from './explain.ts';
import {type World, withSession} from './held.ts';
import {underWay} from './journal.ts';
import {readRecords} from './records.ts';
import {removeSession} from './remove.ts';
import {waitUntilSafe} from './safe-state.ts';
import {sweep} from './sweep.ts';
import {bringBack} from './undo.ts';

export type Recovered = {readonly session: string; readonly verb: string; readonly error?: SquadError};

/** Finishes one cut-off operation in the direction it had. */
const finish = async (world: World, {record, entry}: CutOff): Promise<void> => {
	if (entry.verb === 'remove') {
		await removeSession(world, record, {force: true, keepBranch: false});
		return;
	}
	await withSession(world, record, 'recover', async held => {
		if (underWay(world.home, record.id) === undefined) {
			return;
		}
		if (entry.verb === 'undo') {
			await bringBack(world, record.id);
			return;
		}
		const wants = entry.wants ?? {depth: 'cold', freeDisk: false};
		if (held.record().intent === 'paused') {
			// The agent may have been set to work again since.
			await waitUntilSafe(held, {timeoutSeconds: 0, interrupt: false, force: false});
		}
		await carryOut(held, entry.verb, wants, {fresh: false, prompt: undefined, cameBack: () => undefined});
	});
};

/** Finishes whatever a crash left half-way; each session by itself, so that one failure stops no other. */
export const recover = async (world: World, dryRun = false): Promise<Recovered[]> => {
	const found = cutOffSessions(world, readRecords(world.home).records);
	const done: Recovered[] = [];
	if (!dryRun) {
		await sweep(world.home);
	}
	for (const one of found) {
		const {record, entry} = one;
		try {
			await (dryRun ? undefined : finish(world, one));
			done.push({session: record.id, verb: entry.verb});
		} catch (cause) {
			// A full disk, say, must not hide the other sessions; only a bug is thrown on.
			done.push({session: record.id, verb: entry.verb, error: explain(cause, record.id)});
		}
	}
	return done;
};

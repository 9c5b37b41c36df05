import {SquadError} from './errors.ts';
import type {World} from './held.ts';
import {look} from './look.ts';
import {readRecords} from './records.ts';
import type {Recovered} from './recover.ts';
import {resumeSession} from './resume.ts';
import type {SessionRecord} from './session.ts';

/** Sessions that should run and whose processes are gone although nobody asked for it: a reboot, a killed server. */
export const interruptedSessions = async (world: World): Promise<SessionRecord[]> => {
	const {records} = readRecords(world.home);
	const interrupted = new Set(
		(await look(world, records)).filter(({status}) => status === 'interrupted').map(({id}) => id),
	);
	return records.filter(({id}) => interrupted.has(id));
};

/** Continues them, one after the other: several agents that start at once have truncated their transcripts. */
export const resumeInterrupted = async (world: World): Promise<Recovered[]> => {
	const done: Recovered[] = [];
	for (const record of await interruptedSessions(world)) {
		try {
			await resumeSession(world, record, {});
			done.push({session: record.id, verb: 'resume'});
		} catch (cause) {
			if (!(cause instanceof SquadError)) {
				throw cause;
			}
			done.push({session: record.id, verb: 'resume', error: cause});
		}
	}
	return done;
};

import {carryOut} from './carry-out.ts';
import {type World, withSession} from './held.ts';
import type {SessionRecord} from './session.ts';

/** Terminal: nothing runs any more, everything is kept where it is, and resume refuses. Already ended is fine. */
export const endSession = (world: World, record: SessionRecord): Promise<SessionRecord> =>
	withSession(world, record, 'end', async held => {
		if (held.record().intent !== 'ended') {
			held.update({intent: 'ended'});
		}
		await carryOut(
			held,
			'end',
			{depth: 'cold', freeDisk: false},
			{fresh: false, prompt: undefined, cameBack: () => undefined},
		);
		return held.record();
	});

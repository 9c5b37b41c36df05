import {carryOut} from './carry-out.ts';
import {leaveCompany} from './company.ts';
import {type World, withSession} from './held.ts';
import {type Patience, waitUntilSafe} from './safe-state.ts';
import type {SessionRecord} from './session.ts';

export type Ending = {
	readonly timeoutSeconds?: number | undefined;
	readonly interrupt?: boolean | undefined;
	readonly force?: boolean | undefined;
	/** What whoever waits says meanwhile. */
	readonly decide?: Patience['decide'];
};

/**
 * Terminal: nothing runs any more, everything is kept where it is, and resume refuses. Waits for the agent like a pause:
 * one that is ended in the middle of a turn loses that turn. Already ended is fine.
 */
export const endSession = (world: World, record: SessionRecord, options: Ending): Promise<SessionRecord> =>
	withSession(world, record, 'end', async held => {
		if (held.record().intent !== 'ended') {
			const {pause} = (await held.settings()).settings;
			await waitUntilSafe(held, {
				timeoutSeconds: options.timeoutSeconds ?? pause.timeoutSeconds,
				interrupt: options.interrupt ?? pause.interrupt,
				force: options.force ?? false,
				decide: options.decide,
			});
			leaveCompany(held);
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

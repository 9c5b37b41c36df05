import type {SessionView} from '../../../session/view.ts';
import type {Theme} from '../theme.ts';
import {card, pair} from './box.ts';

const WHY: Readonly<Partial<Record<SessionView['status'], string>>> = {
	interrupted: 'its processes are gone and nobody asked for it (a reboot, a killed server)',
	failed: 'the agent ended with an error; its last words are below',
	completed: 'the agent ended by itself',
	error: 'something could not be done',
	ended: 'ended for good: its data is kept, n starts a new one',
};

/** Why nothing runs, and the way on. PURE. */
export const stoppedCard = (session: SessionView, width: number, theme: Theme): readonly string[] => {
	const {status, workers, lastError, isResumable} = session;
	const why = WHY[status];
	if (why === undefined) {
		return [];
	}
	const code = workers.find(worker => worker.type === 'agent')?.exitCode ?? null;
	const wayOn =
		status === 'ended' ? [] : [isResumable ? 'r resumes it' : 'this agent cannot be continued: n starts a new session'];
	const lines = [
		why,
		...(code === null ? [] : [pair('exit code', `${code}`)]),
		...(lastError === null ? [] : [pair(lastError.layer, lastError.message), pair('', lastError.hint)]),
		...wayOn,
	];
	return card(status, lines, width, theme, status === 'completed' || status === 'ended' ? 'dim' : 'bad');
};

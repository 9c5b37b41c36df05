import type {SessionView} from '../../../session/view.ts';
import {safe} from '../../print.ts';
import type {Say} from '../keys/keymap.ts';
import type {Size} from '../state/layout.ts';
import {wrap} from '../style/cells.ts';
import type {Theme} from '../style/theme.ts';
import {card, pair} from './box.ts';

/** Why nothing runs. */
export const WHY_STOPPED: Readonly<Partial<Record<SessionView['status'], string>>> = {
	interrupted: 'its processes are gone and nobody asked for it (a reboot, a killed server)',
	failed: 'the agent ended with an error; its last words are below',
	completed: 'the agent ended by itself',
	error: 'something could not be done',
	ended: 'ended for good: its data is kept, {new} starts a new one',
};

/** Why nothing runs, and the way on. PURE. */
export const stoppedCard = (
	session: SessionView,
	{columns: width, rows}: Size,
	theme: Theme,
	say: Say,
): readonly string[] => {
	const {status, workers, lastError, isResumable, title} = session;
	const why = WHY_STOPPED[status];
	if (why === undefined) {
		return [];
	}
	const inner = width - 4;
	const code = workers.find(worker => worker.type === 'agent')?.exitCode ?? null;
	const wayOn = isResumable
		? `${theme.paint('key', say('{resume}'))} resumes it`
		: `this agent cannot be continued: ${theme.paint('key', say('{new}'))} starts a new session`;
	const lines = [
		...wrap(say(why), inner),
		...(code === null ? [] : pair('exit code', `${code}`, theme, inner)),
		...(lastError === null
			? []
			: wrap(safe(`${lastError.layer}: ${lastError.message} — ${lastError.hint}`), inner).map(line =>
					theme.paint('bad', line),
				)),
		...(status === 'ended' ? [] : [wayOn]),
	];
	const style = status === 'completed' || status === 'ended' ? 'dim' : 'bad';
	return card(`${title} · ${status}`, lines, width, theme, style, rows);
};

import type {SessionView} from '../../../session/view.ts';
import {safe} from '../../print.ts';
import type {Say} from '../keys/keymap.ts';
import {wrap} from '../style/cells.ts';
import type {Theme} from '../style/theme.ts';

/** A heading and what belongs to it; nothing where there is nothing to say. */
const part = (title: string, text: string | null | undefined, width: number, {paint}: Theme): string[] =>
	text === null || text === undefined || text === ''
		? []
		: [
				paint('heading', title),
				...text.split('\n').flatMap(line => wrap(safe(line), width - 2).map(one => `  ${one}`)),
				'',
			];

/** What was asked, what was done last, what is still to do. PURE. */
export const conversationContent = (session: SessionView, width: number, theme: Theme, say: Say): readonly string[] => {
	const {lastPrompt, pauseState} = session;
	const lines = [
		...part('last prompt', lastPrompt, width, theme),
		...part('last action', pauseState?.lastAction, width, theme),
		...part('pending', pauseState?.pendingTasks.map(task => `☐ ${task}`).join('\n'), width, theme),
	];
	return lines.length > 0 ? lines : [theme.paint('dim', say('nothing was said yet: {send} sends a prompt'))];
};

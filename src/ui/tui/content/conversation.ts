import type {ConversationView} from '../../../session/conversation-view.ts';
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

const tokensOf = (tokens: ConversationView['tokens']): string | null =>
	tokens === null
		? null
		: `${tokens.input} in, ${tokens.output} out${tokens.context === null ? '' : `, ${tokens.context} in context`}`;

/** What was asked, what was done last, what is still to do. PURE. */
export const conversationContent = (
	{lastPrompt, pauseState}: SessionView,
	known: ConversationView | null,
	width: number,
	{theme, say}: {theme: Theme; say: Say},
): readonly string[] => {
	const pending = known?.pendingTasks.length ? known.pendingTasks : (pauseState?.pendingTasks ?? []);
	const lines = [
		...part('last prompt', known?.lastPrompt ?? lastPrompt, width, theme),
		...part('last action', known?.lastAction ?? pauseState?.lastAction, width, theme),
		...part('pending', pending.map(task => `☐ ${task}`).join('\n'), width, theme),
		...part('tokens', tokensOf(known?.tokens ?? null), width, theme),
	];
	return lines.length > 0 ? lines : [theme.paint('dim', say('nothing was said yet: {send} sends a prompt'))];
};

import {pendingTasks, summaryOf} from './conversation/digest.ts';
import {followConversation} from './conversation-view.ts';
import type {Held} from './held.ts';
import {agentHome, conversationsOf, learnToken} from './learn-token.ts';
import {copyTranscript, keepExported} from './transcript-copy.ts';

/** Another squad may be reading the same conversation; it takes no longer than this. */
const WAIT_MS = 5000;

/** Keeps what was said: which conversation it is, a copy of it, and what it amounts to. */
export const saveConversation = async (held: Held): Promise<void> => {
	const agent = await held.agent();
	if (agent === null) return;
	await learnToken(held);
	const record = held.record();
	const mine = conversationsOf(held.world, record, agent)?.find(one => one.token === record.token);
	if (mine !== undefined) copyTranscript(held.home, record.id, mine);
	const exported = mine && agent.exported?.(mine.token, agentHome(held.world, agent));
	if (mine !== undefined && exported !== undefined) keepExported(held.home, record.id, mine.token, exported);
	const digest = await followConversation(held.world, record, agent, WAIT_MS);
	const {pauseState, lastPrompt} = held.record();
	if (digest === undefined || pauseState === null) return;
	const lastAction = digest.lastAction ?? pauseState.lastAction;
	held.update({
		lastPrompt: digest.lastPrompt ?? lastPrompt,
		pauseState: {
			...pauseState,
			conversationSummary: summaryOf(digest),
			lastAction,
			pendingTasks: [...pendingTasks(digest)],
		},
	});
};

import {utimesSync} from 'node:fs';
import type {Agent, Conversation} from './agents/agent.ts';
import {formerCompany} from './company.ts';
import {continuing, freshStart, type Start} from './continuing.ts';
import {pendingTasks} from './conversation/digest.ts';
import {REMINDER, resumePrompt} from './conversation/resume-prompt.ts';
import {SquadError} from './errors.ts';
import type {Held} from './held.ts';
import {conversationsOf, learnToken} from './learn-token.ts';
import {owedStart} from './pending-start.ts';
import {remembered} from './remember-conversation.ts';
import {setupOf} from './setup.ts';
import {putBackTranscript} from './transcript-copy.ts';
import {newUuid} from './uuid.ts';

/** Agents delete what is older than 30 days at their start; with some margin. */
const OLD_MS = 20 * 24 * 60 * 60 * 1000;

/** A conversation that is about to be continued must not be deleted for its age in the same moment. */
const keepFromDeletion = (conversations: readonly Conversation[] | undefined, token: string | null): void => {
	const mine = conversations?.find(one => one.token === token);
	if (mine === undefined || mine.file === '' || Date.now() - mine.modifiedAt < OLD_MS) return;
	try {
		utimesSync(mine.file, new Date(), new Date());
	} catch {
		// Not ours to touch: then the copy has to do.
	}
};

/** What the agent keeps for this directory, with the session's own put back if it was deleted meanwhile. */
const verified = (held: Held, agent: Agent): readonly Conversation[] | undefined => {
	const {id, token} = held.record();
	const found = conversationsOf(held.world, held.record(), agent);
	if (found === undefined || token === null || found.some(one => one.token === token)) return found;
	return putBackTranscript(held.home, id, token) ? conversationsOf(held.world, held.record(), agent) : found;
};

/** What is known of the conversation, in the user's own words or in these. */
const toldOf = async (held: Held, template: string | null): Promise<string | undefined> => {
	const digest = remembered(held.home, held.record().id)?.digest;
	const {resume} = (await held.settings()).settings;
	return digest && resumePrompt({...digest, pendingTasks: pendingTasks(digest)}, resume.prompt ?? template);
};

/** What a conversation that was continued is told, where the user wants it told anything. */
export const reminder = async (held: Held): Promise<string | undefined> =>
	(await held.settings()).settings.resume.sendPrompt ? toldOf(held, REMINDER) : undefined;

/** Where a conversation cannot be continued: a new one that is told what is known of it. */
const summaryInstead = async (held: Held, agent: Agent, start: Start, token: string): Promise<Start> => {
	if (start.how !== 'impossible' || agent.promptArgs.length === 0) return start;
	const prompt = await toldOf(held, null);
	if (prompt === undefined) return start;
	const {args} = freshStart(agent, token) as Start & {how: 'fresh'};
	return {how: 'summary', args, token: agent.sessionIdArgs.length === 0 ? null : token, prompt, why: start.why};
};

/** No agent has run here yet: nothing was launched, or its start or the setup before it was cut off. */
export const isFirstStart = (held: Held): boolean => {
	const {id, launches} = held.record();
	return (owedStart(held)?.isFirst ?? launches === 0) || setupOf(held.home, id)?.state === 'begun';
};

/** How the agent is to be started. */
export const startOfAgent = async (held: Held, fresh: boolean): Promise<Start> => {
	const agent = await held.agent();
	if (agent === null) {
		return {how: 'fresh', args: [], token: null};
	}
	const {token} = held.record();
	const owed = owedStart(held);
	if (fresh || owed !== undefined || isFirstStart(held)) {
		const chosen = owed === undefined ? token : owed.token;
		return freshStart(agent, fresh || chosen === null ? newUuid() : chosen);
	}
	await learnToken(held);
	const record = held.record();
	const conversations = verified(held, agent);
	keepFromDeletion(conversations, record.token);
	const known = remembered(held.home, record.id);
	const start = continuing({
		agent,
		token: record.token,
		prompted: record.lastPrompt !== null || (known?.token === record.token && known?.digest.lastPrompt !== null),
		conversations,
		alone:
			held.neighbours().every(other => other.agent !== record.agent) &&
			formerCompany(held.home, record.id).every(({isPast}) => isPast),
		ownPlace: record.type === 'worktree',
	});
	return summaryInstead(held, agent, start, newUuid());
};

/** Refuses, before anything is changed, where the agent would start afresh in silence. */
export const refuseSilentFreshStart = async (held: Held, fresh: boolean): Promise<void> => {
	const start = await startOfAgent(held, fresh);
	if (start.how === 'impossible') {
		const {id, agent} = held.record();
		throw new SquadError(
			'not_resumable',
			`${agent} cannot continue the conversation of ${id}: ${start.why}`,
			`\`squad resume ${id} --fresh\` starts a new conversation with the work as it is`,
			id,
		);
	}
};

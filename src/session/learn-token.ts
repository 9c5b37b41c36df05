import {plain, scrollback} from '../tmux/pane.ts';
import type {Agent, AgentHome, Conversation} from './agents/agent.ts';
import {formerCompany} from './company.ts';
import {exitToken, tokenFrom} from './conversation/token.ts';
import type {Held, World} from './held.ts';
import {reportedTokens} from './hooks/report.ts';
import {sinceResumed} from './launch.ts';
import {seenPanes} from './screen-layer.ts';
import type {SessionRecord} from './session.ts';
import {agentPane} from './status.ts';

/** Where an agent that squad starts keeps its files. */
export const agentHome = (world: World, agent: Agent): AgentHome => ({
	home: {...world.env, ...agent.env}.HOME ?? '',
	env: {...world.env, ...agent.env},
});

export const conversationsOf = (
	world: World,
	{locationPath}: SessionRecord,
	agent: Agent,
): readonly Conversation[] | undefined => agent.conversations?.(locationPath, agentHome(world, agent));

/** What an agent that has ended said last. */
const lastWords = async (held: Held): Promise<readonly string[]> => {
	const pane = agentPane(held.record(), await seenPanes(held));
	if (pane === undefined || !pane.dead) return [];
	return sinceResumed(plain(await scrollback(held.tmux, pane.paneId)).split('\n'));
};

/** Follows the session's conversation through `/clear`, `/resume` and forks: the record names the one that it is in now. */
export const learnToken = async (held: Held): Promise<void> => {
	const agent = await held.agent();
	const record = held.record();
	if (agent === null || record.launches === 0) return;
	const others = held.neighbours().filter(other => other.agent === record.agent);
	const former = formerCompany(held.home, record.id);
	const token = tokenFrom({
		token: record.token,
		reported: reportedTokens(held.home.reports(record.id, record.launches)),
		exited: exitToken(await lastWords(held)),
		conversations: conversationsOf(held.world, record, agent),
		claimed: new Set([...others, ...former].flatMap(other => other.token ?? [])),
		alone: others.length === 0 && former.every(({isPast}) => isPast),
		launchedAt: Date.parse(record.resumedAt ?? record.createdAt),
		createdAt: Date.parse(record.createdAt),
	});
	if (token !== record.token) held.update({token});
};

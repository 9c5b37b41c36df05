import {existsSync} from 'node:fs';
import type {Agent} from './agents/agent.ts';
import type {Digest} from './conversation/digest.ts';
import {pendingTasks} from './conversation/digest.ts';
import {canFollow, type Followed, readOn} from './conversation/follow.ts';
import {SquadError} from './errors.ts';
import type {World} from './held.ts';
import {readReport} from './hooks/report.ts';
import {agentHome, conversationsOf} from './learn-token.ts';
import {withLock} from './lock.ts';
import {agentsOf} from './look.ts';
import {keep, remembered} from './remember-conversation.ts';
import type {SessionRecord} from './session.ts';
import {savedTranscript} from './transcript-copy.ts';

/** A session's conversation in a few words; null is what nobody knows. */
export type ConversationView = {
	readonly lastPrompt: string | null;
	readonly lastAction: string | null;
	readonly pendingTasks: readonly string[];
	readonly tokens: {
		readonly input: number;
		readonly cached: number;
		readonly output: number;
		/** How much of the model's context was in use at the last answer. */
		readonly context: number | null;
	} | null;
};

/** PURE. */
const viewOf = (digest: Digest | undefined, lastPrompt: string | null): ConversationView => ({
	lastPrompt: digest?.lastPrompt ?? lastPrompt,
	lastAction: digest?.lastAction ?? null,
	pendingTasks: digest === undefined ? [] : pendingTasks(digest),
	tokens: digest === undefined ? null : {...digest.usage, context: digest.context},
});

/** The conversation that is on the agent's screen now, as far as can be told at a glance. */
const tokenNow = (world: World, {id, agent, launches, token}: SessionRecord): string | null =>
	// Codex's reports may be about a hidden thread.
	(agent === 'codex' ? undefined : readReport(world.home.reports(id, launches))?.token) ?? token;

const transcriptOf = (
	world: World,
	record: SessionRecord,
	agent: Agent,
	{token, before}: {token: string; before: Followed | undefined},
): string | undefined => {
	if (before?.token === token && existsSync(before.cursor.file)) return before.cursor.file;
	const found = conversationsOf(world, record, agent)?.find(one => one.token === token)?.file;
	return found ?? savedTranscript(world.home, record.id, token);
};

/** Reads on in a session's conversation and remembers how far; undefined where squad cannot read it. */
export const followConversation = async (
	world: World,
	record: SessionRecord,
	agent: Agent,
	waitMs = 0,
): Promise<Digest | undefined> => {
	const token = tokenNow(world, record);
	if (token === null || !canFollow(agent.name)) return undefined;
	const {home} = world;
	const read = () => {
		const before = remembered(home, record.id);
		const file = agent.name === 'opencode' ? undefined : transcriptOf(world, record, agent, {token, before});
		const found = readOn(before, {agent: agent.name, token, file, where: agentHome(world, agent)});
		const isNew = found.followed?.cursor.offset !== before?.cursor.offset || found.followed?.token !== before?.token;
		return {...found, isNew};
	};
	try {
		return await withLock(
			home,
			`${record.id}.conversation`,
			'read',
			async () => {
				const {followed, entries, isNew} = read();
				if (followed !== undefined && isNew && existsSync(home.record(record.id)))
					keep(home, record.id, followed, entries);
				return followed?.digest;
			},
			waitMs,
		);
	} catch (cause) {
		// Another squad reads it at this moment, and will write it down.
		if (cause instanceof SquadError && cause.code === 'busy') return read().followed?.digest;
		throw cause;
	}
};

export const conversationOf = async (world: World, record: SessionRecord): Promise<ConversationView> => {
	const agent = (await agentsOf(world, [record])).get(record.id);
	const digest = agent ? await followConversation(world, record, agent) : undefined;
	return viewOf(digest, record.lastPrompt);
};

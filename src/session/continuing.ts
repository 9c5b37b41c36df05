import type {Agent, Conversation} from './agents/agent.ts';

/** How an agent is started: with which arguments, and what that means for the conversation. */
export type Start =
	| {readonly how: 'fresh' | 'latest' | 'token'; readonly args: readonly string[]; readonly token: string | null}
	| {
			/** A new conversation that is told what is known of the one that cannot be continued. */
			readonly how: 'summary';
			readonly args: readonly string[];
			readonly token: string | null;
			readonly prompt: string;
			readonly why: string;
	  }
	| {readonly how: 'impossible'; readonly why: string};

export type Known = {
	readonly agent: Agent;
	readonly token: string | null;
	/** Whether anybody ever gave it a prompt, as far as squad knows. */
	readonly prompted: boolean;
	/** What the agent keeps for this directory, newest first; undefined where squad cannot look. */
	readonly conversations: readonly Conversation[] | undefined;
	/** No other session of this agent works in this directory, and none has left a conversation that may be the latest. */
	readonly alone: boolean;
	/** squad made this directory: what is in it that is nobody else's is this session's. */
	readonly ownPlace: boolean;
};

export const withToken = (args: readonly string[], token: string): string[] =>
	args.map(arg => arg.replaceAll('{token}', () => token));

/** A new conversation, under an id of squad's choice where the agent takes one. PURE. */
export const freshStart = (agent: Agent, token: string | null): Start => ({
	how: 'fresh',
	args: token === null ? [] : withToken(agent.sessionIdArgs, token),
	token: agent.sessionIdArgs.length === 0 ? null : token,
});

const latest = (agent: Agent, token: string | null): Start => ({how: 'latest', args: agent.continueArgs, token});
const exactly = (agent: Agent, token: string): Start => ({
	how: 'token',
	args: withToken(agent.resumeArgs, token),
	token,
});
const impossible = (why: string): Start => ({how: 'impossible', why});

/** squad cannot look into the agent's conversations: trust "latest" only where nobody else works. */
const unseen = ({agent, token, alone}: Known): Start => {
	if (alone && agent.continueArgs.length > 0) {
		return latest(agent, token);
	}
	return token !== null && agent.resumeArgs.length > 0
		? exactly(agent, token)
		: impossible(
				alone
					? 'it has no way to continue a conversation'
					: 'another session works or worked in the same directory, and the agent cannot be told which conversation is meant',
			);
};

const seen = ({agent, token, prompted, alone, ownPlace}: Known, conversations: readonly Conversation[]): Start => {
	const [newest] = conversations;
	if (newest === undefined) {
		return prompted ? impossible('its conversation is no longer on disk') : freshStart(agent, token);
	}
	const mine = token === null ? undefined : conversations.find(one => one.token === token);
	if (agent.continueArgs.length > 0 && alone && (newest === mine || (token === null && ownPlace))) {
		return latest(agent, newest.token);
	}
	if (mine !== undefined && agent.resumeArgs.length > 0) {
		return exactly(agent, mine.token);
	}
	return prompted
		? impossible('none of the conversations in this directory is known to be its own')
		: freshStart(agent, token);
};

/**
 * How to continue, and never silently a fresh conversation: the latest of the directory where that is provably this
 * session's, by token where it is not. PURE.
 */
export const continuing = (known: Known): Start => {
	if (!known.agent.supportsResume) {
		return known.prompted
			? impossible(`${known.agent.name} cannot resume previous sessions`)
			: freshStart(known.agent, known.token);
	}
	return known.conversations === undefined ? unseen(known) : seen(known, known.conversations);
};

import type {Conversation} from '../agents/agent.ts';

/** Everything that tells which conversation is a session's. */
export type Clues = {
	/** Chosen at launch, or learnt earlier. */
	readonly token: string | null;
	/** What the agent's hooks named in this launch, the last first. */
	readonly reported: readonly string[];
	/** What the agent said when it ended: `claude --resume <id>`. */
	readonly exited: string | null;
	/** What the agent keeps for this directory; undefined where squad cannot look. */
	readonly conversations: readonly Conversation[] | undefined;
	/** Conversations of other sessions. */
	readonly claimed: ReadonlySet<string>;
	/** No other session of this agent works in this directory. */
	readonly alone: boolean;
	/** When the agent was started, in milliseconds since 1970. */
	readonly launchedAt: number;
	/** When the session was made. */
	readonly createdAt: number;
};

/** File systems and clocks differ by a little. */
const SLACK_MS = 1000;

const isBornSince = ({createdAt}: Conversation, since: number): boolean =>
	createdAt !== undefined && createdAt >= since - SLACK_MS;

/**
 * Where no hook tells, `/clear` shows in the files: one new conversation since the launch, begun after the known one
 * was last written to. Of two that are written to side by side the other is somebody else's.
 */
const successorOf = (
	mine: Conversation,
	{conversations = [], alone, launchedAt, claimed}: Clues,
): string | undefined => {
	const since = Math.max(launchedAt, mine.modifiedAt);
	const born = conversations.filter(
		one => one.token !== mine.token && !claimed.has(one.token) && isBornSince(one, since),
	);
	return alone && born.length === 1 ? born[0]?.token : undefined;
};

/** Which conversation is the session's now; the one that was known, where nothing certain says otherwise. PURE. */
export const tokenFrom = (clues: Clues): string | null => {
	const {token, reported, exited, conversations, claimed, launchedAt, createdAt} = clues;
	// Without the files nothing can be verified: the agent's own word counts, words on its screen do not.
	if (conversations === undefined) return reported.find(one => !claimed.has(one)) ?? token;
	const isThere = (one: string): boolean => !claimed.has(one) && conversations.some(known => known.token === one);
	// A conversation in which nothing was said yet has no file: then the one before it is still the session's.
	const told = reported.find(isThere);
	if (told !== undefined) return told;
	if (exited !== null && isThere(exited)) return exited;
	const mine = conversations.find(one => one.token === token);
	if (mine !== undefined) return successorOf(mine, clues) ?? mine.token;
	const since = (time: number) => conversations.filter(one => one.modifiedAt >= time && !claimed.has(one.token));
	const sinceLaunch = since(launchedAt);
	const candidates = sinceLaunch.length > 0 ? sinceLaunch : since(createdAt);
	return candidates.length === 1 && candidates[0] !== undefined ? candidates[0].token : token;
};

/** `claude --resume <id>`, `codex resume <id>`, `opencode -s <id>`: what agents say at their end. */
const EXIT_LINE =
	/\b(?:claude|codex|gemini|qwen|copilot|opencode)\s(?:.*\s)?(?:--resume[= ]|resume |-s |--session[= ])["']?([0-9A-Za-z][0-9A-Za-z_-]{7,})/gu;

/** How many of the last lines may be an agent's last words. */
const LAST_LINES = 15;

/** The conversation that an agent named as its last words. PURE. */
export const exitToken = (lines: readonly string[]): string | null => {
	const last = lines.filter(line => line.trim() !== '').slice(-LAST_LINES);
	return [...last.join('\n').matchAll(EXIT_LINE)].at(-1)?.[1] ?? null;
};

import {isOpencodeToken, type Query, type Row, sqlText} from './opencode-database.ts';

const parsed = (json: unknown): unknown => {
	if (typeof json !== 'string') return undefined;
	try {
		return JSON.parse(json);
	} catch {
		// No JSON in this column of this version.
		return undefined;
	}
};

const objectIn = (json: unknown): object => {
	const value = parsed(json);
	return typeof value === 'object' && value !== null ? value : {};
};

/** A session's row as opencode's own export has it; what this version's database does not hold is left out. */
const infoOf = (row: Row): object => ({
	id: row.id,
	slug: row.slug,
	projectID: row.project_id,
	parentID: row.parent_id ?? undefined,
	directory: row.directory,
	path: row.path ?? undefined,
	title: row.title,
	agent: row.agent ?? undefined,
	model: parsed(row.model),
	version: row.version,
	permission: parsed(row.permission),
	revert: parsed(row.revert),
	cost: row.cost,
	tokens: {
		input: row.tokens_input ?? 0,
		output: row.tokens_output ?? 0,
		reasoning: row.tokens_reasoning ?? 0,
		cache: {read: row.tokens_cache_read ?? 0, write: row.tokens_cache_write ?? 0},
	},
	time: {created: row.time_created, updated: row.time_updated},
});

/**
 * One conversation as `opencode export` would print it, so that `opencode import` takes it: opencode itself is not
 * started for it. Undefined where it is not there or cannot be read.
 */
export const exportedFrom = (query: Query, token: string): string | undefined => {
	if (!isOpencodeToken(token)) return undefined;
	const id = sqlText(token);
	const session = query(`select * from session where id = ${id}`)?.[0];
	const messages = query(`select id, data from message where session_id = ${id} order by time_created, id`);
	const parts = query(`select id, message_id, data from part where session_id = ${id} order by id`);
	if (session === undefined || messages === undefined || parts === undefined) return undefined;
	const ofMessage = new Map<unknown, Row[]>(messages.map(message => [message.id, []]));
	for (const part of parts) ofMessage.get(part.message_id)?.push(part);
	const exported = {
		info: infoOf(session),
		messages: messages.map(message => ({
			info: {...objectIn(message.data), id: message.id, sessionID: token},
			parts: (ofMessage.get(message.id) ?? []).map(part => ({
				...objectIn(part.data),
				id: part.id,
				sessionID: token,
				messageID: message.id,
			})),
		})),
	};
	return `${JSON.stringify(exported, null, 2)}\n`;
};

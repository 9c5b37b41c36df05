import {isOpencodeToken, type Query, type Row, sqlText} from '../agents/opencode-database.ts';
import {action, countOf, fieldsOf, type Said, said, tasksIn, textOf} from './said.ts';

/** More than this at once are read the next time. */
const MOST_PARTS = 2000;

const parsed = (json: unknown): unknown => {
	try {
		return JSON.parse(textOf(json));
	} catch {
		return undefined;
	}
};

const timeOf = (at: unknown): string | null => (typeof at === 'number' ? new Date(at).toISOString() : null);

/** One part of a message; what is still being written is not yet said. PURE. */
export const readPart = ({id, role, data, time_updated: at}: Row): readonly Said[] => {
	const {type, text, tool, state, time, synthetic} = fieldsOf(parsed(data));
	const when = timeOf(at);
	if (type === 'text' && role === 'user') return synthetic === true ? [] : said('prompt', textOf(text), when, id);
	if (type === 'text') return fieldsOf(time).end === undefined ? [] : said('answer', textOf(text), when, id);
	if (type === 'compaction') return said('note', 'conversation compacted', when);
	const {status, input} = fieldsOf(state);
	const hasEnded = status === 'completed' || status === 'error';
	return type === 'tool' && hasEnded && tool !== 'todowrite'
		? said('action', action(textOf(tool), input), when, id)
		: [];
};

const totals = (row: Row | undefined): readonly Said[] => {
	if (row === undefined) return [];
	const usage = {
		input: countOf(row.tokens_input) + countOf(row.tokens_cache_write),
		cached: countOf(row.tokens_cache_read),
		output: countOf(row.tokens_output) + countOf(row.tokens_reasoning),
	};
	return [{kind: 'total', usage, context: null}];
};

/** What opencode's database holds of a conversation since; undefined where it cannot be read. */
export const readOpencode = (
	query: Query,
	token: string,
	since: number,
): {parts: readonly {said: readonly Said[]; offset: number}[]; now: readonly Said[]} | undefined => {
	if (!isOpencodeToken(token)) return undefined;
	const id = sqlText(token);
	const parts = query(
		`select p.id, p.time_updated, json_extract(m.data, '$.role') as role, p.data from part p join message m on m.id = p.message_id where p.session_id = ${id} and p.time_updated > ${Number(since)} order by p.time_updated, p.id limit ${MOST_PARTS}`,
	);
	const tasks = query(`select content, status from todo where session_id = ${id} order by position`);
	const sessions = query(
		`select tokens_input, tokens_output, tokens_reasoning, tokens_cache_read, tokens_cache_write from session where id = ${id}`,
	);
	if (parts === undefined) return undefined;
	return {
		parts: parts.map(row => ({said: readPart(row), offset: countOf(row.time_updated)})),
		now: [...tasksIn(tasks ?? []), ...totals(sessions?.[0])],
	};
};

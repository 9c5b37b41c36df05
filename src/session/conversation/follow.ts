import type {AgentHome} from '../agents/agent.ts';
import {opencodeDatabase} from '../agents/opencode-database.ts';
import {appended, type Cursor} from './appended.ts';
import {readClaude} from './claude.ts';
import {readCodex} from './codex.ts';
import {type Digest, digested, EMPTY} from './digest.ts';
import {readGemini, readQwen} from './gemini.ts';
import type {LogEntry} from './log.ts';
import {readOpencode} from './opencode.ts';
import {fieldsOf, type ReadRecord, type Said} from './said.ts';

/** How far a conversation was read and what it amounts to: conversation.json. */
export type Followed = {
	readonly schema: 1;
	readonly token: string;
	readonly cursor: Cursor;
	readonly digest: Digest;
};

const READERS: Readonly<Record<string, ReadRecord>> = {
	claude: readClaude,
	codex: readCodex,
	gemini: readGemini,
	qwen: readQwen,
};

export const canFollow = (agent: string): boolean => agent === 'opencode' || Object.hasOwn(READERS, agent);

const parsed = (line: string): Readonly<Record<string, unknown>> => {
	try {
		return fieldsOf(JSON.parse(line));
	} catch {
		// A damaged line costs itself alone.
		return {};
	}
};

type Step = (from: readonly {readonly said: readonly Said[]; readonly offset: number}[], cursor: Cursor) => void;

const steps = (before: Followed | undefined, token: string) => {
	let digest = before?.digest ?? EMPTY;
	let cursor = before?.cursor;
	const entries: LogEntry[] = [];
	const step: Step = (from, next) => {
		for (const {said, offset} of from) {
			const more = digested(digest, said);
			digest = more.digest;
			entries.push(
				...more.entries.map(({id, ...entry}) => ({
					...entry,
					metadata: id === undefined ? {token, offset} : {token, offset, id},
				})),
			);
		}
		cursor = next;
	};
	return {
		step,
		again: () => {
			digest = EMPTY;
		},
		result: (): Followed | undefined => (cursor === undefined ? undefined : {schema: 1, token, cursor, digest}),
		entries,
	};
};

export type Reading = {
	readonly agent: string;
	readonly token: string;
	/** The transcript; not for opencode, which has a database. */
	readonly file: string | undefined;
	readonly where: AgentHome;
};

/** Reads what was added to a conversation since; writes nothing. */
export const readOn = (
	before: Followed | undefined,
	{agent, token, file, where}: Reading,
): {followed: Followed | undefined; entries: readonly LogEntry[]} => {
	const known = before?.token === token ? before : undefined;
	const {step, again, result, entries} = steps(known, token);
	const read = Object.hasOwn(READERS, agent) ? READERS[agent] : undefined;
	if (agent === 'opencode') {
		const since = known?.cursor.offset ?? 0;
		const found = readOpencode(opencodeDatabase(where), token, since);
		const offset = found?.parts.at(-1)?.offset ?? since;
		if (found !== undefined) step([...found.parts, {said: found.now, offset}], {file: '', inode: 0, offset});
	} else if (read !== undefined && file !== undefined) {
		for (const {lines, cursor, anew} of appended(file, known?.cursor ?? null)) {
			if (anew) again();
			step(
				lines.map(({text, end}) => ({said: read(parsed(text)), offset: end})),
				cursor,
			);
		}
	}
	return {followed: result(), entries};
};

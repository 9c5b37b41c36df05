import {appendFileSync, closeSync, fstatSync, mkdirSync, openSync, readFileSync, readSync} from 'node:fs';
import {dirname} from 'node:path';
import {appended, type Cursor} from './appended.ts';
import type {Entry} from './digest.ts';
import {fieldsOf, isFields} from './said.ts';

/** An entry with where it comes from: its conversation, how far into the transcript it goes, and the agent's own id of it. */
export type LogEntry = Entry & {
	readonly metadata: {readonly token: string; readonly offset: number; readonly id?: string | undefined};
};

/** Enough for the last entry and a torn one behind it. */
const TAIL_BYTES = 64 * 1024;

const tailOf = (path: string): string => {
	let file: number;
	try {
		file = openSync(path, 'r');
	} catch {
		// Nothing was ever written down.
		return '';
	}
	try {
		const {size} = fstatSync(file);
		const buffer = Buffer.alloc(Math.min(size, TAIL_BYTES));
		readSync(file, buffer, 0, buffer.length, size - buffer.length);
		return buffer.toString('utf8');
	} finally {
		closeSync(file);
	}
};

const TYPES = ['user', 'assistant', 'system', 'tool'];

const parseEntry = (line: string): LogEntry[] => {
	try {
		const value: unknown = JSON.parse(line);
		const {token, offset} = fieldsOf(fieldsOf(value).metadata);
		const isEntry =
			isFields(value) &&
			TYPES.includes(String(value.type)) &&
			typeof value.content === 'string' &&
			typeof token === 'string';
		return isEntry && typeof offset === 'number' ? [value as LogEntry] : [];
	} catch {
		// Torn by a crash, or the end of a line that begins before the tail.
		return [];
	}
};

/** The entries of a log; damaged lines are passed over. */
export const readLog = (path: string): readonly LogEntry[] => {
	try {
		return readFileSync(path, 'utf8').split('\n').flatMap(parseEntry);
	} catch {
		return [];
	}
};

/** The entries that were added since, and how far that is. */
export const readLogFrom = (
	path: string,
	before: Cursor | null,
): {readonly entries: readonly LogEntry[]; readonly cursor: Cursor | null} => {
	const entries: LogEntry[] = [];
	let cursor = before;
	for (const piece of appended(path, before)) {
		entries.push(...piece.lines.flatMap(({text}) => parseEntry(text)));
		cursor = piece.cursor;
	}
	return {entries, cursor};
};

/**
 * Appends what is not yet there. A crash may have come between writing this and remembering how far the transcript was
 * read: the last entry itself says how far it goes, so nothing is written twice. A line that a crash tore is ended, so
 * that it swallows none of these.
 */
export const appendLog = (path: string, entries: readonly LogEntry[]): void => {
	if (entries.length === 0) return;
	const tail = tailOf(path);
	const last = tail.split('\n').flatMap(parseEntry).at(-1)?.metadata;
	const fresh = entries.filter(({metadata}) => metadata.token !== last?.token || metadata.offset > last.offset);
	if (fresh.length === 0) return;
	const gap = tail === '' || tail.endsWith('\n') ? '' : '\n';
	mkdirSync(dirname(path), {recursive: true, mode: 0o700});
	appendFileSync(path, `${gap}${fresh.map(entry => `${JSON.stringify(entry)}\n`).join('')}`, {mode: 0o600});
};

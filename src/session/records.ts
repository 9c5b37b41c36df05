import {readFileSync} from 'node:fs';
import * as v from 'valibot';
import {causeCode} from './errors.ts';
import {fingerprintOf, isLasting} from './fingerprint.ts';
import {fits} from './fits.ts';
import type {Home} from './home.ts';
import {RecordSchema, SCHEMA, type SessionRecord} from './session.ts';
import {sessionIds} from './session-ids.ts';
import {replaceFile, writeFileWhole} from './write-file.ts';

export type Damaged = {readonly id: string; readonly why: string};

/** A record from its text, or why it is none. PURE. */
export const parseRecord = (id: string, content: string): SessionRecord | Damaged => {
	let value: unknown;
	try {
		value = JSON.parse(content);
	} catch (cause) {
		return {
			id,
			why: content.trim() === '' ? 'it is empty' : `it is not JSON (${cause instanceof Error ? cause.message : cause})`,
		};
	}
	const record = checked(value);
	if ('why' in record) {
		return {id, why: record.why};
	}
	return record.id === id ? record : {id, why: `it says that it is ${record.id}`};
};

const checked = (value: unknown): SessionRecord | {readonly why: string} => {
	if (fits(RecordSchema, value)) {
		return value as SessionRecord;
	}
	const schema = typeof value === 'object' && value !== null && 'schema' in value ? value.schema : undefined;
	if (typeof schema === 'number' && schema > SCHEMA) {
		return {why: `it was written by a newer squad (schema ${schema}, this one reads ${SCHEMA}): update squad`};
	}
	const result = v.safeParse(RecordSchema, value);
	if (result.success) {
		return result.output;
	}
	const [issue] = result.issues;
	return {why: `${v.getDotPath(issue) ?? 'the whole'}: ${issue.message}`};
};

export const isDamaged = (found: SessionRecord | Damaged): found is Damaged => 'why' in found;

/** One session's record; undefined where there is none. */
export const readRecord = (home: Home, id: string): SessionRecord | Damaged | undefined => {
	try {
		return parseRecord(id, readFileSync(home.record(id), 'utf8'));
	} catch (cause) {
		if (causeCode(cause) === 'ENOENT' || causeCode(cause) === 'ENOTDIR') {
			return undefined;
		}
		return {id, why: causeCode(cause) ?? String(cause)};
	}
};

/** Records that were read before, each with what tells one state of its file from another. */
const known = new Map<string, {readonly mark: string; readonly record: SessionRecord}>();

/** The same, without reading a file again that is as it was: with many sessions each asks for the records of all. */
const readAgain = (home: Home, id: string): SessionRecord | Damaged | undefined => {
	const path = home.record(id);
	const mark = fingerprintOf(path);
	const before = known.get(path);
	if (before?.mark === mark) {
		return before.record;
	}
	const now = Date.now();
	const found = readRecord(home, id);
	known.delete(path);
	if (found !== undefined && !isDamaged(found) && isLasting(mark, now)) {
		known.set(path, {mark, record: found});
	}
	return found;
};

/** All records, oldest first (compared as text: the first use of a locale costs ten milliseconds). A damaged one never hides the others. */
export const readRecords = (home: Home): {records: SessionRecord[]; damaged: Damaged[]} => {
	const found = sessionIds(home).flatMap(id => readAgain(home, id) ?? []);
	const records = found.filter(record => !isDamaged(record)) as SessionRecord[];
	return {
		records: records.sort((a, b) => (a.createdAt < b.createdAt ? -1 : 1)),
		damaged: found.filter(isDamaged),
	};
};

export const writeRecord = (home: Home, record: SessionRecord): void =>
	writeFileWhole(home.record(record.id), textOf(record));

/** The same for a record that is there; its folder has to be synced before anybody is told that it is done. */
export const replaceRecord = (home: Home, record: SessionRecord): void =>
	replaceFile(home.record(record.id), textOf(record));

const textOf = (record: SessionRecord): string => `${JSON.stringify(record, null, '\t')}\n`;

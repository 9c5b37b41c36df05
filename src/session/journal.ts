import {appendFileSync, closeSync, fstatSync, mkdirSync, openSync, readSync} from 'node:fs';
import {dirname} from 'node:path';
import type {Home} from './home.ts';
import {redact} from './secrets/redact.ts';

/** The operations that move a session and can therefore be cut off half-way. */
export const VERBS = ['create', 'pause', 'resume', 'restart', 'end', 'remove', 'undo'] as const;

export type Verb = (typeof VERBS)[number];

export type Entry = {
	readonly at: string;
	readonly verb: Verb;
	readonly event: 'begin' | 'end' | 'fail';
	readonly layer?: string;
	readonly to?: 'up' | 'down';
	/** What the operation was asked to do, so that it can be finished by somebody else. */
	readonly wants?: {readonly depth: 'cold' | 'warm'; readonly freeDisk: boolean};
	readonly why?: string;
};

export const writeJournal = (home: Home, id: string, entry: Omit<Entry, 'at'>): void => {
	const path = home.journal(id);
	mkdirSync(dirname(path), {recursive: true, mode: 0o700});
	// A line that a crash cut off must not swallow this one.
	const before = tailOf(path);
	const gap = before === '' || before.endsWith('\n') ? '' : '\n';
	const words = entry.why === undefined ? {} : {why: redact(entry.why)};
	appendFileSync(path, `${gap}${JSON.stringify({at: new Date().toISOString(), ...entry, ...words})}\n`, {mode: 0o600});
};

/** The last operation is all that matters; it never takes more than this. */
const TAIL_BYTES = 4096;

const tailOf = (path: string): string => {
	let file: number;
	try {
		file = openSync(path, 'r');
	} catch {
		// No journal: nothing was ever begun.
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

const parseEntry = (line: string): Entry[] => {
	try {
		const entry = JSON.parse(line) as Entry | null;
		return entry?.verb !== undefined && entry.event !== undefined ? [entry] : [];
	} catch {
		// A line that was cut off by a crash, or the end of one that begins before the tail.
		return [];
	}
};

/** The operation that was begun last and has not ended; undefined when all is at rest. */
export const underWay = (home: Home, id: string): Entry | undefined => {
	const whole = tailOf(home.journal(id))
		.split('\n')
		.flatMap(parseEntry)
		.filter(entry => entry.layer === undefined);
	const last = whole.at(-1);
	return last?.event === 'begin' ? last : undefined;
};

import {
	appendFileSync,
	closeSync,
	fstatSync,
	mkdirSync,
	openSync,
	readFileSync,
	readSync,
	renameSync,
	statSync,
} from 'node:fs';
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
	if (entry.event === 'begin' && entry.layer === undefined) {
		setAsideIfLong(home, id);
	}
	writeJournalAt(path, entry);
};

/** The same for a journal that is, or is not yet, elsewhere. */
export const writeJournalAt = (path: string, entry: Omit<Entry, 'at'>): void => {
	const words = entry.why === undefined ? {} : {why: redact(entry.why)};
	const line = `${JSON.stringify({at: new Date().toISOString(), ...entry, ...words})}\n`;
	const file = openSync(path, 'a+', 0o600);
	try {
		// A line that a crash cut off must not swallow this one.
		appendFileSync(file, `${endsInside(file) ? '\n' : ''}${line}`);
	} finally {
		closeSync(file);
	}
};

/** Every list reads it, so a long one begins anew; the one before is kept beside it. */
const LONG_BYTES = 64 * 1024;

/** Only between operations: what was cut off must be seen. */
const setAsideIfLong = (home: Home, id: string): void => {
	const path = home.journal(id);
	const size = statSync(path, {throwIfNoEntry: false})?.size ?? 0;
	if (size > LONG_BYTES && underWay(home, id) === undefined) {
		renameSync(path, `${path}.old`);
	}
};

/** Whether the last line of a file was cut off. */
const endsInside = (file: number): boolean => {
	const last = Buffer.alloc(1);
	const {size} = fstatSync(file);
	return size > 0 && readSync(file, last, 0, 1, size - 1) === 1 && last.toString() !== '\n';
};

/** The whole of it: a kilobyte for each operation, and node reads a file whole in a fraction of the time for a part. */
const textOf = (path: string): string => {
	try {
		return readFileSync(path, 'utf8');
	} catch {
		// No journal: nothing was ever begun.
		return '';
	}
};

/** A verb that this squad does not know is not its to finish. */
const isEntry = (entry: Partial<Entry> | null): entry is Entry =>
	VERBS.includes(entry?.verb as Verb) && ['begin', 'end', 'fail'].includes(entry?.event ?? '');

const isWants = (wants: Entry['wants']): boolean =>
	wants === undefined || (['cold', 'warm'].includes(wants?.depth as string) && typeof wants.freeDisk === 'boolean');

const withoutWants = ({wants: _, ...entry}: Entry): Entry => entry;

const parseEntry = (line: string): Entry | undefined => {
	try {
		const entry = JSON.parse(line) as Partial<Entry> | null;
		return !isEntry(entry) ? undefined : isWants(entry.wants) ? entry : withoutWants(entry);
	} catch {
		// A line that was cut off by a crash.
		return undefined;
	}
};

/** The operation that was begun last and has not ended; undefined when all is at rest. */
export const underWay = (home: Home, id: string): Entry | undefined => {
	const text = textOf(home.journal(id));
	// From the end: what a layer did is of no interest here.
	for (let end = text.length; end > 0; ) {
		const start = text.lastIndexOf('\n', end - 1) + 1;
		const entry = parseEntry(text.slice(start, end));
		if (entry !== undefined && entry.layer === undefined) {
			return entry.event === 'begin' ? entry : undefined;
		}
		end = start - 1;
	}
	return undefined;
};

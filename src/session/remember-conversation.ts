import {readFileSync} from 'node:fs';
import type {Followed} from './conversation/follow.ts';
import {appendLog, type LogEntry} from './conversation/log.ts';
import type {Home} from './home.ts';
import {writeFileWhole} from './write-file.ts';

/** What was remembered; undefined where there is nothing, or nothing that can be understood: then all is read again. */
export const remembered = (home: Home, id: string): Followed | undefined => {
	try {
		const value = JSON.parse(readFileSync(home.digest(id), 'utf8')) as Followed;
		const isWhole = value.schema === 1 && typeof value.token === 'string' && typeof value.cursor.offset === 'number';
		return isWhole && Array.isArray(value.digest.tasks) ? value : undefined;
	} catch {
		return undefined;
	}
};

/** Writes down what was read: first what was said, then how far. The caller holds a lock. */
export const keep = (home: Home, id: string, followed: Followed, entries: readonly LogEntry[]): void => {
	appendLog(home.conversation(id), entries);
	writeFileWhole(home.digest(id), `${JSON.stringify(followed)}\n`);
};

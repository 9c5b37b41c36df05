import {existsSync, readdirSync, rmSync} from 'node:fs';
import {join} from 'node:path';
import {causeCode, SquadError} from './errors.ts';
import type {Home} from './home.ts';
import {clearDeadOwners, isAtWorkOn, withLock} from './lock.ts';
import {isAlive} from './processes.ts';
import {isDamaged, readRecord} from './records.ts';
import {keyOf} from './session.ts';

/** What one squad writes under its own process id, and nobody else ever needs. */
const OF_A_PROCESS = [/\.(\d+)\.tmp$/, /^scratch-look-(\d+)$/];

const namesIn = (folder: string): string[] => (existsSync(folder) ? readdirSync(folder) : []);

const isOfTheDead = (name: string): boolean =>
	OF_A_PROCESS.some(pattern => {
		const pid = pattern.exec(name)?.[1];
		return pid !== undefined && !isAlive(Number(pid));
	});

const BEFORE_THE_RECORD = ['journal.jsonl', 'session.json.tmp', 'removal.json', 'removal.json.tmp'];

/** A session whose very first record was never finished, or what one left that has gone to the trash. */
const isStillborn = (home: Home, id: string): boolean =>
	!isAtWorkOn(home, id) && namesIn(home.session(id)).every(name => BEFORE_THE_RECORD.includes(name));

/** Files that were being written: the next write of the same file would use them up, but it may never come. */
export const temporaryFilesOf = (home: Home, id: string): string[] =>
	[home.session(id), home.scrollback(id)].flatMap(folder =>
		namesIn(folder)
			.filter(name => /\.tmp$/.test(name))
			.map(name => join(folder, name)),
	);

/** Only under the session's lock: whoever holds it may be about to rename one of them. */
const clearTemporary = async (home: Home, id: string): Promise<void> => {
	const record = temporaryFilesOf(home, id).length === 0 ? undefined : readRecord(home, id);
	if (record === undefined || isDamaged(record)) {
		return;
	}
	const clear = async () => {
		for (const path of temporaryFilesOf(home, id)) {
			rmSync(path, {force: true});
		}
	};
	await withLock(home, keyOf(record), 'recover', clear, 0, id).catch(cause => {
		// Somebody is at work on it and uses them up; or nothing can be written here, and they have to stay.
		if (!(cause instanceof SquadError && cause.code === 'busy') && causeCode(cause) === undefined) {
			throw cause;
		}
	});
};

/** Clears away what squads that were killed left and what is provably nobody's: locks, scratch files, empty folders. */
export const sweep = async (home: Home): Promise<void> => {
	const sessions = namesIn(home.sessions);
	const stray = [home.root, ...sessions.map(home.session)].flatMap(folder =>
		namesIn(folder)
			.filter(isOfTheDead)
			.map(name => join(folder, name)),
	);
	for (const path of [...stray, ...sessions.filter(id => isStillborn(home, id)).map(home.session)]) {
		rmSync(path, {recursive: true, force: true});
	}
	for (const id of sessions) {
		await clearTemporary(home, id);
	}
	for (const key of namesIn(home.locks)) {
		clearDeadOwners(home, key);
	}
};

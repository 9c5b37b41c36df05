import {mkdirSync, readdirSync, rmdirSync, rmSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {debugLog} from './debug-log.ts';
import {causeCode, SquadError} from './errors.ts';
import type {Home} from './home.ts';
import {bootId, gitsOf, startOf} from './processes.ts';

/**
 * A lock is a file that names its owner: pid, start time and boot, so that a dead owner is known as dead. One whose git is
 * still at work counts as living.
 *
 * Whoever wants the lock puts a file of its own into the lock's folder and then looks: if another living owner's file is
 * there, it takes its own back and waits. Of two that come at once at least one sees the other, so never do both go on;
 * and since every file has one owner only, the files of dead owners may be removed by anybody at any time.
 */
export type Owner = {readonly file: string; readonly pid: number; readonly verb: string; readonly session: string};

const nameOf = (verb: string, session: string): string =>
	[process.pid, startOf(process.pid), bootId(), verb, session, Math.random().toString(36).slice(2, 8)].join('~');

const parseOwner = (file: string): Owner | undefined => {
	const [name, start, boot, verb = '', session = ''] = file.split('~');
	const squad = Number(name);
	if (boot !== bootId()) {
		return undefined;
	}
	// A git that it started goes on without it, and would write over what the next one does.
	const pid = startOf(squad) === start ? squad : gitsOf(squad)[0]?.pid;
	return pid === undefined ? undefined : {file, pid, verb, session};
};

const filesIn = (folder: string): string[] => {
	try {
		return readdirSync(folder);
	} catch {
		// Nobody has ever taken this lock, or its folder was just cleared away.
		return [];
	}
};

const clearAway = (path: string): void => {
	try {
		rmSync(path, {force: true});
	} catch {
		// A folder, or not ours to remove: it names no living owner, and that is all that matters.
	}
};

/** The living owners of a lock; what dead ones left is cleared away. */
const livingOwners = (folder: string): Owner[] =>
	filesIn(folder).flatMap(file => {
		const owner = parseOwner(file);
		if (owner === undefined) {
			clearAway(join(folder, file));
			return [];
		}
		return [owner];
	});

/** Files of owners that have ended. Anybody may remove them at any time. */
export const deadOwners = (home: Home, key: string): string[] =>
	filesIn(join(home.locks, key)).filter(file => parseOwner(file) === undefined);

/** Who is at work on something now; nobody otherwise. Only looks. */
export const ownerOf = (home: Home, key: string): Owner | undefined =>
	filesIn(join(home.locks, key))
		.map(parseOwner)
		.find(owner => owner !== undefined);

/** The locks that somebody holds, or held when it died: whoever asks about many looks here first. */
export const lockedKeys = (home: Home): ReadonlySet<string> => new Set(filesIn(home.locks));

/** Whether a living squad is at work on a session, under whichever lock. */
export const isAtWorkOn = (home: Home, session: string): boolean =>
	filesIn(home.locks).some(key => filesIn(join(home.locks, key)).some(file => parseOwner(file)?.session === session));

/** Whether a squad was killed while it held a lock that nobody has wanted since. */
export const hasDeadOwner = (home: Home): boolean =>
	filesIn(home.locks).some(key => {
		const files = filesIn(join(home.locks, key));
		// Empty: killed between making the folder and the file in it.
		return files.length === 0 || files.some(file => parseOwner(file) === undefined);
	});

export const clearDeadOwners = (home: Home, key: string): void => {
	const folder = join(home.locks, key);
	if (livingOwners(folder).length === 0) {
		removeIfEmpty(folder);
	}
};

const removeIfEmpty = (folder: string): void => {
	try {
		rmdirSync(folder);
	} catch {
		// Not empty: others wait here.
	}
};

const announce = (folder: string, file: string): void => {
	for (let attempt = 0; ; attempt++) {
		try {
			mkdirSync(folder, {recursive: true, mode: 0o700});
			writeFileSync(join(folder, file), '', {flag: 'wx', mode: 0o600});
			return;
		} catch (cause) {
			// Somebody cleared the empty folder away between the two calls.
			if (causeCode(cause) !== 'ENOENT' || attempt > 20) {
				throw cause;
			}
		}
	}
};

const withdraw = (folder: string, file: string): void => {
	rmSync(join(folder, file), {force: true});
	removeIfEmpty(folder);
};

const LONGEST_WAIT_MS = 15_000;
const pauseBetween = () => new Promise(resolve => setTimeout(resolve, 10 + Math.random() * 30));

const noteWait = (turns: number, began: number, key: string, verb: string): void => {
	if (turns > 0) {
		debugLog(`${verb} waited ${Date.now() - began} ms for ${key}, looked ${turns} times`);
	}
};

/** Runs with a lock held. Waits for a living owner for a while, then says who it is. */
export const withLock = async <T>(
	home: Home,
	key: string,
	verb: string,
	run: () => Promise<T>,
	waitMs = LONGEST_WAIT_MS,
	session = key,
): Promise<T> => {
	const folder = join(home.locks, key);
	const file = nameOf(verb, session);
	const began = Date.now();
	const deadline = began + waitMs;
	for (let turn = 0; ; turn++) {
		if (livingOwners(folder).length === 0) {
			announce(folder, file);
			if (livingOwners(folder).every(owner => owner.file === file)) {
				noteWait(turn, began, key, verb);
				break;
			}
			withdraw(folder, file);
		}
		if (Date.now() > deadline) {
			const owner = ownerOf(home, key);
			noteWait(turn, began, key, verb);
			throw new SquadError(
				'busy',
				`another squad is at work on ${key}${owner ? ` (${owner.verb}, pid ${owner.pid})` : ''}`,
				'wait for it, or end that process, and try again',
			);
		}
		await pauseBetween();
	}
	try {
		return await run();
	} finally {
		withdraw(folder, file);
	}
};

import {existsSync, readdirSync, rmSync} from 'node:fs';
import {join} from 'node:path';
import type {Home} from './home.ts';
import {clearDeadOwners, isAtWorkOn} from './lock.ts';
import {isAlive} from './processes.ts';

/** What one squad writes under its own process id, and nobody else ever needs. */
const OF_A_PROCESS = [/^tmux\.conf\.(\d+)\.tmp$/, /^scratch-look-(\d+)$/];

const namesIn = (folder: string): string[] => (existsSync(folder) ? readdirSync(folder) : []);

const isOfTheDead = (name: string): boolean =>
	OF_A_PROCESS.some(pattern => {
		const pid = pattern.exec(name)?.[1];
		return pid !== undefined && !isAlive(Number(pid));
	});

const BEFORE_THE_RECORD = ['journal.jsonl', 'session.json.tmp'];

/** A session whose very first record was never finished. */
const isStillborn = (home: Home, id: string): boolean =>
	!isAtWorkOn(home, id) && namesIn(home.session(id)).every(name => BEFORE_THE_RECORD.includes(name));

/** Clears away what squads that were killed left and what is provably nobody's: locks, scratch files, empty folders. */
export const sweep = (home: Home): void => {
	const sessions = namesIn(home.sessions);
	const stray = [home.root, ...sessions.map(home.session)].flatMap(folder =>
		namesIn(folder)
			.filter(isOfTheDead)
			.map(name => join(folder, name)),
	);
	for (const path of [...stray, ...sessions.filter(id => isStillborn(home, id)).map(home.session)]) {
		rmSync(path, {recursive: true, force: true});
	}
	for (const key of namesIn(home.locks)) {
		clearDeadOwners(home, key);
	}
};

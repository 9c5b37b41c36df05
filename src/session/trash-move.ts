import {existsSync, mkdirSync, readdirSync, renameSync, rmdirSync} from 'node:fs';
import {join} from 'node:path';
import type {Home} from './home.ts';
import {syncFolder} from './write-file.ts';

/** What belongs to a worktree rather than to the session that made it: others may still need it. */
const OF_THE_WORKTREE = ['parked', 'hidden', 'gitdir', 'work', 'scratch'];

/** While it is there the session is; it moves last, and the journal, which says what is under way, after it. */
const LAST = ['session.json', 'journal.jsonl'];

const inOrder = (names: readonly string[]): string[] => [
	...names.filter(name => !LAST.includes(name)),
	...LAST.filter(name => names.includes(name)),
];

const sync = ({trash, sessions}: Home): void => {
	syncFolder(trash);
	syncFolder(sessions);
};

/** Moves a session to the trash: one rename, unless others work in its worktree and need what is kept for that. */
export const moveToTrash = (home: Home, id: string, isShared: boolean): void => {
	const [from, to] = [home.session(id), join(home.trash, id)];
	mkdirSync(home.trash, {recursive: true, mode: 0o700});
	if (isShared || existsSync(to)) {
		mkdirSync(to, {recursive: true, mode: 0o700});
		for (const name of inOrder(readdirSync(from).filter(one => !isShared || !OF_THE_WORKTREE.includes(one)))) {
			renameSync(join(from, name), join(to, name));
		}
		removeIfEmpty(from);
	} else {
		renameSync(from, to);
	}
	sync(home);
};

/** Moves a session back; what was kept for its worktree meanwhile stays. May run twice. */
export const moveFromTrash = (home: Home, id: string): void => {
	const [from, to] = [join(home.trash, id), home.session(id)];
	if (!existsSync(from)) {
		return;
	}
	if (existsSync(to)) {
		// The record last: with it the session is back.
		for (const name of inOrder(readdirSync(from)).filter(one => one !== 'session.json')) {
			renameSync(join(from, name), join(to, name));
		}
		for (const name of readdirSync(from)) {
			renameSync(join(from, name), join(to, name));
		}
		removeIfEmpty(from);
	} else {
		renameSync(from, to);
	}
	sync(home);
};

const removeIfEmpty = (folder: string): void => {
	if (readdirSync(folder).length === 0) {
		rmdirSync(folder);
	}
};

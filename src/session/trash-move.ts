import {copyFileSync, existsSync, lstatSync, mkdirSync, readdirSync, renameSync, rmdirSync, rmSync} from 'node:fs';
import {join} from 'node:path';
import type {Home} from './home.ts';
import {writeJournalAt} from './journal.ts';
import {syncFolder} from './write-file.ts';

/** What belongs to a worktree rather than to the session that made it: others may still need it. */
const OF_THE_WORKTREE = ['parked', 'hidden', 'gitdir', 'work', 'scratch'];

/** Where it is the session is. With what tells of the removal beside it, which is therefore copied before and goes after. */
const RECORD = 'session.json';
const REMOVAL = 'removal.json';
const JOURNAL = 'journal.jsonl';

const sync = ({trash, sessions}: Home): void => {
	syncFolder(trash);
	syncFolder(sessions);
};

const namesIn = (folder: string): string[] => (existsSync(folder) ? readdirSync(folder) : []);

const isFolder = (path: string): boolean => lstatSync(path, {throwIfNoEntry: false})?.isDirectory() ?? false;

/** Moves these from folder to folder, if they are there still. A folder that is there already gets what is in this one. */
const move = (names: readonly string[], from: string, to: string): void => {
	for (const name of names.filter(one => existsSync(join(from, one)))) {
		const [here, there] = [join(from, name), join(to, name)];
		if (isFolder(here) && isFolder(there)) {
			move(readdirSync(here), here, there);
			rmdirSync(here);
		} else {
			renameSync(here, there);
		}
	}
};

/** Under another name first: nobody may find half of it. */
const copyRemoval = (from: string, to: string): void => {
	if (existsSync(join(from, REMOVAL))) {
		copyFileSync(join(from, REMOVAL), join(to, `${REMOVAL}.tmp`));
		renameSync(join(to, `${REMOVAL}.tmp`), join(to, REMOVAL));
	}
};

const leave = (folder: string): void => {
	rmSync(join(folder, REMOVAL), {force: true});
	if (namesIn(folder).length === 0) {
		rmdirSync(folder);
	}
};

const isOther = (name: string): boolean => name !== RECORD && name !== REMOVAL && name !== JOURNAL;

/** Moves a session to the trash: one rename, unless others work in its worktree and need what is kept for that. */
export const moveToTrash = (home: Home, id: string, isShared: boolean): void => {
	const [from, to] = [home.session(id), join(home.trash, id)];
	mkdirSync(home.trash, {recursive: true, mode: 0o700});
	if (isShared || existsSync(to)) {
		mkdirSync(to, {recursive: true, mode: 0o700});
		const others = readdirSync(from).filter(name => isOther(name) && !(isShared && OF_THE_WORKTREE.includes(name)));
		copyRemoval(from, to);
		// The journal, which says what is under way, after the record: until that has moved somebody has to go on.
		move([...others, RECORD, JOURNAL], from, to);
		leave(from);
	} else {
		renameSync(from, to);
	}
	sync(home);
};

/**
 * Moves a session back; what was kept for its worktree meanwhile stays. From the moment in which its record is back its
 * journal says that an undo is under way. May run twice.
 */
export const moveFromTrash = (home: Home, id: string): void => {
	const [from, to] = [join(home.trash, id), home.session(id)];
	if (!existsSync(from)) {
		return;
	}
	if (existsSync(join(from, RECORD))) {
		const journal = [from, to].map(folder => join(folder, JOURNAL)).find(existsSync) ?? join(from, JOURNAL);
		writeJournalAt(journal, {verb: 'undo', event: 'begin'});
	}
	if (existsSync(to)) {
		copyRemoval(from, to);
		move([...readdirSync(from).filter(isOther), JOURNAL, RECORD], from, to);
		leave(from);
	} else {
		renameSync(from, to);
	}
	sync(home);
};

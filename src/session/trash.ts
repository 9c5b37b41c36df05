import {existsSync, readdirSync, renameSync, rmSync, statSync} from 'node:fs';
import {join} from 'node:path';
import {pinName, unpin} from '../git/branch.ts';
import {GitError} from '../git/git-error.ts';
import {SquadError} from './errors.ts';
import {readJson, type World} from './held.ts';
import type {Home} from './home.ts';
import {withLock} from './lock.ts';
import {isDamaged, parseRecord, readRecords} from './records.ts';
import {type Removal, removalFile} from './remove.ts';
import {keyOf, type SessionRecord} from './session.ts';
import {loadSettings} from './settings.ts';
import {writeFileWhole} from './write-file.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

/** What is about to be deleted for good: a session in the trash has its id as its name, so this is none any more. */
const GOING = '.emptying-';

export type Removed = {readonly record: SessionRecord; readonly removal: Removal};

const recordIn = (folder: string, id: string): SessionRecord | undefined => {
	const content = readJson(join(folder, 'session.json'));
	const found = content === undefined ? undefined : parseRecord(id, JSON.stringify(content));
	return found === undefined || isDamaged(found) ? undefined : found;
};

const namesIn = (home: Home): string[] => (existsSync(home.trash) ? readdirSync(home.trash) : []);

const removedIn = (home: Home, id: string): Removed | undefined => {
	const folder = join(home.trash, id);
	const record = recordIn(folder, id);
	const removal = readJson(removalFile(folder)) as Removal | undefined;
	return record === undefined || removal === undefined ? undefined : {record, removal};
};

/** The removed sessions that can be brought back, the last one first. */
export const removedSessions = (home: Home): Removed[] =>
	namesIn(home)
		.filter(name => !name.startsWith('.'))
		.flatMap(id => removedIn(home, id) ?? [])
		.sort((a, b) => (a.removal.removedAt > b.removal.removedAt ? -1 : 1));

/** Whether a removed session has been in the trash long enough. A clock that was set back keeps it. PURE. */
export const isExpired = (removedAt: string, days: number | null, now: number): boolean =>
	days !== null && now - Date.parse(removedAt) > days * DAY_MS;

/** What else works in the same worktree, or did and can still be brought back, needs the pins as well. */
const isPinNeeded = (home: Home, record: SessionRecord): boolean =>
	[...readRecords(home).records, ...removedSessions(home).map(one => one.record)].some(
		other => other.id !== record.id && keyOf(other) === keyOf(record),
	);

/** Deletes for good. May run twice: until the folder is gone, it says which pins go with it. */
const deleteFolder = async (home: Home, folder: string, id: string): Promise<void> => {
	const record = recordIn(folder, id);
	if (record?.repo && existsSync(record.repo) && !isPinNeeded(home, record)) {
		for (const what of ['stash', 'head', 'branch'] as const) {
			await unpin(record.repo, pinName(keyOf(record), what));
		}
	}
	rmSync(folder, {recursive: true, force: true});
};

/** A repository that is not there may come back, with the pins that would be left in it: until then nothing goes. */
const mayGo = ({record}: Removed): boolean => record.repo === null || existsSync(record.repo);

const emptyOne = (home: Home, id: string, days: number | null): Promise<boolean> =>
	withLock(
		home,
		keyOf(removedIn(home, id)?.record ?? ({id, sharesWorktreeOf: null} as SessionRecord)),
		'empty',
		async () => {
			const removed = removedIn(home, id);
			const going = join(home.trash, `${GOING}${id}`);
			if (removed !== undefined && mayGo(removed) && isExpired(removed.removal.removedAt, days, Date.now())) {
				rmSync(going, {recursive: true, force: true});
				renameSync(join(home.trash, id), going);
			}
			if (!existsSync(going)) {
				return false;
			}
			await deleteFolder(home, going, id);
			return true;
		},
		0,
	);

/** Deletes what has been in the trash for longer than the setting says; what somebody works on is left for another day. */
export const emptyTrash = async ({home}: World): Promise<string[]> => {
	const {days} = (await loadSettings(home)).settings.trash;
	const ids = new Set(namesIn(home).map(name => (name.startsWith(GOING) ? name.slice(GOING.length) : name)));
	const gone: string[] = [];
	for (const id of ids) {
		try {
			if (await emptyOne(home, id, days)) {
				gone.push(id);
			}
		} catch (cause) {
			// Somebody works on it, or its repository cannot be used now: another day.
			if (!(cause instanceof SquadError || cause instanceof GitError)) {
				throw cause;
			}
		}
	}
	return gone;
};

/** At most once a day, by whichever squad comes along. Costs one look at a file otherwise. */
export const emptyTrashIfDue = async (world: World): Promise<string[]> => {
	const last = statSync(world.home.trashEmptied, {throwIfNoEntry: false})?.mtimeMs;
	if ((last !== undefined && Math.abs(Date.now() - last) < DAY_MS) || namesIn(world.home).length === 0) {
		return [];
	}
	writeFileWhole(world.home.trashEmptied, '', `${world.home.trashEmptied}.${process.pid}.tmp`);
	return emptyTrash(world);
};

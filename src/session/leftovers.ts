import {chmodSync, existsSync, lstatSync, readdirSync, rmdirSync, rmSync} from 'node:fs';
import {join} from 'node:path';
import {listRefs} from '../git/branch.ts';
import {listPanes} from '../tmux/session.ts';
import type {World} from './held.ts';
import type {Home} from './home.ts';
import {underWay} from './journal.ts';
import {deadOwners, ownerOf, withLock} from './lock.ts';
import {isAlive} from './processes.ts';
import {isDamaged, readRecord, readRecords} from './records.ts';
import {keyOf} from './session.ts';
import {sessionIds} from './session-ids.ts';
import {temporaryFilesOf} from './sweep.ts';
import {emptyTrash, removedSessions} from './trash.ts';

/** Something that is there and should not be. */
export type Leftover = {
	readonly what: string;
	readonly path: string;
	/** Clears it away; null where it cannot be proved that it is nobody's: then it is only told. */
	readonly clear: (() => void | Promise<void>) | null;
	/** What the user can do about it instead. */
	readonly hint: string | null;
};

const namesIn = (folder: string): string[] => (existsSync(folder) ? readdirSync(folder) : []);

const file = (what: string, path: string): Leftover => ({
	what,
	path,
	clear: () => rmSync(path, {recursive: true, force: true}),
	hint: null,
});

const locks = (home: Home): Leftover[] =>
	namesIn(home.locks).flatMap((key): Leftover[] => {
		const folder = join(home.locks, key);
		const dead = deadOwners(home, key).map(name => file('the lock of a process that has ended', join(folder, name)));
		const isEmpty = namesIn(folder).length === 0;
		return isEmpty ? [{what: 'an empty lock', path: folder, clear: () => rmdirSync(folder), hint: null}] : dead;
	});

/** `tmux.conf.<pid>.tmp` and its like: of a process that has ended. */
const temporaryInHome = (home: Home): Leftover[] =>
	namesIn(home.root)
		.filter(name => /\.tmp$/.test(name))
		.filter(name => {
			const pid = /\.(\d+)\.tmp$/.exec(name)?.[1];
			return pid !== undefined && !isAlive(Number(pid));
		})
		.map(name => file('a temporary file of a process that has ended', join(home.root, name)));

/** Of a session that is at rest, and only under its lock: whoever writes there holds it. */
const scratchOf = (home: Home, id: string): Leftover[] => {
	const record = readRecord(home, id);
	if (record === undefined || isDamaged(record) || underWay(home, id) !== undefined) {
		return [];
	}
	const key = keyOf(record);
	if (ownerOf(home, key) !== undefined) {
		return [];
	}
	const scratch = namesIn(home.session(id)).filter(name => name === 'scratch' || name === 'hidden.partial');
	return [...scratch.map(name => join(home.session(id), name)), ...temporaryFilesOf(home, id)].map(path => {
		const one = file('a scratch file', path);
		return {...one, clear: () => withLock(home, key, 'fix', async () => one.clear?.(), 0)};
	});
};

const openFiles = (home: Home): Leftover[] =>
	['', 'config.json', 'trust.json', 'tmux.conf', 'tmux.user.conf', 'sessions', 'trash', 'locks'].flatMap(
		(name): Leftover[] => {
			const path = join(home.root, name);
			const stat = lstatSync(path, {throwIfNoEntry: false});
			return stat === undefined || stat.isSymbolicLink() || (stat.mode & 0o077) === 0
				? []
				: [{what: 'open to others', path, clear: () => chmodSync(path, stat.mode & 0o700), hint: null}];
		},
	);

/** Pins of no session of this home. Another home may own them: they are told, never deleted. */
const pins = async (home: Home): Promise<Leftover[]> => {
	const known = [...readRecords(home).records, ...removedSessions(home).map(one => one.record)];
	const ids = new Set([...sessionIds(home), ...namesIn(home.trash), ...known.map(keyOf)]);
	const repos = [...new Set(known.flatMap(({repo}) => (repo !== null && existsSync(repo) ? [repo] : [])))];
	const found = await Promise.all(
		repos.map(async repo =>
			(await listRefs(repo, 'refs/squad')).flatMap((ref): Leftover[] =>
				ids.has(ref.split('/')[2] ?? '')
					? []
					: [
							{
								what: 'a ref of a session that this home does not know',
								path: ref,
								clear: null,
								hint: `another SQUAD_HOME may own it; if not: git -C ${repo} update-ref -d ${ref}`,
							},
						],
			),
		),
	);
	return found.flat();
};

/** Sessions of squad's own server without a record: somebody may be at work in them. */
const terminals = async ({home, tmux}: World): Promise<Leftover[]> => {
	const names = new Set((await listPanes(tmux)).map(pane => pane.session));
	return [...names]
		.filter(name => name !== '_squad' && !existsSync(home.session(name)))
		.map(name => ({
			what: 'a tmux session without a record',
			path: name,
			clear: null,
			hint: `look: tmux -S ${tmux.socketPath} attach -t ${name}; keep it: squad adopt --tmux ${name} -S ${tmux.socketPath}`,
		}));
};

/** What is there and should not be. Only looks. */
export const leftoversOf = async (world: World): Promise<Leftover[]> => [
	...openFiles(world.home),
	...locks(world.home),
	...temporaryInHome(world.home),
	...sessionIds(world.home).flatMap(id => scratchOf(world.home, id)),
	...(await pins(world.home)),
	...(await terminals(world)),
];

export type Fixed = {readonly what: string; readonly path: string; readonly state: 'cleared' | 'left' | 'failed'};

/** Clears away what is provably nobody's, and tells what was done and what was left. */
export const fixLeftovers = async (world: World): Promise<Fixed[]> => {
	const done: Fixed[] = [];
	for (const {what, path, clear} of await leftoversOf(world)) {
		try {
			await clear?.();
			done.push({what, path, state: clear === null ? 'left' : 'cleared'});
		} catch {
			// Somebody uses it after all, or it cannot be changed: it stays.
			done.push({what, path, state: 'failed'});
		}
	}
	const emptied = (await emptyTrash(world)).map(
		id => ({what: 'older than the trash keeps', path: id, state: 'cleared'}) as const,
	);
	return [...done, ...emptied];
};

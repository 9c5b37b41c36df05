import {existsSync, readFileSync} from 'node:fs';
import type {Pane} from '../tmux/format.ts';
import type {TmuxServer} from '../tmux/server.ts';
import type {Agent} from './agents/agent.ts';
import {agentNamed} from './agents/table.ts';
import {causeCode, SquadError} from './errors.ts';
import type {Home} from './home.ts';
import {withLock} from './lock.ts';
import {isDamaged, readRecord, readRecords, replaceRecord} from './records.ts';
import {keyOf, type SessionRecord} from './session.ts';
import {type Loaded, loadSettings} from './settings.ts';
import {syncFolder} from './write-file.ts';

/** What every operation needs: where things are, and how to tell what happens. */
export type World = {
	readonly home: Home;
	readonly tmux: TmuxServer;
	readonly env: NodeJS.ProcessEnv;
	/** Makes what a launch needs: the home and tmux's configuration in it. */
	readonly prepare: () => void;
	/** Tells whoever waits what is being done now. */
	readonly tell: (session: string, step: string) => void;
	/** True once the user asked to stop (Ctrl-C): the next step is not begun. */
	readonly stopped: () => boolean;
};

/** A session under lock: only through this may its record change. */
export type Held = {
	readonly world: World;
	readonly home: Home;
	readonly tmux: TmuxServer;
	readonly record: () => SessionRecord;
	readonly update: (change: Partial<SessionRecord>) => SessionRecord;
	/** What was updated is still there after a power cut: each update is whole on the disk at once, and in its place from here on. */
	readonly settle: () => void;
	/** Sessions that work in the same directory. */
	readonly neighbours: () => SessionRecord[];
	readonly settings: () => Promise<Loaded>;
	readonly agent: () => Promise<Agent | null>;
	readonly tell: (step: string) => void;
	/** What tmux showed at the last look of this operation; nothing where that no longer counts. */
	readonly sight: {
		panes: readonly Pane[] | undefined;
		/** What one of them has shown, if that was asked for. */
		shown?: {readonly paneId: string; readonly text: string; readonly at: number} | undefined;
		/** Who may have what left a terminal of this server; undefined: anybody. */
		adopters?: readonly number[] | undefined;
		/** Its terminals were gone at the first look, and no pause has looked after what they left. */
		isLost?: boolean;
	};
};

export const noSuchSession = (word: string): SquadError =>
	new SquadError('no_such_session', `there is no session ${JSON.stringify(word)}`, '`squad ls` lists the sessions');

const recordOf = (world: World, id: string): SessionRecord => {
	const found = readRecord(world.home, id);
	if (found === undefined) {
		throw noSuchSession(id);
	}
	if (isDamaged(found)) {
		throw new SquadError(
			'damaged_record',
			`the record of ${id} is damaged: ${found.why}`,
			`look at ${world.home.record(id)}`,
			id,
		);
	}
	return found;
};

/** Turns a record into something that operations can work with. The caller holds the lock. */
export const hold = (world: World, first: SessionRecord): Held => {
	let record = first;
	let isSettled = true;
	let loaded: Promise<Loaded> | undefined;
	const settings = (): Promise<Loaded> => {
		loaded ??= loadSettings(world.home, record.repo);
		return loaded;
	};
	return {
		world,
		home: world.home,
		tmux: world.tmux,
		record: () => record,
		update: change => {
			record = {...record, ...change};
			replaceRecord(world.home, record);
			isSettled = false;
			return record;
		},
		settle: () => {
			if (!isSettled && existsSync(world.home.session(record.id))) {
				syncFolder(world.home.session(record.id));
			}
			isSettled = true;
		},
		neighbours: () =>
			readRecords(world.home).records.filter(
				other => other.id !== record.id && other.locationPath === record.locationPath && other.intent !== 'ended',
			),
		settings,
		agent: async () => (record.agent === null ? null : agentFor(record.agent, (await settings()).settings.agents)),
		tell: step => world.tell(record.id, step),
		sight: {panes: undefined},
	};
};

const agentFor = (name: string, custom: Loaded['settings']['agents']): Agent => {
	const agent = agentNamed(name, custom);
	if (agent === undefined) {
		throw new SquadError(
			'missing',
			`there is no agent ${JSON.stringify(name)}`,
			'`squad doctor` lists the agents; define your own in config.json',
		);
	}
	return agent;
};

/** Takes a session's lock and reads its record afresh. */
export const withSession = async <T>(
	world: World,
	record: SessionRecord,
	verb: string,
	run: (held: Held) => Promise<T>,
): Promise<T> => {
	// Whatever an operation would write down about a tmux that cannot be there is wrong.
	world.tmux.refuseBadSocket();
	return withLock(
		world.home,
		keyOf(record),
		verb,
		async () => {
			const held = hold(world, recordOf(world, record.id));
			return run(held).finally(held.settle);
		},
		undefined,
		record.id,
	);
};

export const readJson = (path: string): unknown => {
	try {
		return JSON.parse(readFileSync(path, 'utf8'));
	} catch (cause) {
		if (causeCode(cause) === 'ENOENT' || cause instanceof SyntaxError) {
			return undefined;
		}
		throw cause;
	}
};

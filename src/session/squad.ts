import {existsSync, readFileSync} from 'node:fs';
import {waitAsleep} from '../program/run-program.ts';
import {configuration} from '../tmux/configuration.ts';
import {tmuxServer} from '../tmux/server.ts';
import type {Foundling} from './adopt.ts';
import type {NewSession} from './create.ts';
import {cutOffSessions} from './cut-off.ts';
import type {Ending} from './end.ts';
import {findSession} from './find-session.ts';
import type {World} from './held.ts';
import {ensureHome, homeFrom} from './home.ts';
import {underWay} from './journal.ts';
import {hasDeadOwner} from './lock.ts';
import {look} from './look.ts';
import {refuseForeign} from './ownership.ts';
import type {Pausing} from './pause.ts';
import {readRecords} from './records.ts';
import type {Removing} from './remove.ts';
import type {Resuming} from './resume.ts';
import type {SessionRecord} from './session.ts';
import {sessionIds} from './session-ids.ts';
import {loadSettings} from './settings.ts';
import type {Asked} from './trust.ts';
import {writeFileWhole} from './write-file.ts';

export type SquadOptions = {
	readonly env: NodeJS.ProcessEnv;
	readonly tell?: World['tell'];
	readonly stopped?: World['stopped'];
};

/** What ui and cli talk to: everything that can be known of sessions and done with them. */
export const openSquad = ({env, tell = () => undefined, stopped = () => false}: SquadOptions): Squad => {
	const home = homeFrom(env);
	const tmux = tmuxServer(env.SQUAD_TMUX_SOCKET || 'squad', home.tmuxConf);
	/** The server reads this at its start, so it must be there before anything is launched. */
	const prepare = (): void => {
		ensureHome(home);
		const wanted = configuration(home.tmuxUserConf);
		if (!existsSync(home.tmuxConf) || readFileSync(home.tmuxConf, 'utf8') !== wanted) {
			// Under no lock: two squads may both find it missing.
			writeFileWhole(home.tmuxConf, wanted, `${home.tmuxConf}.${process.pid}.tmp`);
		}
	};
	return squadOf({home, tmux, env, prepare, tell, stopped});
};

/** What there is, and what it says. */
const looksOf = (world: World) => ({
	settings: (repo?: string | null) => loadSettings(world.home, repo),
	look: (records: readonly SessionRecord[]) => look(world, records),
	view: async (record: SessionRecord) => {
		const [view] = await look(world, [record]);
		return view as NonNullable<typeof view>;
	},
	explain: async (record: SessionRecord) => (await import('./explain-session.ts')).explainSession(world, record),
	/** The last prompt, the last action, what is still to do and the tokens: read from the agent's own transcript, what was added since the last time. */
	conversation: async (record: SessionRecord) => (await import('./conversation-view.ts')).conversationOf(world, record),
	/** What a removal would take out of sight. */
	losses: async (record: SessionRecord) => (await import('./remove.ts')).lossesOf(world, record),
	logs: async (record: SessionRecord, colours: boolean) => (await import('./logs.ts')).logsOf(world, record, colours),
	diff: async (record: SessionRecord, stat: boolean) => (await import('./diff.ts')).showDiff(world, record, stat),
	branches: async (repo: string) => (await import('../git/branch.ts')).listBranches(repo),
	found: async (directory: string) =>
		(await import('./found.ts')).foundAt(directory, {
			settings: (await loadSettings(world.home)).settings,
			env: world.env,
		}),
	measureDiff: async (record: SessionRecord) => (await import('./diff.ts')).measureDiff(world, record),
});

/** What is done with sessions. */
const movesOf = (world: World) => ({
	adopt: async (found: Foundling, dryRun: boolean) => (await import('./adopt.ts')).adopt(world, found, dryRun),
	adoptTmux: async (
		wanted: {session: string; socket: string | undefined; agent: string | undefined},
		dryRun: boolean,
	) => (await import('./adopt-tmux.ts')).adoptTmux(world, wanted, dryRun),
	adoptStateFile: async (file: string, dryRun: boolean) =>
		(await import('./adopt-state-file.ts')).adoptStateFile(world, file, dryRun),
	create: async (wanted: NewSession) => (await import('./create.ts')).createSession(world, wanted),
	pause: async (record: SessionRecord, options: Pausing) =>
		(await import('./pause.ts')).pauseSession(world, record, options),
	resume: async (record: SessionRecord, options: Resuming) =>
		(await import('./resume.ts')).resumeSession(world, record, options),
	restart: async (record: SessionRecord, fresh: boolean) =>
		(await import('./resume.ts')).restartSession(world, record, fresh),
	send: async (record: SessionRecord, text: string, enter: boolean) =>
		(await import('./send.ts')).sendText(world, record, text, enter),
	answer: async (record: SessionRecord, choice: string) =>
		(await import('./answer.ts')).answerQuestion(world, record, choice),
	rename: async (record: SessionRecord, title: string) =>
		(await import('./send.ts')).renameSession(world, record, title),
	end: async (record: SessionRecord, options: Ending = {}) =>
		(await import('./end.ts')).endSession(world, record, options),
	remove: async (record: SessionRecord, how: Removing) =>
		(await import('./remove.ts')).removeSession(world, record, how),
	undo: async (word?: string) => (await import('./undo.ts')).undoRemoval(world, word),
	openTerminal: async (record: SessionRecord, name: string) =>
		(await import('./open-terminal.ts')).openTerminal(world, record, name),
	attach: async (record: SessionRecord, worker: string | undefined) =>
		(await import('../tmux/attach.ts')).attach(world.tmux, `=${record.id}:${worker === undefined ? '' : `=${worker}`}`),
});

/** What keeps squad itself in order, and what repositories may make it do. */
const careOf = (world: World) => ({
	/** What the repository around a directory asks squad to run; undefined for nothing. */
	asked: async (directory: string) => (await import('./asked.ts')).askedAt(world.home, directory),
	trust: async (asked: Asked) => (await import('./trust.ts')).trust(world.home, asked),
	revokeTrust: async (repo: string) => (await import('./trust.ts')).revokeTrust(world.home, repo),
	/** How far the preparation of a session's worktree is; null where there was none. */
	setupOf: async (record: SessionRecord) => (await import('./setup.ts')).setupOf(world.home, record.id),
	/** What can be brought back, the last one first. */
	removed: async () => (await import('./trash.ts')).removedSessions(world.home),
	/** What is there and should not be. */
	leftovers: async () => (await import('./leftovers.ts')).leftoversOf(world),
	fixLeftovers: async () => {
		refuseForeign(world.home.root, world.tmux.socketPath);
		return (await import('./leftovers.ts')).fixLeftovers(world);
	},
	emptyTrashIfDue: async () => (await import('./trash.ts')).emptyTrashIfDue(world),
	recover: async (dryRun: boolean) => {
		refuseForeign(world.home.root, world.tmux.socketPath);
		return (await import('./recover.ts')).recover(world, dryRun);
	},
	interrupted: async () => (await import('./interrupted.ts')).interruptedSessions(world),
	resumeInterrupted: async () => (await import('./interrupted.ts')).resumeInterrupted(world),
	hasCutOff: () =>
		hasDeadOwner(world.home) ||
		(sessionIds(world.home).some(id => underWay(world.home, id) !== undefined) &&
			cutOffSessions(world, readRecords(world.home).records).length > 0),
});

const operationsIn = (world: World) => ({
	/** For whoever watches (watch/watch.ts), which this folder knows nothing of. */
	world,
	home: world.home,
	tmux: world.tmux,
	env: world.env,
	find: (word: string) => findSession(world.home, word),
	/** Says that one thing is done and nothing beside it: then it is done in less time. */
	workAlone: waitAsleep,
	/** Refuses a home or a tmux socket that somebody else owns. */
	refuseForeign: () => refuseForeign(world.home.root, world.tmux.socketPath),
	records: () => readRecords(world.home),
	...looksOf(world),
	...movesOf(world),
	...careOf(world),
});

export type Squad = ReturnType<typeof operationsIn> & {
	/** The same squad that tells its steps to somebody else, or is stopped by somebody else. */
	readonly with: (callbacks: Partial<Pick<World, 'tell' | 'stopped'>>) => Squad;
};

const squadOf = (world: World): Squad => ({
	...operationsIn(world),
	with: callbacks => squadOf({...world, ...callbacks}),
});

import type {Pane} from '../tmux/format.ts';
import type {Agent} from './agents/agent.ts';
import {agentNamed} from './agents/table.ts';
import type {World} from './held.ts';
import {underWay, VERBS, type Verb} from './journal.ts';
import {lockedKeys, ownerOf} from './lock.ts';
import {bySession, survey} from './panes.ts';
import {reportOf} from './report-of.ts';
import {keyOf, type SessionRecord} from './session.ts';
import {loadSettings} from './settings.ts';
import {agentPane} from './status.ts';
import {type SessionView, viewOf} from './view.ts';

/** The agents of some sessions, each repository's settings read once. */
export const agentsOf = async (world: World, records: readonly SessionRecord[]): Promise<Map<string, Agent | null>> => {
	const settings = new Map<string | null, Awaited<ReturnType<typeof loadSettings>>>();
	const agents = new Map<string, Agent | null>();
	for (const {id, repo, agent} of records) {
		const loaded = settings.get(repo) ?? (await loadSettings(world.home, repo));
		settings.set(repo, loaded);
		agents.set(id, agent === null ? null : (agentNamed(agent, loaded.settings.agents) ?? null));
	}
	return agents;
};

/** What somebody does with a session at this moment, before anything of it is in the journal. */
const atWork = (world: World, record: SessionRecord, locked = lockedKeys(world.home)): Verb | undefined => {
	const owner = locked.has(keyOf(record)) ? ownerOf(world.home, keyOf(record)) : undefined;
	return owner?.session === record.id ? VERBS.find(verb => verb === owner.verb) : undefined;
};

type Shown = {
	readonly panes: readonly Pane[];
	readonly agent: Agent | null;
	readonly lines: (paneId: string) => readonly string[] | undefined;
	/** The locks that are held; looked up where it is not given. */
	readonly locked?: ReadonlySet<string>;
};

/** One session as it is now, given what tmux shows of it. */
export const viewNow = (world: World, record: SessionRecord, {panes, agent, lines, locked}: Shown): SessionView =>
	viewOf(record, {
		facts: {panes, underWay: underWay(world.home, record.id)?.verb ?? atWork(world, record, locked)},
		agent,
		lines: lines(agentPane(record, panes)?.paneId ?? ''),
		report: agent === null || panes.length === 0 ? undefined : reportOf(world.home, record),
		socket: world.tmux.socket,
	});

/** A session as it is now, and the panes that this was read from. */
export type Sight = {readonly record: SessionRecord; readonly view: SessionView; readonly panes: readonly Pane[]};

/** Looks at sessions as they are now: one tmux process for up to about a hundred of them, no git. */
export const sights = async (world: World, records: readonly SessionRecord[]): Promise<Sight[]> => {
	const running = records.filter(({agent, intent}) => agent !== null && intent === 'running').map(({id}) => id);
	const {panes, screens} =
		records.length === 0 ? {panes: [], screens: new Map()} : survey(world.home, world.tmux, running);
	const agents = await agentsOf(world, records);
	const own = bySession(panes);
	const locked = lockedKeys(world.home);
	return records.map(record => {
		const shown = own.get(record.id) ?? [];
		const agent = agents.get(record.id) ?? null;
		const view = viewNow(world, record, {panes: shown, agent, lines: paneId => screens.get(paneId), locked});
		return {record, view, panes: shown};
	});
};

export const look = async (world: World, records: readonly SessionRecord[]): Promise<SessionView[]> =>
	(await sights(world, records)).map(({view}) => view);

import {screensNow} from '../tmux/pane.ts';
import type {Agent} from './agents/agent.ts';
import {agentNamed} from './agents/table.ts';
import type {World} from './held.ts';
import {underWay, VERBS, type Verb} from './journal.ts';
import {ownerOf} from './lock.ts';
import {allPanesNow} from './panes.ts';
import {keyOf, type SessionRecord} from './session.ts';
import {loadSettings} from './settings.ts';
import {agentPane, statusOf} from './status.ts';
import {type SessionView, viewOf} from './view.ts';

/** The agents of some sessions, each repository's settings read once. */
const agentsOf = async (world: World, records: readonly SessionRecord[]): Promise<Map<string, Agent | null>> => {
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
const atWork = (world: World, record: SessionRecord): Verb | undefined => {
	const owner = ownerOf(world.home, keyOf(record));
	return owner?.session === record.id ? VERBS.find(verb => verb === owner.verb) : undefined;
};

/** Looks at sessions as they are now: two tmux processes whatever their number, no git. */
export const look = async (world: World, records: readonly SessionRecord[]): Promise<SessionView[]> => {
	const all = records.length === 0 ? [] : allPanesNow(world.home, world.tmux);
	const agents = await agentsOf(world, records);
	const seen = records.map(record => {
		const panes = all.filter(pane => pane.session === record.id);
		const facts = {
			panes,
			underWay: underWay(world.home, record.id)?.verb ?? atWork(world, record),
		};
		const pane = record.agent !== null && statusOf(record, facts) === 'active' ? agentPane(record, panes) : undefined;
		return {record, facts, pane};
	});
	const captured = seen.flatMap(({pane}) => (pane === undefined ? [] : [pane.paneId]));
	const screens = screensNow(world.tmux, captured);
	return seen.map(({record, facts, pane}) =>
		viewOf(record, {
			facts,
			agent: agents.get(record.id) ?? null,
			lines: pane === undefined ? undefined : screens[captured.indexOf(pane.paneId)],
			socket: world.tmux.socket,
		}),
	);
};

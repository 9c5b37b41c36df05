import {isDeepStrictEqual} from 'node:util';
import type {Pane} from '../../tmux/format.ts';
import type {Agent} from '../agents/agent.ts';
import type {World} from '../held.ts';
import {agentsOf, viewNow} from '../look.ts';
import {bySession} from '../panes.ts';
import {type Damaged, isDamaged, readRecord} from '../records.ts';
import {keyOf, type SessionRecord} from '../session.ts';
import {sessionIds} from '../session-ids.ts';
import {agentPane} from '../status.ts';
import type {SessionView} from '../view.ts';

/** Less than this is no news: the list shows megabytes. */
const MEMORY_STEP = 1 << 20;

/** The old view where nothing of it changed, so that whoever draws it knows. PURE. */
const kept = (before: SessionView | undefined, after: SessionView): SessionView => {
	if (before === undefined) return after;
	const isNear = Math.abs(before.memory.rssBytes - after.memory.rssBytes) < MEMORY_STEP;
	const next = isNear ? {...after, memory: before.memory} : after;
	return isDeepStrictEqual(before, next) ? before : next;
};

/** What is known of every session, piece by piece, and the views made of it. */
export const sessionViews = (world: World) => {
	const records = new Map<string, SessionRecord>();
	const damaged = new Map<string, Damaged>();
	const agents = new Map<string, Agent | null>();
	const lines = new Map<string, readonly string[]>();
	const lookedAt = new Map<string, number>();
	let panes = new Map<string, readonly Pane[]>();
	const views = new Map<string, SessionView>();
	let list: readonly SessionView[] = [];
	let damagedList: readonly Damaged[] = [];

	const read = (id: string): void => {
		const found = readRecord(world.home, id);
		for (const map of [records, damaged, agents]) map.delete(id);
		if (found === undefined) return;
		if (isDamaged(found)) damaged.set(id, found);
		else records.set(id, found);
	};
	const panesOf = (id: string): readonly Pane[] => panes.get(id) ?? [];
	const relist = (): void => {
		const next = [...records.values()]
			.sort((a, b) => (a.createdAt < b.createdAt ? -1 : 1))
			.flatMap(({id}) => views.get(id) ?? []);
		if (next.length !== list.length || next.some((view, at) => view !== list[at])) list = next;
		const broken = [...damaged.values()];
		if (!isDeepStrictEqual(broken, damagedList)) damagedList = broken;
	};

	return {
		ids: () => sessionIds(world.home),
		record: (id: string) => records.get(id),
		panesOf,
		/** Reads these records afresh; those that are gone are forgotten. */
		read: (ids: Iterable<string>): void => {
			for (const id of ids) read(id);
		},
		known: (): string[] => [...records.keys(), ...damaged.keys()],
		/** The sessions that a lock is about. */
		lockedBy: (key: string): string[] => [...records.values()].filter(one => keyOf(one) === key).map(({id}) => id),
		forgetAgents: () => agents.clear(),
		/** All panes as they are now; the sessions of which something differs. */
		setPanes: (all: readonly Pane[]): string[] => {
			const next = bySession(all);
			const before = panes;
			panes = next;
			const there = new Set(all.map(pane => pane.paneId));
			for (const paneId of lines.keys()) if (!there.has(paneId)) [lines.delete(paneId), lookedAt.delete(paneId)];
			return [...new Set([...before.keys(), ...next.keys()])].filter(
				id => !isDeepStrictEqual(before.get(id), next.get(id)),
			);
		},
		/** One pane as it is now, with what it shows. */
		setScreen: (pane: Pane, shown: readonly string[], at: number): void => {
			lines.set(pane.paneId, shown);
			lookedAt.set(pane.paneId, at);
			panes.set(
				pane.session,
				panesOf(pane.session).map(one => (one.paneId === pane.paneId ? pane : one)),
			);
		},
		/** The panes that views are read from: those of living agents that should run. */
		agentPanes: (): Pane[] =>
			[...records.values()].flatMap(record => {
				const pane = agentPane(record, panesOf(record.id));
				return record.agent !== null && record.intent === 'running' && pane && !pane.dead ? [pane] : [];
			}),
		/** The processes that each session's panes began with. */
		roots: (): Map<string, number[]> =>
			new Map(
				[...records.keys()]
					.map((id): [string, number[]] => [
						id,
						panesOf(id)
							.filter(pane => !pane.dead)
							.map(pane => pane.pid),
					])
					.filter(([, pids]) => pids.length > 0),
			),
		/** When a pane's screen was last looked at, in milliseconds since 1970; 0 for never. */
		lookedAt: (pane: Pane): number => lookedAt.get(pane.paneId) ?? 0,
		/** Makes the views of these sessions anew. */
		refresh: async (ids: ReadonlySet<string>): Promise<void> => {
			const mine = [...ids].flatMap(id => records.get(id) ?? []);
			const unknown = mine.filter(({id}) => !agents.has(id));
			for (const [id, agent] of await agentsOf(world, unknown)) agents.set(id, agent);
			for (const record of mine) {
				const {id} = record;
				const view = viewNow(world, record, {
					panes: panesOf(id),
					agent: agents.get(id) ?? null,
					lines: paneId => lines.get(paneId),
				});
				views.set(id, kept(views.get(id), view));
			}
			for (const id of views.keys()) if (!records.has(id)) views.delete(id);
			relist();
		},
		/** What its processes use now, from a newer measurement. */
		setMemory: (id: string, rssBytes: number): void => {
			const view = views.get(id);
			if (view !== undefined) views.set(id, kept(view, {...view, memory: {rssBytes}}));
			relist();
		},
		view: (id: string) => views.get(id),
		list: () => list,
		damaged: () => damagedList,
	};
};

export type SessionViews = ReturnType<typeof sessionViews>;

import type {SessionView} from '../../../session/view.ts';
import type {Snapshot} from '../../../session/watch/watch.ts';
import {type Group, groupsOf, inOrder} from './groups.ts';
import type {View} from './view-state.ts';

/** What is on the screen now: the base of every key's refusal and of what it does. */
export type Here = {
	readonly view: View;
	readonly snapshot: Snapshot;
	readonly groups: readonly Group[];
	readonly listed: readonly SessionView[];
	readonly session: SessionView | null;
	/** The marked sessions, or else the selected one. */
	readonly targets: readonly SessionView[];
};

/** The selected session; the first one listed where nothing is selected or the selected one has gone. PURE. */
const selectedOf = (listed: readonly SessionView[], selected: string | null): SessionView | null =>
	listed.find(session => session.id === selected) ?? listed[0] ?? null;

/** PURE. */
export const hereOf = (view: View, snapshot: Snapshot): Here => {
	const groups = groupsOf(snapshot.sessions, {
		grouping: view.grouping,
		filter: view.filter.text,
		onlyActive: view.onlyActive,
	});
	const listed = inOrder(groups);
	const session = selectedOf(listed, view.selected);
	const marked = snapshot.sessions.filter(one => view.marks.has(one.id));
	return {view, snapshot, groups, listed, session, targets: marked.length > 0 ? marked : session ? [session] : []};
};

/** The session so many places further down, or at an end. PURE. */
export const neighbour = ({listed, session}: Here, by: number): string | null => {
	const at = session === null ? 0 : listed.indexOf(session);
	return listed[Math.min(listed.length - 1, Math.max(0, at + by))]?.id ?? null;
};

/** The worker that a tab shows. PURE. */
export const workerOf = (session: SessionView, tab: View['tab']): string =>
	tab === 'terminal' ? (session.workers.find(({type}) => type === 'terminal')?.id ?? 'terminal') : 'agent';

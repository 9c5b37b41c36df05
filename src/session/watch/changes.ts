import type {SessionView} from '../view.ts';
import type {Snapshot} from './snapshot.ts';

/** Something that a person may want to be told of. */
export type Change = {
	readonly session: string;
	readonly kind: 'asks' | 'finished' | 'failed' | 'interrupted' | 'paused' | 'resumed' | 'appeared' | 'gone';
	/** With `asks`: the question; with `failed`: why, where that is known. */
	readonly text: string | null;
};

const atWork = ({status, activity}: SessionView): boolean =>
	status === 'starting' || (status === 'active' && activity !== 'idle' && activity !== 'asking');

const kindOf = (before: SessionView, after: SessionView): Change['kind'] | undefined => {
	const turned = before.status !== after.status;
	if (after.activity === 'asking' && (before.activity !== 'asking' || before.question !== after.question))
		return 'asks';
	if (turned && (after.status === 'failed' || after.status === 'error')) return 'failed';
	if (turned && after.status === 'interrupted') return 'interrupted';
	if (turned && after.status === 'paused') return 'paused';
	if (turned && after.status === 'completed') return 'finished';
	if (turned && after.status === 'active' && ['paused', 'resuming'].includes(before.status)) return 'resumed';
	// From `unknown` to idle is no news: an agent that squad could not read was perhaps never at work.
	return before.activity === 'active' && after.activity === 'idle' && atWork(before) ? 'finished' : undefined;
};

/** What happened between two snapshots; nothing before the first look is done. PURE. */
export const changesBetween = (before: Snapshot, after: Snapshot): Change[] => {
	if (before.loadedAt === null || before.sessions === after.sessions) return [];
	const known = new Map(before.sessions.map(view => [view.id, view]));
	const there = new Set(after.sessions.map(view => view.id));
	const changed = after.sessions.flatMap((view): Change[] => {
		const old = known.get(view.id);
		if (old === view) return [];
		const kind = old === undefined ? (view.activity === 'asking' ? 'asks' : 'appeared') : kindOf(old, view);
		if (kind === undefined) return [];
		const text = kind === 'asks' ? view.question : kind === 'failed' ? (view.lastError?.message ?? null) : null;
		return [{session: view.id, kind, text}];
	});
	const gone = before.sessions.filter(({id}) => !there.has(id));
	return [...changed, ...gone.map(({id}): Change => ({session: id, kind: 'gone', text: null}))];
};

import type {SessionView} from '../../../session/view.ts';
import type {Watch} from '../../../session/watch/watch.ts';
import type {DetailStore} from '../state/details.ts';
import {type Here, workerOf} from '../state/here.ts';
import {tabRoom} from '../state/layout.ts';
import type {Change} from '../state/view-state.ts';

export type Keeping = {
	readonly here: () => Here;
	readonly change: (change: Change) => void;
	readonly watch: Pick<Watch, 'follow' | 'fit' | 'diff'>;
	readonly look: DetailStore['look'];
};

/** Somebody who only passes by on the way down the list does not make every agent draw itself anew. */
const SETTLED_MS = 250;
/** Less than this no agent is made for; what does not fit is cut. */
const LEAST = {columns: 56, rows: 20};

const roomFor = ({view}: Here) => {
	const {columns, rows} = tabRoom(view.size);
	return {columns: Math.max(LEAST.columns, columns), rows: Math.max(LEAST.rows, rows)};
};

/** Gives the selected worker's window the room that it has here, once somebody stays with it. */
const fitter = (watch: Keeping['watch']) => {
	let fitted = '';
	let timer: NodeJS.Timeout | undefined;
	return {
		fit: (now: Here, {id, status, attached}: SessionView, worker: string): void => {
			const room = roomFor(now);
			// Whoever was attached left it in the size of their terminal.
			const wanted = `${id} ${worker} ${room.columns}x${room.rows} ${status} ${attached}`;
			if (wanted === fitted) {
				return;
			}
			fitted = wanted;
			clearTimeout(timer);
			timer = setTimeout(() => {
				watch.diff(id);
				// A window that has just gone needs no size.
				watch.fit(id, worker, room).catch(() => undefined);
			}, SETTLED_MS);
		},
		stop: (): void => clearTimeout(timer),
	};
};

/** What was never measured is measured once; afterwards whenever an agent comes to rest. */
const measuring = (watch: Keeping['watch']) => {
	const asked = new Set<string>();
	return (sessions: readonly SessionView[]): void => {
		for (const {id, diff} of sessions) {
			if (diff === null && !asked.has(id)) {
				asked.add(id);
				watch.diff(id);
			}
		}
	};
};

/** Whoever types goes on typing to the same agent, or to nobody: never to the next one in the list. */
const typingGuard = (change: Keeping['change']) => {
	let to: string | undefined;
	return ({view, session}: Here): void => {
		if (view.mode !== 'typing') {
			to = undefined;
			return;
		}
		to ??= session?.id;
		if (session?.id !== to || session?.status !== 'active') {
			to = undefined;
			change({type: 'mode', mode: 'keys'});
			change({type: 'notice', notice: {text: 'the agent that you typed to does not run any more', style: 'bad'}});
		}
	};
};

/** The selection stays where it was when its session goes; what is selected is followed live and fits its place. */
export const keepSelection = ({here, change, watch, look}: Keeping) => {
	let place = 0;
	let followed = '';
	const [window, measure, guard] = [fitter(watch), measuring(watch), typingGuard(change)];

	const keep = (): void => {
		const now = here();
		const {listed, view, session, snapshot} = now;
		guard(now);
		const at = listed.findIndex(one => one.id === view.selected);
		if (at === -1 && listed.length > 0) {
			change({type: 'select', id: listed[Math.min(place, listed.length - 1)]?.id ?? null});
			return;
		}
		place = Math.max(0, at);
		const worker = session === null ? '' : workerOf(session, view.tab);
		const target = session === null ? '' : `${session.id} ${worker}`;
		if (target !== followed) {
			followed = target;
			watch.follow(session === null ? null : {session: session.id, worker});
		}
		if (session?.status === 'active') {
			window.fit(now, session, worker);
		}
		measure(snapshot.sessions);
		look(session, view.tab);
	};
	return {keep, stop: window.stop};
};

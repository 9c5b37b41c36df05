import type {Watch} from '../../session/watch.ts';
import type {DetailStore} from './details.ts';
import {type Here, workerOf} from './here.ts';
import {layoutOf} from './layout.ts';
import type {Change} from './view-state.ts';

export type Keeping = {
	readonly here: () => Here;
	readonly change: (change: Change) => void;
	readonly watch: Pick<Watch, 'follow' | 'fit'>;
	readonly look: DetailStore['look'];
};

/** Somebody who only passes by on the way down the list does not make every agent draw itself anew. */
const SETTLED_MS = 250;
/** Less than this no agent is made for; what does not fit is cut. */
const LEAST = {columns: 80, rows: 24};
/** The session's name and its tabs stand above the screen. */
const HEAD_ROWS = 2;

const roomFor = ({view}: Here) => {
	const {detail} = layoutOf(view.size, 'detail');
	return {
		columns: Math.max(LEAST.columns, detail?.columns ?? 0),
		rows: Math.max(LEAST.rows, (detail?.rows ?? 0) - HEAD_ROWS),
	};
};

/** The selection stays where it was when its session goes; what is selected is followed live and fits its place. */
export const keepSelection = ({here, change, watch, look}: Keeping) => {
	let place = 0;
	let followed = '';
	let fitted = '';
	let timer: NodeJS.Timeout | undefined;

	const fitSoon = (now: Here, session: string, worker: string): void => {
		const room = roomFor(now);
		const wanted = `${session} ${worker} ${room.columns}x${room.rows} ${now.session?.status}`;
		if (wanted !== fitted) {
			fitted = wanted;
			clearTimeout(timer);
			// A window that has just gone needs no size.
			timer = setTimeout(() => watch.fit(session, worker, room).catch(() => undefined), SETTLED_MS);
		}
	};
	const keep = (): void => {
		const now = here();
		const {listed, view, session} = now;
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
			fitSoon(now, session.id, worker);
		}
		look(session, view.tab);
	};
	return {keep, stop: (): void => clearTimeout(timer)};
};

import type {Notification} from '../../tmux/notification.ts';
import type {World} from '../held.ts';
import type {SessionView} from '../view.ts';
import {type Agenda, agenda} from './agenda.ts';
import {diffMeter} from './diff-meter.ts';
import {ears, HEARS} from './ears.ts';
import {eventHub} from './event-hub.ts';
import type {SessionEvent} from './events.ts';
import {fitting, type Size} from './fit.ts';
import {followed} from './followed.ts';
import {homeFiles} from './home-files.ts';
import {operations} from './operations.ts';
import {serverLink} from './server-link.ts';
import {type Operation, type Snapshot, snapshotStore} from './snapshot.ts';
import {turns} from './turn.ts';
import {typing} from './typing.ts';
import {usageTimer} from './usage-timer.ts';
import {sessionViews} from './views.ts';

export {type Change, changesBetween} from './changes.ts';
export type {LiveScreen, Operation, Snapshot} from './snapshot.ts';

/** The one home of live state: what is true of all sessions now, told to whoever subscribes. */
export type Watch = {
	/** The same object until something changed. */
	readonly snapshot: () => Snapshot;
	readonly subscribe: (listener: () => void) => () => void;
	/** Each thing that happens from now on, of one session or of all; while somebody listens, conversations are followed too. */
	readonly events: (listener: (event: SessionEvent) => void, session?: string) => () => void;
	/** This worker's screen is in the snapshot, live. Until the first look at it, the screen of the one before stays. */
	readonly follow: (target: {readonly session: string; readonly worker: string} | null) => void;
	/** Look again now, at one session or at all. */
	readonly touch: (id?: string) => void;
	readonly type: (session: string, worker: string, text: string) => Promise<void>;
	/** tmux's names of keys: `Enter`, `C-c`, `Escape`. */
	readonly press: (session: string, worker: string, keys: readonly string[]) => Promise<void>;
	/** Makes a worker's window as large as the place where it is shown, unless somebody is attached to it. */
	readonly fit: (session: string, worker: string, size: Size) => Promise<void>;
	/** Does something with a session, its steps and its failure in the snapshot. Throws only what is a bug. */
	readonly run: <T>(
		id: string,
		verb: Operation['verb'],
		work: (tell: (step: string) => void) => Promise<T>,
	) => Promise<T | undefined>;
	/** Forgets the failure of an operation. */
	readonly dismiss: (id: string) => void;
	/** Somebody looks at what a session changed: measure it, though not too often. */
	readonly diff: (id: string) => void;
	/** Resolves when nothing of it is left. */
	readonly close: () => Promise<void>;
};

/** Of all that tmux says unasked: what tells that panes came, went or were attached to. */
const isNews = ({kind, ...rest}: Notification): boolean =>
	[
		'subscription-changed',
		'sessions-changed',
		'window-add',
		'window-close',
		'window-renamed',
		'client-detached',
	].includes(kind) ||
	('line' in rest && /^%(client-session-changed|session-renamed|layout-change) /.test(rest.line));

/** For whatever was not heard, such as an echo of the terminal itself. One command to tmux, no process. */
const SWEEP_MS = 15_000;

/** What others do in squad's home, as things to look at again. */
const filesOf = (world: World, {add}: Agenda, lockedBy: (key: string) => readonly string[]) =>
	homeFiles(world.home, {
		list: () => add({list: true}),
		session: id => add({records: new Set([id])}),
		lock: key => add({views: new Set(lockedBy(key))}),
		settings: () => add({settings: true}),
		all: () => add({list: true, settings: true, server: true}),
	});

export type Watching = {
	/** Whether the machine tells of writes to terminals; where it does not, tmux is asked to. */
	readonly hears?: boolean;
	/** The sessions as somebody has just seen them: shown until the first look of its own. */
	readonly seen?: readonly SessionView[] | undefined;
};

export const watch = (world: World, {hears = HEARS, seen}: Watching = {}): Watch => {
	world.prepare();
	const store = snapshotStore();
	if (seen !== undefined) {
		store.patch({sessions: seen, loadedAt: Date.now()});
	}
	const events = eventHub(world, store);
	const views = sessionViews(world);
	const todo: Agenda = agenda(async now => turn(now));
	const listening = ears(hears, paneId => todo.add({panes: new Set([paneId])}));
	const link = serverLink(
		world.tmux,
		{
			changed: (state, problem) => {
				store.patch({problem});
				todo.add({server: true, screen: true});
				if (state !== 'unknown') todo.start();
			},
			notification: notification => isNews(notification) && todo.add({server: true}),
		},
		{reportsOutput: !hears},
	);
	const files = filesOf(world, todo, views.lockedBy);
	const screen = followed(world.home, views);
	const diffs = diffMeter(world, views.record);
	const turn = turns({world, hears, store, views, link, listening, files, screen, diffs, todo});
	const {run, dismiss} = operations(store, id => todo.add({list: true, server: true, records: new Set([id])}));
	const {type, press} = typing(link, screen.paneOf, paneId => todo.add({panes: new Set([paneId])}));
	const sweep = setInterval(() => todo.add({server: true}), SWEEP_MS);
	const usage = usageTimer({
		isWatched: store.isWatched,
		stamp: turn.count,
		roots: views.roots,
		measured: figures => {
			for (const [id, {rssBytes}] of figures) views.setMemory(id, rssBytes);
			store.patch({usage: figures, sessions: views.list()});
		},
	});
	todo.add({list: true});
	return {
		snapshot: store.snapshot,
		subscribe: store.subscribe,
		events: events.subscribe,
		follow: target => screen.follow(target) && todo.add({screen: true}),
		touch: id =>
			todo.add({list: true, server: true, screen: true, records: new Set(id === undefined ? views.known() : [id])}),
		type,
		press,
		fit: fitting(link, screen.paneOf),
		run,
		dismiss,
		diff: diffs.want,
		close: async () => {
			files.close();
			listening.close();
			usage.close();
			clearInterval(sweep);
			turn.close();
			await Promise.all([todo.close(), diffs.close(), link.close(), events.close()]);
		},
	};
};

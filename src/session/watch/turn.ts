import type {Pane} from '../../tmux/format.ts';
import {TmuxError} from '../../tmux/tmux-error.ts';
import {SquadError} from '../errors.ts';
import type {World} from '../held.ts';
import type {SessionView} from '../view.ts';
import type {Agenda, Todo} from './agenda.ts';
import type {DiffMeter} from './diff-meter.ts';
import type {Ears} from './ears.ts';
import type {Followed} from './followed.ts';
import type {HomeFiles} from './home-files.ts';
import {lookAt, type PaneLook, paneLister} from './pane-look.ts';
import type {ServerLink} from './server-link.ts';
import type {SnapshotStore} from './snapshot.ts';
import {isUnseen, seenFrom, wasMissed} from './unseen.ts';
import type {SessionViews} from './views.ts';

export type Parts = {
	readonly world: World;
	readonly hears: boolean;
	readonly store: SnapshotStore;
	readonly views: SessionViews;
	readonly link: ServerLink;
	readonly listening: Ears;
	readonly files: HomeFiles;
	readonly screen: Followed;
	readonly diffs: DiffMeter;
	readonly todo: Agenda;
};

/** A squad that was killed at work tells nobody: whatever is half-way is looked at again. */
const HALF_WAY_MS = 1000;
const LONGEST_HALF_WAY_MS = 10_000;
const HALF_WAY: readonly SessionView['status'][] = ['starting', 'pausing', 'resuming'];

/** Reads the records that may have changed; the sessions concerned. */
const readFiles = ({views, files}: Parts, {list, settings, records}: Todo): Set<string> => {
	const concerned = new Set(records);
	if (list) {
		const before = new Set(views.known());
		const now = new Set(views.ids());
		// First the ears, then the look: what is written in between is heard.
		files.set([...now]);
		for (const id of now) if (!before.has(id)) concerned.add(id);
		for (const id of before) if (!now.has(id)) concerned.add(id);
	}
	views.read(concerned);
	if (settings) {
		views.forgetAgents();
		for (const id of views.known()) concerned.add(id);
	}
	return concerned;
};

/** Which panes there are; the sessions of which something differs. A server that does not answer proves nothing. */
const readServer = async ({views, link}: Parts, listPanes: () => Promise<Pane[]>): Promise<string[]> => {
	if (link.state() === 'unknown') return [];
	try {
		return views.setPanes(link.state() === 'up' ? await listPanes() : []);
	} catch (cause) {
		// The connection was lost meanwhile, and that is told by itself.
		if (cause instanceof TmuxError) return [];
		throw cause;
	}
};

const listenTo = ({views, listening, screen, hears}: Parts): void => {
	const shown = screen.pane();
	const panes = [...(hears ? views.agentPanes() : []), ...(shown === undefined || shown.dead ? [] : [shown])];
	listening.set(new Map(panes.map(pane => [pane.paneId, pane])), shown?.paneId);
};

/** Agents whose screens have something that was not looked at, though nobody said so. */
const overlooked = ({views, listening, hears}: Parts): string[] =>
	views.agentPanes().flatMap(pane => {
		const at = views.lookedAt(pane);
		const isMissed = hears && wasMissed(pane, at, Date.now());
		if (isMissed) listening.deafen(pane.paneId);
		return at === 0 || isMissed || (!hears && isUnseen(pane, at)) ? [pane.paneId] : [];
	});

const lookAtPanes = async ({link, world, screen, todo}: Parts, ids: ReadonlySet<string>): Promise<PaneLook[]> => {
	const shown = screen.pane();
	if (link.state() !== 'up') return [];
	const looks = await Promise.all(
		[...ids].map(paneId =>
			lookAt(link, world.home, paneId, {
				colours: paneId === shown?.paneId,
				isDead: paneId === shown?.paneId && shown.dead,
			}).catch((cause: unknown) => {
				if (!(cause instanceof TmuxError)) throw cause;
				// It is gone: what else is?
				if (cause.code === 'no-target') todo.add({server: true});
				return undefined;
			}),
		),
	);
	return looks.filter(look => look !== undefined);
};

const cameToRest = (before: SessionView | undefined, after: SessionView | undefined): boolean =>
	before?.activity === 'active' && (after?.activity === 'idle' || after?.activity === 'asking');

/** Tells everybody who is attached to a session how many others ask. The option lives and dies with our own session. */
const asksTeller = ({views, link}: Parts) => {
	let told = '';
	return (): void => {
		const asks = views.list().filter(view => view.activity === 'asking').length;
		const news = `${link.opened()}:${asks}`;
		if (link.state() !== 'up' || news === told) return;
		told = news;
		// Lost meanwhile: told again when there is a server again.
		link.run(['set-option', '-t', '=_squad:', '@squad_asks', asks === 0 ? '' : `${asks}`]).catch(() => undefined);
	};
};

/** Looks again at what is half-way: soon, and less and less often while it stays as it is. */
const halfWayTimer = ({views, todo}: Parts) => {
	let timer: NodeJS.Timeout | undefined;
	let [known, waitMs] = ['', HALF_WAY_MS];
	return {
		set: (): void => {
			clearTimeout(timer);
			const ids = views
				.list()
				.filter(view => HALF_WAY.includes(view.status))
				.map(view => view.id);
			waitMs = ids.join() === known ? Math.min(waitMs * 1.5, LONGEST_HALF_WAY_MS) : HALF_WAY_MS;
			known = ids.join();
			if (ids.length > 0) timer = setTimeout(() => todo.add({views: new Set(ids)}), waitMs);
		},
		close: () => clearTimeout(timer),
	};
};

/** Where only tmux tells of output, a look within the second of the last write may have come too early. */
const secondLooks = ({hears, todo}: Parts) => {
	const timers = new Set<NodeJS.Timeout>();
	return {
		set: (looks: readonly PaneLook[]): void => {
			for (const {pane, at} of hears ? [] : looks) {
				if (!isUnseen(pane, at)) continue;
				const timer = setTimeout(
					() => {
						timers.delete(timer);
						todo.add({panes: new Set([pane.paneId])});
					},
					seenFrom(pane) - Date.now() + 30,
				);
				timers.add(timer);
			}
		},
		close: () => timers.forEach(clearTimeout),
	};
};

/** One turn: look at what has to be looked at, and make the snapshot of it. */
export const turns = (parts: Parts) => {
	const {store, views, screen, diffs} = parts;
	const [tellAsks, halfWay, again] = [asksTeller(parts), halfWayTimer(parts), secondLooks(parts)];
	const listPanes = paneLister(parts.link, parts.world.home);
	let count = 0;

	const show = (looks: readonly PaneLook[], isWanted: boolean): void => {
		const shown = screen.pane();
		const look = looks.find(one => one.pane.paneId === shown?.paneId);
		if (look !== undefined || (isWanted && shown === undefined)) screen.show(look);
	};
	const turn = async (now: Todo): Promise<void> => {
		if (now.list || now.panes.size + now.records.size > 0) count++;
		const dirty = new Set([...readFiles(parts, now), ...now.views]);
		if (now.server) for (const id of await readServer(parts, listPanes)) dirty.add(id);
		listenTo(parts);
		const target = screen.target();
		const isScreenWanted = now.screen || now.server || (target !== null && dirty.has(target.session));
		const shown = isScreenWanted ? screen.pane()?.paneId : undefined;
		const looks = await lookAtPanes(parts, new Set([...now.panes, ...overlooked(parts), ...(shown ? [shown] : [])]));
		for (const {pane, lines, at} of looks) {
			views.setScreen(pane, lines, at);
			dirty.add(pane.session);
		}
		const before = new Map([...dirty].map(id => [id, views.view(id)]));
		await views.refresh(dirty);
		show(looks, isScreenWanted);
		store.patch({
			sessions: views.list(),
			damaged: views.damaged(),
			screen: screen.screen(),
			loadedAt: store.snapshot().loadedAt ?? Date.now(),
		});
		for (const [id, view] of before) if (cameToRest(view, views.view(id))) diffs.want(id);
		tellAsks();
		halfWay.set();
		again.set(looks);
	};
	const carefully = async (now: Todo): Promise<void> => {
		try {
			await turn(now);
			troubled(null);
		} catch (cause) {
			if (!(cause instanceof SquadError)) throw cause;
			troubled(`${cause.message} (${cause.hint})`);
		}
	};
	let trouble: string | null = null;
	/** Such as settings that cannot be read. The link tells its own problems. */
	const troubled = (next: string | null): void => {
		if (next !== trouble) store.patch({problem: next});
		trouble = next;
	};
	const close = () => {
		halfWay.close();
		again.close();
	};
	return Object.assign(carefully, {
		/** Changes when something was done or written; a mere sweep does not count. */
		count: () => count,
		close,
	});
};

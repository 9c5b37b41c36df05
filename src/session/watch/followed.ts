import {isDeepStrictEqual} from 'node:util';
import type {Pane} from '../../tmux/format.ts';
import type {Home} from '../home.ts';
import {agentPane} from '../status.ts';
import type {PaneLook} from './pane-look.ts';
import {savedLook} from './saved.ts';
import type {LiveScreen} from './snapshot.ts';
import type {SessionViews} from './views.ts';

type Target = {readonly session: string; readonly worker: string};

const liveLook = (target: Target, {pane, rows}: PaneLook): LiveScreen => ({
	...target,
	lines: rows ?? [],
	cursor: {...pane.cursor, visible: pane.cursorVisible},
	size: pane.size,
	live: true,
});

/** The worker that somebody looks at, and what it shows. */
export const followed = (home: Home, views: SessionViews) => {
	let target: Target | null = null;
	let screen: LiveScreen | null = null;

	/** As views name them: squad's own workers, and windows that the user opened. */
	const paneOf = (session: string, worker: string): Pane | undefined => {
		const panes = views.panesOf(session).filter(pane => pane.paneIndex === 0);
		const record = views.record(session);
		return (
			panes.find(pane => pane.worker === worker) ??
			panes.find(pane => pane.worker === '' && `terminal-${pane.windowIndex}` === worker) ??
			(worker === 'agent' && record !== undefined ? agentPane(record, panes) : undefined)
		);
	};
	return {
		paneOf,
		target: () => target,
		/** False when it is followed already. */
		follow: (next: Target | null): boolean => {
			if (isDeepStrictEqual(target, next)) return false;
			target = next === null ? null : {session: next.session, worker: next.worker};
			return true;
		},
		pane: (): Pane | undefined => (target === null ? undefined : paneOf(target.session, target.worker)),
		/** A new look at the followed pane; what is on disk where there is none. */
		show: (look: PaneLook | undefined): void => {
			const next = target === null ? null : look === undefined ? savedLook(home, target) : liveLook(target, look);
			if (!isDeepStrictEqual(screen, next)) screen = next;
		},
		screen: () => screen,
	};
};

export type Followed = ReturnType<typeof followed>;

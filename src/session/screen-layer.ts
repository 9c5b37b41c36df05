import {existsSync, mkdirSync} from 'node:fs';
import {join} from 'node:path';
import type {Pane} from '../tmux/format.ts';
import {onlyColours, scrollback} from '../tmux/pane.ts';
import type {Held} from './held.ts';
import type {Home} from './home.ts';
import {allPanes} from './panes.ts';
import type {LayerState} from './plan.ts';
import {redact} from './secrets/redact.ts';
import type {Worker} from './session.ts';
import {writeFileWhole} from './write-file.ts';

/** Where a worker's saved screen is. */
export const savedScreen = (home: Home, id: string, worker: string): string | undefined => {
	const path = join(home.scrollback(id), `${worker}.ansi`);
	return existsSync(path) ? path : undefined;
};

export const panesOf = async (held: Held): Promise<Pane[]> =>
	(await allPanes(held.home, held.tmux)).filter(pane => pane.session === held.record().id);

/** There is something to save as long as tmux shows something. */
export const screenState = (panes: readonly Pane[]): LayerState => (panes.length === 0 ? 'down' : 'up');

/** A window that the user opened is a terminal like those that squad opens; it comes back under the same name. */
const workerOf = (pane: Pane, known: readonly Worker[]): Worker =>
	known.find(worker => worker.id === pane.worker) ?? {
		id: pane.worker || `terminal-${pane.windowIndex}`,
		name: pane.windowName,
		type: 'terminal',
		createdAt: new Date().toISOString(),
	};

/** Saves what every worker shows, with colours, cursor and size, and which workers there are. */
export const lowerScreen = async (held: Held): Promise<void> => {
	const {id, workers, pauseState} = held.record();
	const panes = await panesOf(held);
	const hide = (await held.settings()).settings.scrollback.redact ? redact : (text: string) => text;
	held.tell('saving the screens');
	mkdirSync(held.home.scrollback(id), {recursive: true, mode: 0o700});
	const saved = await Promise.all(
		panes.map(async pane => {
			const worker = workerOf(pane, workers);
			const name = pane.paneIndex === 0 ? worker.id : `${worker.id}.${pane.paneIndex}`;
			const path = join(held.home.scrollback(id), `${name}.ansi`);
			writeFileWhole(path, hide(onlyColours(await scrollback(held.tmux, pane.paneId))));
			const {cursor, size} = pane;
			const title = hide(pane.title);
			writeFileWhole(
				path.replace(/\.ansi$/, '.json'),
				`${JSON.stringify({cursor, size, title, savedAt: new Date().toISOString()})}\n`,
			);
			return {worker, path};
		}),
	);
	const there = [...new Map(saved.map(({worker}) => [worker.id, worker])).values()];
	held.update({
		workers: there.length > 0 ? there : workers,
		...(pauseState === null ? {} : {pauseState: {...pauseState, scrollback: saved.map(({path}) => path)}}),
	});
};

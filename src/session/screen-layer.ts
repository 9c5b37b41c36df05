import {existsSync, mkdirSync} from 'node:fs';
import {join} from 'node:path';
import type {Pane} from '../tmux/format.ts';
import {onlyColours, panesWithScrollback, screens} from '../tmux/pane.ts';
import {isNothingThere, listPanes} from '../tmux/session.ts';
import {surveyOne} from '../tmux/survey.ts';
import type {Held} from './held.ts';
import type {Home} from './home.ts';
import {adoptersOf} from './kin.ts';
import {withExitCode} from './panes.ts';
import type {LayerState} from './plan.ts';
import {redact} from './secrets/redact.ts';
import type {Worker} from './session.ts';
import {agentPane} from './status.ts';
import {replaceFile, syncFolder} from './write-file.ts';

/** Where a worker's saved screen is. */
export const savedScreen = (home: Home, id: string, worker: string): string | undefined => {
	const path = join(home.scrollback(id), `${worker}.ansi`);
	return existsSync(path) ? path : undefined;
};

const isRunning = ({dead}: Pane): boolean => !dead;

const remember = (held: Held, all: readonly Pane[]): readonly Pane[] => {
	const panes = all.filter(pane => pane.session === held.record().id).map(pane => withExitCode(held.home, pane));
	held.sight.panes = panes;
	held.sight.shown = undefined;
	// Whatever else ended them may have ended the tmux server of that time, too, whose adopters nobody knows.
	held.sight.isLost ??= panes.length === 0 && held.record().pauseState?.depth !== 'cold';
	const anybody = (panes.find(isRunning) ?? all.find(isRunning))?.pid;
	// The same server as before, should its last terminal have gone meanwhile.
	held.sight.adopters ??= anybody === undefined ? undefined : adoptersOf(anybody);
	return panes;
};

/** The panes of a session now. */
export const panesOf = async (held: Held): Promise<readonly Pane[]> => remember(held, await listPanes(held.tmux));

/** The same as they were a moment ago, where this operation has just looked. */
export const seenPanes = async (held: Held): Promise<readonly Pane[]> => held.sight.panes ?? panesOf(held);

export type AgentLook = {
	readonly panes: readonly Pane[];
	/** The agent's own. */
	readonly pane: Pane | undefined;
	readonly lines: readonly string[];
};

/**
 * The panes of a session and what its agent's shows, at the same moment. `mayBeLast`: if it is at rest, what it has shown
 * is saved next, so that is brought along.
 */
export const lookAtAgent = async (held: Held, mayBeLast = false): Promise<AgentLook> => {
	const {panes: all, screens: shown, scrollback} = await surveyOne(held.tmux, held.record().id, mayBeLast);
	const panes = remember(held, all);
	const [paneId] = shown.keys();
	if (scrollback !== undefined && paneId !== undefined) {
		held.sight.shown = {paneId, text: scrollback, at: Date.now()};
	}
	const pane = agentPane(held.record(), panes);
	if (pane === undefined || pane.dead) {
		return {panes, pane, lines: []};
	}
	// Not in the first window, or not the one in front there.
	const lines = shown.get(pane.paneId) ?? (await screens(held.tmux, [pane.paneId]))[0] ?? [];
	return {panes, pane, lines};
};

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

/** What was seen longer ago is looked at again. */
const FRESH_MS = 250;

/** Everything that the panes of a session have shown: in one look, and another only where a pane has come or gone. */
const shownBy = async (held: Held): Promise<{pane: Pane; text: string}[]> => {
	const {panes = [], shown} = held.sight;
	const [only, ...others] = panes;
	const isKnown = only !== undefined && only.paneId === shown?.paneId && others.length === 0;
	if (isKnown && Date.now() - shown.at < FRESH_MS) {
		return [{pane: only, text: shown.text}];
	}
	for (let known = await seenPanes(held); ; ) {
		const ids = known.map(pane => pane.paneId);
		const found = await panesWithScrollback(held.tmux, ids).catch(async (cause: unknown) => {
			if (!isNothingThere(cause)) {
				throw cause;
			}
			return {panes: await listPanes(held.tmux), scrollbacks: new Map<string, string>()};
		});
		known = remember(held, found.panes);
		const texts = known.map(pane => ({pane, text: found.scrollbacks.get(pane.paneId)}));
		if (texts.every((one): one is {pane: Pane; text: string} => one.text !== undefined)) {
			return texts;
		}
	}
};

/** Saves what every worker shows, with colours, cursor and size, and which workers there are. */
export const lowerScreen = async (held: Held): Promise<void> => {
	const {id, workers, pauseState} = held.record();
	const hide = (await held.settings()).settings.scrollback.redact ? redact : (text: string) => text;
	held.tell('saving the screens');
	const folder = held.home.scrollback(id);
	mkdirSync(folder, {recursive: true, mode: 0o700});
	const saved = (await shownBy(held)).map(({pane, text}) => {
		const worker = workerOf(pane, workers);
		const path = join(folder, `${pane.paneIndex === 0 ? worker.id : `${worker.id}.${pane.paneIndex}`}.ansi`);
		replaceFile(path, hide(onlyColours(text)));
		const {cursor, size} = pane;
		const about = {cursor, size, title: hide(pane.title), savedAt: new Date().toISOString()};
		replaceFile(path.replace(/\.ansi$/, '.json'), `${JSON.stringify(about)}\n`);
		return {worker, path};
	});
	syncFolder(folder);
	const there = [...new Map(saved.map(({worker}) => [worker.id, worker])).values()];
	held.update({
		workers: there.length > 0 ? there : workers,
		...(pauseState === null ? {} : {pauseState: {...pauseState, scrollback: saved.map(({path}) => path)}}),
	});
};

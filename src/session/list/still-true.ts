import {SEPARATOR} from '../../tmux/format.ts';
import {type Family, familiesOf} from '../families.ts';
import {isUnchanged} from '../fingerprint.ts';
import type {Home} from '../home.ts';
import {lockedKeys} from '../lock.ts';
import {sessionIds} from '../session-ids.ts';
import type {SessionView} from '../view.ts';
import type {Entry, Remembered} from './remembered.ts';

/** What of the last list may be shown again, before tmux was asked. */
export type Candidates = {
	readonly ids: readonly string[];
	readonly entries: ReadonlyMap<string, Entry>;
	readonly families: ReadonlyMap<number, Family>;
};

/** The sessions of which no file has changed since, with what their processes use now. */
export const candidatesIn = (home: Home, remembered: Remembered | undefined): Candidates => {
	const ids = sessionIds(home);
	const locked = lockedKeys(home);
	const entries = new Map<string, Entry>();
	const roots: number[] = [];
	if (remembered !== undefined && isUnchanged(remembered.settings)) {
		for (const id of ids) {
			const entry = remembered.sessions[id];
			if (entry !== undefined && !locked.has(entry.lock) && isUnchanged(entry.files)) {
				entries.set(id, entry);
				roots.push(...entry.roots);
			}
		}
	}
	return {ids, entries, families: familiesOf(roots)};
};

/** tmux's list of panes by session, each as the lines it is. PURE. */
export const linesBySession = (listed: string): Map<string, string> => {
	const lines = new Map<string, string>();
	for (const line of listed.split('\n')) {
		if (line !== '') {
			const session = line.slice(0, line.indexOf(SEPARATOR));
			const before = lines.get(session);
			lines.set(session, before === undefined ? line : `${before}\n${line}`);
		}
	}
	return lines;
};

const NOBODY: Family = {pids: [], rssBytes: 0};

const shownNow = ({view, roots, below}: Entry, families: Candidates['families']): SessionView => {
	const family = (root: number): Family => families.get(root) ?? NOBODY;
	const workers = [...view.workers];
	for (const [at, root] of below) {
		workers[at] = {...(workers[at] as (typeof workers)[number]), pid: family(root).pids[1] ?? root};
	}
	return {...view, workers, memory: {rssBytes: roots.reduce((sum, root) => sum + family(root).rssBytes, 0)}};
};

export const NOTHING: ReadonlyMap<string, SessionView> = new Map();

/** The views that hold: of what they were computed from nothing has changed, tmux's own lines included. PURE. */
export const stillTrue = (
	{entries, families}: Candidates,
	lines: ReadonlyMap<string, string>,
): ReadonlyMap<string, SessionView> => {
	const kept = new Map<string, SessionView>();
	for (const [id, entry] of entries) {
		if ((lines.get(id) ?? '') === entry.panes) {
			kept.set(id, shownNow(entry, families));
		}
	}
	return kept;
};

import {type FSWatcher, mkdirSync, watch} from 'node:fs';
import type {Home} from '../home.ts';

/** Where files cannot be watched they are looked at this often. */
const LOOK_EVERY_MS = 2000;

export type FileEvents = {
	/** Sessions may have come or gone. */
	readonly list: () => void;
	/** A session's record, journal, exit code or a report of its agent was written. */
	readonly session: (id: string) => void;
	/** Somebody took a lock or gave it back. */
	readonly lock: (key: string) => void;
	readonly settings: () => void;
	/** Something may have changed, and nobody says what. */
	readonly all: () => void;
};

/** What is written beside these is scratch, or only of interest to whoever resumes. */
const TELLING = /^(session\.json|journal\.jsonl|exit-.*|hooks-\d+\.jsonl)$/;

export type HomeFiles = ReturnType<typeof homeFiles>;

/** Tells what others write in squad's home. */
export const homeFiles = (home: Home, on: FileEvents) => {
	const sessions = new Map<string, FSWatcher>();
	const folders: FSWatcher[] = [];
	let timer: NodeJS.Timeout | undefined;

	/** No more watches on this machine: look instead. */
	const lookInstead = () => {
		timer ??= setInterval(on.all, LOOK_EVERY_MS);
	};
	const listen = (folder: string, changed: (name: string | null) => void): FSWatcher | undefined => {
		try {
			const watcher = watch(folder, (_, name) => changed(name));
			watcher.on('error', () => watcher.close());
			return watcher;
		} catch (cause) {
			if (cause instanceof Error && 'code' in cause && cause.code === 'ENOENT') return undefined;
			lookInstead();
			return undefined;
		}
	};
	for (const folder of [home.sessions, home.locks]) mkdirSync(folder, {recursive: true, mode: 0o700});
	for (const watcher of [
		listen(home.root, name => (name === null || name === 'config.json') && on.settings()),
		listen(home.sessions, () => on.list()),
		listen(home.locks, name => (name === null ? on.all() : on.lock(name))),
	]) {
		if (watcher !== undefined) folders.push(watcher);
	}

	return {
		/** From now on exactly these sessions. */
		set: (ids: readonly string[]): void => {
			const wanted = new Set(ids);
			for (const [id, watcher] of sessions) {
				if (wanted.has(id)) continue;
				watcher.close();
				sessions.delete(id);
			}
			for (const id of wanted) {
				if (sessions.has(id)) continue;
				const watcher = listen(home.session(id), name => {
					if (name === null || TELLING.test(name)) on.session(id);
					// The folder itself: it is gone, and another of the same name would not be heard.
					else if (name === id) [sessions.get(id)?.close(), sessions.delete(id), on.list()];
				});
				if (watcher !== undefined) sessions.set(id, watcher);
			}
		},
		close: (): void => {
			clearInterval(timer);
			for (const watcher of [...folders, ...sessions.values()]) watcher.close();
		},
	};
};

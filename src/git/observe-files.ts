import {chmodSync, copyFileSync, mkdirSync, rmSync} from 'node:fs';
import {join} from 'node:path';
import {type BytePath, onDisk} from './bytes.ts';
import {fingerprint, stamp} from './fingerprint.ts';
import type {Status} from './parse.ts';
import {filesIn, isAnnounced, type Particulars, printOf, type SavedWork, stashable} from './saved-work.ts';
import {syncTree} from './stage.ts';

export type Observed = Particulars & {readonly stamps: Readonly<Record<BytePath, string>>};

/** Takes the fingerprints of all files that a stash is about to hold, and the stamps by which a later write shows. */
export const observeFiles = (worktree: string, status: Status): Observed => {
	const {changes, untracked} = stashable(status);
	const oidLength = status.head?.length ?? 40;
	const present = [...changes.map(change => change.path), ...untracked];
	const stamps = Object.fromEntries(present.map(path => [path, stamp(worktree, path)]));
	const found = present.flatMap(path => {
		const print = fingerprint(worktree, path, oidLength);
		return print === null || print === 'other' ? [] : [[path, print] as const];
	});
	return {
		fingerprints: Object.fromEntries(found),
		intentToAdd: changes.filter(isAnnounced).map(change => change.path),
		stamps,
	};
};

/** Keeps the bytes of files that git's filters would change, named by their fingerprint. */
export const keepRaw = (worktree: string, saved: SavedWork, particulars: Particulars, folder: string): void => {
	const altered = filesIn(saved).filter(
		({path, oid}) => printOf(particulars, path)?.kind === 'file' && printOf(particulars, path)?.oid !== oid,
	);
	rmSync(folder, {recursive: true, force: true});
	for (const {path} of altered) {
		mkdirSync(folder, {recursive: true, mode: 0o700});
		const kept = join(folder, printOf(particulars, path)?.oid ?? '');
		copyFileSync(onDisk(worktree, path), kept);
		// The copy is for its owner alone; the file's own mode is among its particulars.
		chmodSync(kept, 0o600);
	}
	// The only copy of these bytes once the worktree is cleared.
	if (altered.length > 0) {
		syncTree(folder);
	}
};

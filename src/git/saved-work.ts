import {type BytePath, onDisk} from './bytes.ts';
import {type Fingerprint, statOf} from './fingerprint.ts';
import type {Change, Status, TreeChange} from './parse.ts';

/** What a stash commit holds, path by path. */
export type SavedWork = {
	readonly commit: string;
	/** The commit that the worktree stood on. */
	readonly head: string;
	/** Tracked paths whose file differs from HEAD. */
	readonly files: readonly TreeChange[];
	/** Paths whose entry in the index differs from HEAD. */
	readonly staged: readonly TreeChange[];
	readonly untracked: readonly {path: BytePath; mode: string; oid: string}[];
};

/** What git cannot hold of the files in a stash. */
export type Particulars = {
	readonly fingerprints: Readonly<Record<BytePath, Fingerprint>>;
	/** Files announced with `git add --intent-to-add`: in the index, yet in no tree. */
	readonly intentToAdd: readonly BytePath[];
};

/** A file may be called `constructor`: only what was written down counts. */
export const printOf = ({fingerprints}: Particulars, path: BytePath): Fingerprint | undefined =>
	Object.hasOwn(fingerprints, path) ? fingerprints[path] : undefined;

/** The parts of a status that a stash takes; submodules and nested repositories stay where they are. */
export const stashable = (status: Status) => ({
	changes: status.changes.filter(change => !change.submodule),
	untracked: status.untracked.filter(path => !path.endsWith('/')),
	left: [
		...status.changes.filter(change => change.submodule).map(change => change.path),
		...status.untracked.filter(path => path.endsWith('/')),
	],
});

/** Every path whose file a stash holds in a version of its own. */
export const filesIn = (saved: SavedWork): {path: BytePath; mode: string; oid: string}[] => [
	...saved.files.flatMap(({path, after}) => (after === null ? [] : [{path, ...after}])),
	...saved.untracked,
];

/** In the index without content. */
export const isAnnounced = ({index, worktree}: Change): boolean => index === '.' && worktree === 'A';

/** What the status listed and the stash, read back, does not hold: must be nothing before anything is removed. */
export const notHeld = (worktree: string, status: Status, saved: SavedWork): BytePath[] => {
	const {changes, untracked} = stashable(status);
	const held = new Set([...saved.files, ...saved.staged, ...saved.untracked].map(({path}) => path));
	// Announced and deleted: there is nothing to hold but the announcement itself.
	const isNothing = (change: Change): boolean => isAnnounced(change) && statOf(onDisk(worktree, change.path)) === null;
	const wanted = changes.filter(change => !isNothing(change)).map(({path}) => path);
	return [...wanted, ...untracked].filter(path => !held.has(path));
};

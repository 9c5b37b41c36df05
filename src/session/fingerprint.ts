import {statSync} from 'node:fs';

/** Paths, each with what tells one state of its file from another. */
export type Fingerprints = Readonly<Record<string, string>>;

const ABSENT = '-';

/** Which file it is, how long, and when it was written; the same text means the same content (see `isSettled`). */
export const fingerprintOf = (path: string): string => {
	try {
		const found = statSync(path, {throwIfNoEntry: false});
		return found === undefined ? ABSENT : `${found.ino} ${found.size} ${found.mtimeMs}`;
	} catch {
		// Out of reach, or below something that is no folder: whoever reads it says so.
		return ABSENT;
	}
};

export const fingerprintsOf = (paths: readonly string[]): Fingerprints =>
	Object.fromEntries(paths.map(path => [path, fingerprintOf(path)]));

export const isUnchanged = (files: Fingerprints): boolean => {
	for (const path in files) {
		if (fingerprintOf(path) !== files[path]) {
			return false;
		}
	}
	return true;
};

/** File systems count time in steps of some milliseconds: within one a file may change twice and look the same. */
const STEP_MS = 100;

/** Whether a file was written long enough before a moment for any later change to show. PURE. */
export const isLasting = (mark: string, at: number): boolean =>
	mark === ABSENT || Number(mark.slice(mark.lastIndexOf(' '))) < at - STEP_MS;

/** The same of several. PURE. */
export const isSettled = (files: Fingerprints, at: number): boolean =>
	Object.values(files).every(mark => isLasting(mark, at));

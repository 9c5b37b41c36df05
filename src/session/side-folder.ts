import {constants, copyFileSync, mkdirSync, readdirSync, renameSync, statSync, utimesSync} from 'node:fs';
import {dirname, extname, join} from 'node:path';

/** What an agent keeps beside a transcript is worth a copy only while it is small: it helps, but nothing hangs on it. */
const MOST_BYTES = 64 << 20;
const MOST_FILES = 2000;

type Found = {readonly name: string; readonly size: number; readonly mtime: Date};

/** `<id>/` beside `<id>.jsonl`: long results of tools and the conversations of subagents. */
export const sideFolderOf = (transcript: string): string => transcript.slice(0, -extname(transcript).length);

/** The plain files below a folder; undefined where there is none, or too much in it. */
const filesIn = (folder: string): readonly Found[] | undefined => {
	try {
		const found: Found[] = [];
		let bytes = 0;
		for (const entry of readdirSync(folder, {withFileTypes: true, recursive: true})) {
			if (!entry.isFile()) continue;
			const path = join(entry.parentPath, entry.name);
			const {size, mtime} = statSync(path);
			bytes += size;
			found.push({name: path.slice(folder.length + 1), size, mtime});
			if (found.length > MOST_FILES || bytes > MOST_BYTES) return undefined;
		}
		return found;
	} catch {
		// It is not there, or the agent is just removing something in it.
		return undefined;
	}
};

const isAsNew = (to: string, {size, mtime}: Found): boolean => {
	const there = statSync(to, {throwIfNoEntry: false});
	return there?.size === size && Math.trunc(there.mtimeMs) === Math.trunc(mtime.getTime());
};

const copyOne = (from: string, to: string, mtime: Date): void => {
	mkdirSync(dirname(to), {recursive: true, mode: 0o700});
	copyFileSync(from, `${to}.tmp`, constants.COPYFILE_FICLONE);
	utimesSync(`${to}.tmp`, mtime, mtime);
	renameSync(`${to}.tmp`, to);
};

/** Keeps what is new in a side folder. It is not worth a failed pause: what cannot be copied is left out. */
export const copySideFolder = (from: string, to: string): void => {
	for (const file of filesIn(from) ?? []) {
		try {
			if (!isAsNew(join(to, file.name), file)) copyOne(join(from, file.name), join(to, file.name), file.mtime);
		} catch {
			// Gone meanwhile, or no room.
		}
	}
};

/** Puts back what is missing, with a new time so that it is not deleted for its age; whatever is there stays as it is. */
export const putBackSideFolder = (from: string, to: string): void => {
	for (const {name} of filesIn(from) ?? []) {
		if (statSync(join(to, name), {throwIfNoEntry: false}) === undefined)
			copyOne(join(from, name), join(to, name), new Date());
	}
};

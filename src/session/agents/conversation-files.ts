import {closeSync, openSync, readdirSync, readSync, statSync} from 'node:fs';
import {join} from 'node:path';
import type {Conversation} from './agent.ts';

/** Enough for the records that come before the first answer. */
const HEAD_BYTES = 64 * 1024;

/** Every file costs about 30 µs to look into: so many keep a look at about a tenth of a second. */
export const MOST_FILES = 3000;

/** Names in a folder; none where the folder is missing or may not be read: then there is nothing to continue. */
export const namesIn = (folder: string): readonly string[] => {
	try {
		return readdirSync(folder);
	} catch {
		return [];
	}
};

/** The beginning of a file; empty when it vanished or may not be read. */
export const headOf = (file: string, bytes = HEAD_BYTES): string => {
	try {
		const descriptor = openSync(file, 'r');
		try {
			const buffer = Buffer.allocUnsafe(bytes);
			return buffer.toString('utf8', 0, readSync(descriptor, buffer, 0, bytes, 0));
		} finally {
			closeSync(descriptor);
		}
	} catch {
		return '';
	}
};

/** The file as a conversation; undefined when it vanished in the meantime, may not be looked at or is a folder. */
export const conversationIn = (file: string, token: string): Conversation | undefined => {
	try {
		const stat = statSync(file);
		// Some file systems do not know when a file was made, and say 1970.
		const createdAt = stat.birthtimeMs > 0 ? stat.birthtimeMs : undefined;
		return stat.isFile() ? {token, file, modifiedAt: stat.mtimeMs, createdAt} : undefined;
	} catch {
		return undefined;
	}
};

/** Newest first; of several files of one conversation the newest. */
export const newestFirst = (found: readonly (Conversation | undefined)[]): readonly Conversation[] => {
	const sorted = found.filter(one => one !== undefined).toSorted((a, b) => b.modifiedAt - a.modifiedAt);
	const tokens = new Set<string>();
	return sorted.filter(({token}) => !tokens.has(token) && tokens.add(token));
};

/** The first value of a text field in a piece of JSON that may be cut off; quotes inside texts are escaped, so none of those is found. */
export const fieldIn = (json: string, name: string): string | undefined => {
	const at = json.indexOf(`"${name}":`);
	const text = at < 0 ? undefined : /^\s*("(?:[^"\\]|\\.)*")/u.exec(json.slice(at + name.length + 3))?.[1];
	try {
		return text === undefined ? undefined : String(JSON.parse(text));
	} catch {
		return undefined;
	}
};

/** The directory mostly stands in the first record; behind a long first prompt, or a whole file pasted into it, further on. */
const STEPS = [4 * 1024, HEAD_BYTES, 4 * 1024 * 1024];

/** The directory that a transcript names first. */
export const directoryIn = (file: string): string | undefined => {
	for (const bytes of STEPS) {
		const head = headOf(file, bytes);
		const directory = fieldIn(head, 'cwd');
		if (directory !== undefined || Buffer.byteLength(head) < bytes) return directory;
	}
	return undefined;
};

export const sameDirectory = (one: string | undefined, other: string): boolean =>
	one !== undefined && withoutSlash(one) === withoutSlash(other);

const withoutSlash = (path: string): string => path.replace(/(?<=.)\/+$/u, '');

/** The folder name that Claude Code, Qwen and our demo make of a directory. */
export const folderNameOf = (directory: string): string => withoutSlash(directory).replaceAll(/[^a-zA-Z0-9]/gu, '-');

/** `<id>.jsonl` in a folder, by id. */
export const transcriptsIn = (folder: string): readonly {readonly token: string; readonly file: string}[] =>
	namesIn(folder)
		.filter(name => name.endsWith('.jsonl'))
		.map(name => ({token: name.slice(0, -'.jsonl'.length), file: join(folder, name)}));

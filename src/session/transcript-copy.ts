import {
	constants,
	copyFileSync,
	existsSync,
	linkSync,
	mkdirSync,
	readFileSync,
	renameSync,
	rmSync,
	statSync,
	utimesSync,
} from 'node:fs';
import {basename, dirname, join} from 'node:path';
import type {Conversation} from './agents/agent.ts';
import {causeCode} from './errors.ts';
import {readJson} from './held.ts';
import type {Home} from './home.ts';
import {copySideFolder, putBackSideFolder, sideFolderOf} from './side-folder.ts';
import {syncFolder, writeFileWhole} from './write-file.ts';

/** Where a copy came from. */
type Copied = {readonly token: string; readonly file: string; readonly name: string};

const noteOf = (home: Home, id: string): string => join(home.transcript(id), 'from.json');

const copied = (home: Home, id: string): Copied | undefined => {
	const note = readJson(noteOf(home, id)) as Partial<Copied> | undefined;
	const isWhole =
		typeof note?.token === 'string' &&
		typeof note.file === 'string' &&
		typeof note.name === 'string' &&
		note.file.startsWith('/');
	return isWhole ? (note as Copied) : undefined;
};

/** The copy of a conversation that the session keeps. */
export const savedTranscript = (home: Home, id: string, token: string): string | undefined => {
	const note = copied(home, id);
	const path = note?.token === token ? join(home.transcript(id), basename(note.name)) : undefined;
	return path !== undefined && existsSync(path) ? path : undefined;
};

/** Copies beside the place first, so that nobody ever finds half a file there. */
const copyBeside = (from: string, to: string, time: Date): string => {
	mkdirSync(dirname(to), {recursive: true, mode: 0o700});
	const temporary = `${to}.tmp`;
	copyFileSync(from, temporary, constants.COPYFILE_FICLONE);
	utimesSync(temporary, time, time);
	return temporary;
};

/** Keeps a copy of a conversation: agents delete old ones. Nothing is done where the copy is as new. */
export const copyTranscript = (home: Home, id: string, {token, file}: Conversation): void => {
	if (file === '' || !existsSync(file)) return;
	const name = basename(file);
	const to = join(home.transcript(id), name);
	const [theirs, ours] = [statSync(file), statSync(to, {throwIfNoEntry: false})];
	if (ours?.size !== theirs.size || Math.trunc(ours.mtimeMs) !== Math.trunc(theirs.mtimeMs)) {
		renameSync(copyBeside(file, to, theirs.mtime), to);
		syncFolder(dirname(to));
	}
	copySideFolder(sideFolderOf(file), sideFolderOf(to));
	const note: Copied = {token, file, name};
	if (JSON.stringify(copied(home, id)) !== JSON.stringify(note))
		writeFileWhole(noteOf(home, id), `${JSON.stringify(note)}\n`);
};

/** Keeps a conversation that its agent holds in no file of its own, as it gives it out. */
export const keepExported = (home: Home, id: string, token: string, content: string): void => {
	const name = `${token}.json`;
	const to = join(home.transcript(id), name);
	if (existsSync(to) && readFileSync(to, 'utf8') === content) return;
	mkdirSync(dirname(to), {recursive: true, mode: 0o700});
	writeFileWhole(to, content);
};

/** Puts a conversation back that the agent has deleted meanwhile; whatever is there now stays as it is. */
export const putBackTranscript = (home: Home, id: string, token: string): boolean => {
	const path = savedTranscript(home, id, token);
	const file = copied(home, id)?.file;
	if (path === undefined || file === undefined || existsSync(file)) return false;
	// With a new time: the agent would delete it again for its age.
	const temporary = copyBeside(path, file, new Date());
	try {
		// A link is never put over something that is there by now.
		linkSync(temporary, file);
		putBackSideFolder(sideFolderOf(path), sideFolderOf(file));
		return true;
	} catch (cause) {
		if (causeCode(cause) === 'EEXIST') return false;
		throw cause;
	} finally {
		rmSync(temporary, {force: true});
	}
};

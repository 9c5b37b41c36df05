import {appendFileSync, existsSync, lstatSync, mkdirSync, realpathSync, rmSync, writeFileSync} from 'node:fs';
import {dirname, isAbsolute, join, relative, resolve, sep} from 'node:path';

/** A path that the agent will not touch; the message is for the user. */
class Refused extends Error {}

const isInside = (folder: string, path: string): boolean => {
	const way = relative(folder, path);
	return way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way);
};

const deepestExisting = (path: string): string => (existsSync(path) ? path : deepestExisting(dirname(path)));

/** The demo may be played with anywhere, so it stays in its directory, symlinks included, and out of git's own files. */
const insideOnly = (cwd: string, path: string): string => {
	const target = resolve(cwd, path);
	if (isAbsolute(path) || path === '' || path.includes('\0')) throw new Refused('only paths relative to here');
	if (!isInside(cwd, target) || target === resolve(cwd)) throw new Refused('that is outside of this directory');
	if (relative(cwd, target).split(sep).includes('.git')) throw new Refused('that belongs to git');
	const isLink = lstatSync(target, {throwIfNoEntry: false})?.isSymbolicLink() ?? false;
	// A dangling link counts as existing here: writing through it would create a file wherever it points.
	if (isLink || !isInside(realpathSync(cwd), realpathSync(deepestExisting(dirname(target))))) {
		throw new Refused('a link there leads elsewhere');
	}
	return target;
};

/** Every failure is an answer here: the agent reports it like a tool that did not work. */
const attempt = (action: () => string): string => {
	try {
		return action();
	} catch (error) {
		return error instanceof Refused ? `Refused: ${error.message}` : `Failed: ${(error as Error).message}`;
	}
};

const size = (text: string): string => {
	const lines = text.split('\n').length - 1;
	return `${lines} ${lines === 1 ? 'line' : 'lines'}, ${Buffer.byteLength(text)} bytes`;
};

export const writeInside = (cwd: string, path: string, text: string): string =>
	attempt(() => {
		const target = insideOnly(cwd, path);
		mkdirSync(dirname(target), {recursive: true});
		writeFileSync(target, `${text}\n`);
		return `Wrote ${size(`${text}\n`)}`;
	});

export const appendInside = (cwd: string, path: string, text: string): string =>
	attempt(() => {
		const target = insideOnly(cwd, path);
		mkdirSync(dirname(target), {recursive: true});
		appendFileSync(target, `${text}\n`);
		return `Added ${size(`${text}\n`)}`;
	});

/** Files only: a demo has no business removing whole folders. */
export const deleteInside = (cwd: string, path: string): string =>
	attempt(() => {
		const target = insideOnly(cwd, path);
		if (!existsSync(target)) return 'Failed: there is no such file';
		rmSync(target);
		return 'Deleted';
	});

/** What `edit` changes: the README that most repositories have, or else a file of its own. */
export const editTarget = (cwd: string): string => (existsSync(join(cwd, 'README.md')) ? 'README.md' : 'NOTES.md');

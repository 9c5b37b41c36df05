import {
	chmodSync,
	constants,
	copyFileSync,
	linkSync,
	lstatSync,
	mkdirSync,
	readdirSync,
	readlinkSync,
	realpathSync,
	renameSync,
	rmSync,
	symlinkSync,
} from 'node:fs';
import {dirname, isAbsolute, join, relative, resolve, sep} from 'node:path';

/** Why something was not copied. */
export type NotCopied = {readonly path: string; readonly why: string};

const statAt = (path: string) => lstatSync(path, {throwIfNoEntry: false});

const isInside = (path: string, folder: string): boolean => path === folder || path.startsWith(folder + sep);

/** The paths below a folder that a pattern means; `*` stands for any part of one name. */
const expand = (folder: string, [name = '', ...rest]: readonly string[], prefix = ''): string[] => {
	const names = name.includes('*') ? namesLike(join(folder, prefix), name) : [name];
	return names.flatMap(one => (rest.length === 0 ? [join(prefix, one)] : expand(folder, rest, join(prefix, one))));
};

const namesLike = (folder: string, pattern: string): string[] => {
	const escaped = pattern.split('*').map(part => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
	const expression = new RegExp(`^${escaped.join('[^/]*')}$`);
	try {
		return readdirSync(folder).filter(name => expression.test(name) && name !== '.git');
	} catch {
		// No such folder here: nothing to copy from it.
		return [];
	}
};

/** The real place of a path's folder, if it is inside; links on the way must not lead out. */
const isReallyInside = (path: string, root: string): boolean => {
	for (let above = dirname(path); ; above = dirname(above)) {
		if (statAt(above) !== undefined) {
			return isInside(realpathSync(above), root);
		}
	}
};

/** Copies one file whole, or not at all, and never over another: what is half-written has another name. */
const copyFile = (from: string, to: string, mode: number): void => {
	const partial = `${to}.squad-partial`;
	rmSync(partial, {force: true});
	copyFileSync(from, partial, constants.COPYFILE_FICLONE);
	chmodSync(partial, mode & 0o7777);
	try {
		linkSync(partial, to);
	} catch (cause) {
		// Not every file system has links; there, a look must do.
		if (statAt(to) !== undefined || !(cause instanceof Error && 'code' in cause && cause.code === 'EPERM')) {
			throw cause;
		}
		renameSync(partial, to);
	} finally {
		rmSync(partial, {force: true});
	}
};

type Places = {readonly from: string; readonly to: string};

const copyOne = ({from, to}: Places, path: string): NotCopied[] => {
	const [source, target] = [join(from, path), join(to, path)];
	const stat = statAt(source);
	const there = statAt(target);
	if (stat === undefined || (there !== undefined && !(stat.isDirectory() && there.isDirectory()))) {
		return [];
	}
	if (!isReallyInside(source, from) || !isReallyInside(target, to)) {
		return [{path, why: 'a link on the way leads out of the repository'}];
	}
	if (stat.isSymbolicLink()) {
		const leadsTo = resolve(dirname(source), readlinkSync(source));
		if (isAbsolute(readlinkSync(source)) || !isInside(leadsTo, from)) {
			return [{path, why: 'it is a link that leads out of the repository'}];
		}
		mkdirSync(dirname(target), {recursive: true});
		symlinkSync(readlinkSync(source), target);
		return [];
	}
	if (stat.isDirectory()) {
		mkdirSync(target, {recursive: true, mode: stat.mode & 0o7777});
		return readdirSync(source).flatMap(name => (name === '.git' ? [] : copyOne({from, to}, join(path, name))));
	}
	if (!stat.isFile()) {
		return [{path, why: 'it is neither a file nor a folder'}];
	}
	mkdirSync(dirname(target), {recursive: true});
	copyFile(source, target, stat.mode);
	return [];
};

/**
 * Copies files such as `.env` from the main worktree into a new one. Nothing is overwritten, no link is followed out of
 * the repository, modes are kept. May run twice. What is not there is nothing to say anything about.
 */
export const copyIn = (repo: string, worktree: string, patterns: readonly string[]): NotCopied[] => {
	const places = {from: realpathSync(repo), to: realpathSync(worktree)};
	return patterns.flatMap(pattern => {
		const path = relative(places.from, resolve(places.from, pattern));
		const names = path.split(sep);
		if (isAbsolute(pattern) || path === '' || names[0] === '..' || names.includes('.git')) {
			return [{path: pattern, why: 'it is not a path inside of the repository'}];
		}
		return expand(places.from, names).flatMap(one => {
			try {
				return copyOne(places, one);
			} catch (cause) {
				return [{path: one, why: cause instanceof Error ? cause.message : String(cause)}];
			}
		});
	});
};

/**
 * A path as git knows it: bytes, held one character a byte ("latin1"), so that names that are not UTF-8 survive.
 * Only these functions turn it into something for the file system or for people.
 */
export type BytePath = string;

export const onDisk = (directory: string, path: BytePath): Buffer =>
	Buffer.concat([Buffer.from(directory), Buffer.from('/'), Buffer.from(path, 'latin1')]);

export const forPeople = (path: BytePath): string => Buffer.from(path, 'latin1').toString('utf8');

/** Paths for `--stdin -z`. */
export const zList = (paths: readonly BytePath[]): Buffer =>
	Buffer.from(paths.map(path => `${path}\0`).join(''), 'latin1');

/** The folders above a path, nearest first. */
export const foldersAbove = (path: BytePath): BytePath[] => {
	const parts = path.split('/').slice(0, -1);
	return parts.map((_, depth) => parts.slice(0, parts.length - depth).join('/'));
};

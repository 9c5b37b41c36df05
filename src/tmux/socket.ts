import {accessSync, constants, existsSync, lstatSync, type Stats, statSync} from 'node:fs';
import {dirname, join} from 'node:path';
import {TmuxError} from './tmux-error.ts';

/** What fits into the address of a socket, without the NUL at its end: the systems' limit. */
const LONGEST_BYTES = process.platform === 'darwin' ? 103 : 107;

/** Where a server of this name listens: a path as it is; a name as tmux itself finds it, in TMUX_TMPDIR if that is there. */
export const socketPathOf = (socket: string): string => {
	if (socket.includes('/')) {
		return socket;
	}
	const folder = [process.env.TMUX_TMPDIR, '/tmp'].find(one => one && existsSync(one)) ?? '/tmp';
	return join(folder, `tmux-${process.getuid?.() ?? 0}`, socket);
};

const look = (path: string, stat: typeof statSync | typeof lstatSync): Stats | undefined => {
	try {
		return stat(path);
	} catch {
		// Not there, or out of reach: then tmux says so in its own words.
		return undefined;
	}
};

const kindOf = (found: Stats): string =>
	found.isFile()
		? 'an ordinary file'
		: found.isDirectory()
			? 'a folder'
			: found.isSymbolicLink()
				? 'a link to something that is no socket'
				: 'not a socket';

const mayMakeIn = (folder: string): boolean => {
	try {
		accessSync(folder, constants.W_OK | constants.X_OK);
		return true;
	} catch {
		return false;
	}
};

/** Why no server can listen here, or undefined. */
const problemOf = (path: string, isNamed: boolean): string | undefined => {
	if (Buffer.byteLength(path) > LONGEST_BYTES) {
		return `its path is longer than ${LONGEST_BYTES} bytes`;
	}
	const found = look(path, lstatSync);
	if (found !== undefined) {
		return look(path, statSync)?.isSocket() ? undefined : `it is ${kindOf(found)}`;
	}
	const folder = dirname(path);
	// tmux makes its own folder for sockets that have only a name.
	const parent = isNamed && !existsSync(folder) ? dirname(folder) : folder;
	if (!look(parent, statSync)?.isDirectory()) {
		return `there is no folder ${parent}`;
	}
	return mayMakeIn(parent) ? undefined : `nothing can be made in ${parent}`;
};

/**
 * tmux deletes whatever file stands where its socket should be, and where it cannot make one it starts a server that
 * nobody can reach: so squad looks before tmux does.
 */
export const refuseBadSocket = (socket: string, path: string): void => {
	const problem = problemOf(path, !socket.includes('/'));
	if (problem !== undefined) {
		throw new TmuxError('bad-socket', socket, `${path} cannot be tmux's socket: ${problem}`);
	}
};

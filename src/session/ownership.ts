import {lstatSync, type Stats, statSync} from 'node:fs';
import {dirname} from 'node:path';
import {SquadError} from './errors.ts';

const SYSTEM = 0;

const look = (path: string, stat: typeof statSync | typeof lstatSync): Stats | undefined => {
	try {
		return stat(path);
	} catch {
		// Not there yet, or out of reach: whoever uses it says so in better words.
		return undefined;
	}
};

/** Somebody else's: not the user's own, and not the system's where that is fine. PURE. */
const isForeign = (stat: Stats | undefined, user: number, systemIsFine = false): boolean =>
	stat !== undefined && stat.uid !== user && !(systemIsFine && stat.uid === SYSTEM);

export const foreignHome = (root: string): SquadError =>
	new SquadError('failed', `${root} belongs to another user`, 'set SQUAD_HOME to a folder of your own');

/**
 * Whether a home is somebody else's: who owns it could read what is saved there, and choose what runs. A link is followed,
 * but it must not be somebody else's either: they could point it elsewhere at any time.
 */
export const isForeignHome = (root: string, user = process.getuid?.()): boolean =>
	user !== undefined && (isForeign(look(root, statSync), user) || isForeign(look(root, lstatSync), user, true));

/** The same for tmux's socket: whoever owns it, or the folder around it, could pose as squad's server. */
export const refuseForeignSocket = (socket: string, user = process.getuid?.()): void => {
	if (user === undefined) {
		return;
	}
	const folder = dirname(socket);
	const foreign = isForeign(look(folder, statSync), user, true) ? folder : socket;
	if (foreign === folder || isForeign(look(socket, lstatSync), user)) {
		throw new SquadError(
			'failed',
			`the tmux socket is not safe: ${foreign} belongs to another user`,
			'set SQUAD_TMUX_SOCKET (or TMUX_TMPDIR) to a place of your own',
		);
	}
};

/** Before anything is read or run: both places are the user's own. Costs four looks at the file system. */
export const refuseForeign = (root: string, socket: string): void => {
	if (isForeignHome(root)) {
		throw foreignHome(root);
	}
	refuseForeignSocket(socket);
};

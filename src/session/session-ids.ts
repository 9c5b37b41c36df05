import {readdirSync} from 'node:fs';
import {causeCode, SquadError} from './errors.ts';
import type {Home} from './home.ts';

/** The ids of all sessions, without looking at any. */
export const sessionIds = (home: Home): string[] => namesIn(home.sessions);

const namesIn = (folder: string): string[] => {
	try {
		return readdirSync(folder).filter(name => /^[a-z0-9][a-z0-9-]*$/.test(name));
	} catch (cause) {
		if (causeCode(cause) === 'ENOENT') {
			return [];
		}
		throw new SquadError(
			'failed',
			`cannot read ${folder}: ${causeCode(cause) ?? cause}`,
			'check its permissions, or set SQUAD_HOME',
		);
	}
};

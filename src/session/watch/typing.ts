import type {Pane} from '../../tmux/format.ts';
import {SquadError} from '../errors.ts';
import type {ServerLink} from './server-link.ts';

/** Some agents take two presses for one when they come at once. */
const BETWEEN_KEYS_MS = 60;
const ECHOED_MS = 20;

let typed = 0;

/** As keys where it is one line; what has line ends goes through a buffer, as a paste, so that none of them sends it. */
const typeInto = async (link: ServerLink, paneId: string, text: string): Promise<void> => {
	if (text === '') return;
	if (!/[\x00-\x1f\x7f]/.test(text)) {
		await link.run(['send-keys', '-l', '-t', paneId, '--', text]);
		return;
	}
	const buffer = `squad-${process.pid}-${typed++}`;
	await link.run(
		['set-buffer', '-b', buffer, '--', text.replaceAll('\0', '')],
		['paste-buffer', '-p', '-r', '-d', '-b', buffer, '-t', paneId],
	);
};

const pressIn = async (link: ServerLink, paneId: string, keys: readonly string[]): Promise<void> => {
	for (const [at, key] of keys.entries()) {
		if (at > 0) await new Promise(resolve => setTimeout(resolve, BETWEEN_KEYS_MS));
		await link.run(['send-keys', '-t', paneId, '--', key]);
	}
};

/** Text and keys for workers, through the connection that is there anyway. */
export const typing = (
	link: ServerLink,
	paneOf: (session: string, worker: string) => Pane | undefined,
	look: (paneId: string) => void,
) => {
	const reading = (session: string, worker: string): string => {
		const pane = paneOf(session, worker);
		if (pane === undefined || pane.dead || link.state() !== 'up') {
			throw new SquadError(
				'wrong_state',
				`nothing reads in ${worker} of ${session}`,
				`\`squad resume ${session}\` continues it`,
				session,
			);
		}
		return pane.paneId;
	};
	/** The terminal may echo it without a word from the program. */
	const lookSoon = (paneId: string) => setTimeout(() => look(paneId), ECHOED_MS);
	return {
		type: async (session: string, worker: string, text: string): Promise<void> => {
			const paneId = reading(session, worker);
			await typeInto(link, paneId, text);
			lookSoon(paneId);
		},
		press: async (session: string, worker: string, keys: readonly string[]): Promise<void> => {
			const paneId = reading(session, worker);
			await pressIn(link, paneId, keys);
			lookSoon(paneId);
		},
	};
};

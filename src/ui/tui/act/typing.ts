import type {Watch} from '../../../session/watch/watch.ts';
import type {Key, KeyName} from '../../../terminal/keys.ts';
import {type Here, workerOf} from '../state/here.ts';

/** What tmux calls the keys that squad knows. */
const TMUX_NAMES: Readonly<Record<KeyName, string>> = {
	enter: 'Enter',
	newline: 'C-j',
	escape: 'Escape',
	backspace: 'BSpace',
	home: 'Home',
	end: 'End',
	left: 'Left',
	right: 'Right',
	up: 'Up',
	down: 'Down',
	delete: 'DC',
	tab: 'Tab',
	'shift-tab': 'BTab',
	'page-up': 'PageUp',
	'page-down': 'PageDown',
	'ctrl-c': 'C-c',
	'ctrl-d': 'C-d',
	'ctrl-k': 'C-k',
	'ctrl-l': 'C-l',
	'ctrl-q': 'C-q',
	'ctrl-u': 'C-u',
	'ctrl-w': 'C-w',
	'ctrl-z': 'C-z',
};

/** How a key reaches the agent: as text, or as a key that tmux translates for the program that reads it. PURE. */
const forAgent = (key: Key): {text: string} | {key: string} =>
	'text' in key ? {text: key.text} : {key: TMUX_NAMES[key.name]};

/** Sends keys on to the selected session's open tab. */
export const typist =
	(watch: Pick<Watch, 'type' | 'press'>, here: () => Here, failed: (why: string) => void) =>
	(key: Key): void => {
		const {session, view} = here();
		if (session === null) {
			return;
		}
		const worker = workerOf(session, view.tab);
		const sent = forAgent(key);
		const work =
			'text' in sent ? watch.type(session.id, worker, sent.text) : watch.press(session.id, worker, [sent.key]);
		work.catch((cause: unknown) => failed(cause instanceof Error ? cause.message : String(cause)));
	};

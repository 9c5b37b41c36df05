import type {Pane} from '../tmux/format.ts';
import {pressKeys, screens, typeText} from '../tmux/pane.ts';
import type {Held} from './held.ts';
import {readPane} from './reading.ts';

const LOOK_EVERY_MS = 60;
/** An agent that has just started may show what was pasted only after a while. */
const LONGEST_ECHO_MS = 2000;
const LONGEST_REACTION_MS = 1000;
/** An Enter that comes too soon after a paste is taken for a part of it. */
const PASTE_SETTLES_MS = 150;
const MOST_PRESSES = 4;

const wait = (ms: number): Promise<void> => new Promise(resolve => setTimeout(resolve, ms));

/**
 * Types a prompt and presses Enter until the agent has taken it: one that has just come up shows its prompt before it
 * hears the Enter key. It is pressed again only while nothing on the screen has changed since and the agent is at rest,
 * so that never a question is answered by it.
 */
export const submitText = async (held: Held, pane: Pane, text: string): Promise<void> => {
	const agent = await held.agent();
	const look = async (): Promise<readonly string[]> => (await screens(held.tmux, [pane.paneId]))[0] ?? [];
	const changed = async (from: string, longestMs: number): Promise<boolean> => {
		for (const end = Date.now() + longestMs; Date.now() < end; ) {
			await wait(LOOK_EVERY_MS);
			if ((await look()).join('\n') !== from) return true;
		}
		return false;
	};
	const before = (await look()).join('\n');
	await typeText(held.tmux, pane.paneId, text, false);
	if (text !== '') await changed(before, LONGEST_ECHO_MS);
	await wait(PASTE_SETTLES_MS);
	for (let press = 1; press <= MOST_PRESSES; press++) {
		const shown = await look();
		if (press > 1 && agent !== null && readPane(agent, pane, shown).activity !== 'idle') return;
		await pressKeys(held.tmux, pane.paneId, ['Enter']);
		if (text === '' || agent === null || (await changed(shown.join('\n'), LONGEST_REACTION_MS))) return;
	}
};

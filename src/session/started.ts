import {plain, scrollback} from '../tmux/pane.ts';
import {SquadError} from './errors.ts';
import type {Held} from './held.ts';
import {sinceResumed} from './launch.ts';
import {readPane} from './reading.ts';
import {lookAtAgent} from './screen-layer.ts';

/** An agent that lives this long without showing anything we understand has started as far as we can tell. */
const LONGEST_MS = 2500;
const LAST_LINES = 12;

/** The last words of a worker, for an error message. */
const lastWords = async (held: Held, paneId: string): Promise<string[]> => {
	const lines = plain(await scrollback(held.tmux, paneId)).split('\n');
	return sinceResumed(lines)
		.filter(line => line.trim() !== '' && !/^Pane is dead/.test(line))
		.slice(-LAST_LINES);
};

/** Waits until an agent shows itself; one that dies at its start is reported in its own words. */
export const waitUntilStarted = async (held: Held, continued: boolean): Promise<void> => {
	const {id} = held.record();
	const agent = await held.agent();
	const deadline = Date.now() + LONGEST_MS;
	let wait = 10;
	while (agent !== null && Date.now() < deadline) {
		const {pane, lines} = await lookAtAgent(held);
		if (pane === undefined || pane.dead) {
			const words = pane === undefined ? [] : await lastWords(held, pane.paneId);
			const code = pane?.exitCode ?? null;
			const said = words.length === 0 ? 'it said nothing' : words.join(' | ');
			const hint = continued
				? `\`squad resume ${id} --fresh\` starts a new conversation; the work is in place`
				: `mend the cause, then \`squad resume ${id}\`; \`squad logs ${id}\` shows everything it said`;
			throw new SquadError(
				'agent_failed',
				`${agent.name} ended at its start${code === null ? '' : ` with code ${code}`}: ${said}`,
				hint,
				id,
			);
		}
		if (readPane(agent, pane, lines).activity !== 'unknown') {
			return;
		}
		await new Promise(resolve => setTimeout(resolve, wait));
		wait = Math.min(wait * 1.6, 120);
	}
};

import type {Pane} from '../tmux/format.ts';
import {closeSession, detachClients, isTaken} from '../tmux/session.ts';
import {endSession, freezeProcesses, processesOf, thawProcesses} from './end-processes.ts';
import {SquadError} from './errors.ts';
import type {Held} from './held.ts';
import {launchWorkers, type Raising} from './launch-workers.ts';
import type {LayerState} from './plan.ts';
import {isFrozen} from './processes.ts';
import {saveConversation} from './save-conversation.ts';
import {panesOf, seenPanes} from './screen-layer.ts';
import {agentPane} from './status.ts';

/** Who may have what left a terminal of the session; undefined: anybody. */
const adoptersFor = ({sight}: Held): readonly number[] | undefined => (sight.isLost ? undefined : sight.adopters);

export const agentState = (held: Held, panes: readonly Pane[]): LayerState => {
	const pane = agentPane(held.record(), panes);
	if (panes.length === 0) {
		// Its terminal may be gone while something that left it still runs.
		return processesOf(held.record().id, [], adoptersFor(held)).all.length === 0 ? 'down' : 'half';
	}
	if (pane === undefined || pane.dead) {
		return 'half';
	}
	return isFrozen(pane.pid) ? 'frozen' : 'up';
};

/** Ends everything that runs for a session and waits until it is gone, or only freezes it. */
export const lowerAgent = async (held: Held): Promise<void> => {
	const {id, pauseState} = held.record();
	const panes = await seenPanes(held);
	// Before anything ends: where it cannot be kept, nothing was touched.
	await saveConversation(held);
	if (pauseState?.depth === 'warm') {
		held.tell('freezing');
		await detachClients(held.tmux, id);
		freezeProcesses(id, living(panes), adoptersFor(held));
		return;
	}
	held.tell('ending the agent');
	await endAll(held, panes);
	// Once more: an agent writes down its last words when it ends.
	await saveConversation(held);
};

const living = (panes: readonly Pane[]): number[] => panes.filter(pane => !pane.dead).map(pane => pane.pid);

/** Nothing of a session runs after this: an agent that could not be ended must never meet the next one. */
const endAll = async (held: Held, panes: readonly Pane[]): Promise<void> => {
	const {id} = held.record();
	const left = await endSession(id, living(panes), adoptersFor(held), async () => {
		await closeSession(held.tmux, id);
		held.sight.panes = [];
	});
	if (left.length > 0) {
		const names = left.map(({name, pid}) => `${name} (${pid})`).join(', ');
		throw new SquadError(
			'failed',
			`these processes of ${id} cannot be ended: ${names}`,
			'end them by hand and run it again',
			id,
		);
	}
};

/** How often tmux may say that there is a session which the look before did not show. */
const MOST_LOOKS = 3;

export const raiseAgent = async (held: Held, raising: Raising): Promise<'warm' | 'cold'> => {
	const {id, pauseState} = held.record();
	let panes = await seenPanes(held);
	const alive = panes.filter(pane => !pane.dead);
	if (pauseState?.depth === 'warm' && agentPane(held.record(), alive) !== undefined) {
		thawProcesses(id, living(panes), adoptersFor(held));
		return 'warm';
	}
	let state = raising.agent ?? agentState(held, panes);
	for (let look = 1; ; look++) {
		if (state === 'half') {
			// What is left of an earlier run: a dead agent, a shell beside it, something that left its terminal.
			await endAll(held, panes);
		}
		try {
			await launchWorkers(held, raising);
			return 'cold';
		} catch (cause) {
			if (!isTaken(cause) || look === MOST_LOOKS) {
				throw cause;
			}
		}
		// A squad that was killed left a tmux that was only just making the session: it is newer than the look.
		panes = await panesOf(held);
		state = agentState(held, panes);
		if (state === 'up' && !raising.fresh) {
			return 'cold';
		}
		state = 'half';
	}
};

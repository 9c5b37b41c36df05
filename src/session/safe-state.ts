import type {Pane} from '../tmux/format.ts';
import {pressKeys, screens} from '../tmux/pane.ts';
import type {Reading} from './agents/agent.ts';
import {SquadError} from './errors.ts';
import type {Held} from './held.ts';
import {readAgent} from './reading.ts';
import {reportOf} from './report-of.ts';
import {panesOf} from './screen-layer.ts';
import {agentPane} from './status.ts';

/** Nothing on the screen has changed for this long and nothing says that it works: as good as idle. */
const QUIET_SECONDS = 5;
const LOOK_EVERY_MS = 250;

/** What whoever waits may say meanwhile. */
export type Decision = 'wait' | 'interrupt' | 'force' | 'cancel';

export type Patience = {
	readonly timeoutSeconds: number;
	readonly interrupt: boolean;
	readonly force: boolean;
	/** Asked at each look while the agent is still at work. `interrupt` counts once. */
	readonly decide?: (() => Decision) | undefined;
};

/** Whether an agent may be ended now without losing a turn. PURE. */
const isSafe = ({activity}: Reading, quietSeconds: number): boolean =>
	activity === 'idle' || activity === 'asking' || (activity === 'unknown' && quietSeconds >= QUIET_SECONDS);

const notSafe = (id: string, {rule, line}: Reading, seconds: number): SquadError =>
	new SquadError(
		'not_safe',
		`the agent of ${id} is still working after ${seconds} s (${rule}${line ? `: ${line.trim().slice(0, 60)}` : ''})`,
		`wait longer with --timeout, press its interrupt key with --interrupt, or go on regardless with --force; nothing was touched`,
		id,
	);

/** Waits until the agent is at rest. A session without a living agent is at rest. */
export const waitUntilSafe = async (
	held: Held,
	{timeoutSeconds, interrupt, force, decide = () => 'wait'}: Patience,
): Promise<void> => {
	const {id} = held.record();
	const agent = await held.agent();
	const pane = agentPane(held.record(), await panesOf(held));
	if (force || agent === null || pane === undefined || pane.dead || held.record().pauseState?.depth === 'warm') {
		return;
	}
	const begun = Date.now();
	const look = looker(held, pane.paneId);
	let pressed = false;
	for (;;) {
		const {now, quietSeconds, gone} = await look();
		const reading =
			now === undefined
				? undefined
				: readAgent(held.record(), {agent, ...now, report: reportOf(held.home, held.record()), quietSeconds});
		if (gone || reading === undefined || isSafe(reading, quietSeconds)) {
			return;
		}
		const decision = decide();
		if (decision === 'force') {
			return;
		}
		if ((interrupt || decision === 'interrupt') && !pressed) {
			pressed = true;
			held.tell('interrupting the agent');
			await pressKeys(held.tmux, pane.paneId, agent.interruptKeys);
		}
		const elapsed = (Date.now() - begun) / 1000;
		if (elapsed >= timeoutSeconds) {
			throw notSafe(id, reading, timeoutSeconds);
		}
		if (held.world.stopped() || decision === 'cancel') {
			throw new SquadError('interrupted', `stopped waiting for ${id}`, 'nothing was touched', id);
		}
		held.tell(`waiting for a safe state, ${Math.ceil(timeoutSeconds - elapsed)} s left`);
		await new Promise(resolve => setTimeout(resolve, LOOK_EVERY_MS));
	}
};

type Look = {
	readonly now?: {pane: Pane; lines: readonly string[]};
	readonly quietSeconds: number;
	readonly gone: boolean;
};

/** Looks at a pane again and again and knows for how long it has not changed. */
const looker = (held: Held, paneId: string): (() => Promise<Look>) => {
	let last = '';
	let changedAt = Date.now();
	return async () => {
		const pane = (await panesOf(held)).find(one => one.paneId === paneId);
		if (pane === undefined || pane.dead) {
			return {quietSeconds: 0, gone: true};
		}
		const [lines = []] = await screens(held.tmux, [paneId]);
		const shown = `${pane.title}\n${lines.join('\n')}`;
		if (shown !== last) {
			last = shown;
			changedAt = Date.now();
		}
		return {now: {pane, lines}, quietSeconds: (Date.now() - changedAt) / 1000, gone: false};
	};
};

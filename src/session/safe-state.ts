import {pressKeys} from '../tmux/pane.ts';
import type {Reading} from './agents/agent.ts';
import {SquadError} from './errors.ts';
import type {Held} from './held.ts';
import {readAgent} from './reading.ts';
import {reportOf} from './report-of.ts';
import {type AgentLook, lookAtAgent} from './screen-layer.ts';

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

/** Waits until the agent is at rest; `first` is a look at it that was just taken. Without a living agent it is at rest. */
export const waitUntilSafe = async (
	held: Held,
	{timeoutSeconds, interrupt, force, decide = () => 'wait'}: Patience,
	first?: AgentLook,
): Promise<void> => {
	const {id} = held.record();
	const agent = await held.agent();
	if (force || agent === null || held.record().pauseState?.depth === 'warm') {
		return;
	}
	const begun = Date.now();
	const look = looker(held, first);
	let pressed = false;
	for (;;) {
		const {pane, lines, quietSeconds} = await look();
		if (pane === undefined || pane.dead) {
			return;
		}
		const report = reportOf(held.home, held.record());
		const reading = readAgent(held.record(), {agent, pane, lines, report, quietSeconds});
		if (isSafe(reading, quietSeconds)) {
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

/** Looks at an agent again and again and knows for how long nothing has changed. */
const looker = (held: Held, first: AgentLook | undefined): (() => Promise<AgentLook & {quietSeconds: number}>) => {
	let last = '';
	let changedAt = Date.now();
	let next = first;
	return async () => {
		const found = next ?? (await lookAtAgent(held));
		next = undefined;
		const shown = `${found.pane?.title}\n${found.lines.join('\n')}`;
		if (shown !== last) {
			last = shown;
			changedAt = Date.now();
		}
		return {...found, quietSeconds: (Date.now() - changedAt) / 1000};
	};
};

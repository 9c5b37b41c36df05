import {screens} from '../tmux/pane.ts';
import {followConversation} from './conversation-view.ts';
import type {Held} from './held.ts';
import {conversationsOf} from './learn-token.ts';
import {readAgent} from './reading.ts';
import {reportOf} from './report-of.ts';
import {panesOf} from './screen-layer.ts';
import {agentPane} from './status.ts';

/** Qwen writes its last answer down up to this much later than it shows it. */
const LATEST_MS = 10_000;
const LOOK_EVERY_MS = 500;

const isIdle = async (held: Held): Promise<boolean> => {
	const agent = await held.agent();
	const pane = agentPane(held.record(), await panesOf(held));
	if (agent === null || pane === undefined || pane.dead) return false;
	const [lines = []] = await screens(held.tmux, [pane.paneId]);
	return readAgent(held.record(), {agent, pane, lines, report: reportOf(held.home, held.record())}).activity === 'idle';
};

/** Whether the transcript of an agent at rest ends in the middle of a turn, and was still written to a moment ago. */
const isBehind = async (held: Held): Promise<boolean> => {
	const agent = await held.agent();
	const record = held.record();
	if (agent === null || record.token === null) return false;
	const last = (await followConversation(held.world, record, agent))?.last?.kind;
	if (last !== 'prompt' && last !== 'action') return false;
	const mine = conversationsOf(held.world, record, agent)?.find(one => one.token === record.token);
	return mine !== undefined && Date.now() - mine.modifiedAt < LATEST_MS;
};

/** An agent that is ended before it has written its last answer down has forgotten it when it comes back. */
export const waitUntilWritten = async (held: Held): Promise<void> => {
	for (const end = Date.now() + LATEST_MS; Date.now() < end && !held.world.stopped(); ) {
		if (!(await isBehind(held)) || !(await isIdle(held))) return;
		held.tell('waiting until the agent has written its answer down');
		await new Promise(resolve => setTimeout(resolve, LOOK_EVERY_MS));
	}
};

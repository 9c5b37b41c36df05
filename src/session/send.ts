import {screens, typeText} from '../tmux/pane.ts';
import {SquadError} from './errors.ts';
import {type Held, type World, withSession} from './held.ts';
import {underWay} from './journal.ts';
import {readPane} from './reading.ts';
import {panesOf} from './screen-layer.ts';
import type {SessionRecord} from './session.ts';
import {agentPane, statusOf} from './status.ts';

/** Types into the agent, after making sure that it is the agent that reads and that it does not ask something else. */
export const typePrompt = async (held: Held, text: string, enter: boolean): Promise<void> => {
	const {id} = held.record();
	const panes = await panesOf(held);
	const pane = agentPane(held.record(), panes);
	const status = statusOf(held.record(), {panes, underWay: undefined});
	if (pane === undefined || status !== 'active') {
		throw new SquadError(
			status === 'ended' ? 'ended' : 'wrong_state',
			`${id} is ${status}, nothing reads there`,
			`\`squad resume ${id}\` continues it`,
			id,
		);
	}
	const agent = await held.agent();
	if (agent !== null) {
		const [lines = []] = await screens(held.tmux, [pane.paneId]);
		const reading = readPane(agent, pane, lines);
		if (reading.activity === 'asking') {
			throw new SquadError(
				'wrong_state',
				`${id} asks: ${reading.question ?? reading.line ?? 'something'}`,
				`answer it first: \`squad attach ${id}\``,
				id,
			);
		}
	}
	await typeText(held.tmux, pane.paneId, text, enter);
	held.update({lastPrompt: text});
};

export const sendText = (world: World, record: SessionRecord, text: string, enter: boolean): Promise<SessionRecord> =>
	withSession(world, record, 'send', async held => {
		const cutOff = underWay(held.home, record.id);
		if (cutOff !== undefined) {
			throw new SquadError(
				'wrong_state',
				`${record.id} is half-way through ${cutOff.verb}`,
				'`squad recover` finishes it',
				record.id,
			);
		}
		await typePrompt(held, text, enter);
		return held.record();
	});

/** The title only: id, branch and paths stay. */
export const renameSession = (world: World, record: SessionRecord, title: string): Promise<SessionRecord> =>
	withSession(world, record, 'rename', async held => held.update({title}));

import {screens, typeText} from '../tmux/pane.ts';
import {paneOfAgent, refuseHalfWay} from './at-agent.ts';
import {SquadError} from './errors.ts';
import {type Held, type World, withSession} from './held.ts';
import {refuseUntypable} from './prompt-text.ts';
import {readAgent} from './reading.ts';
import {reportOf} from './report-of.ts';
import {redact} from './secrets/redact.ts';
import type {SessionRecord} from './session.ts';
import {submitText} from './submit.ts';

/** Types into the agent, after making sure that it is the agent that reads and that it does not ask something else. */
export const typePrompt = async (held: Held, text: string, enter: boolean): Promise<void> => {
	const {id} = held.record();
	const pane = await paneOfAgent(held);
	const agent = await held.agent();
	if (agent !== null) {
		const [lines = []] = await screens(held.tmux, [pane.paneId]);
		const reading = readAgent(held.record(), {agent, pane, lines, report: reportOf(held.home, held.record())});
		if (reading.activity === 'asking') {
			throw new SquadError(
				'wrong_state',
				`${id} asks: ${reading.question ?? reading.line ?? 'something'}`,
				`answer it first: \`squad answer ${id} <yes|no|1-9>\`, or \`squad attach ${id}\``,
				id,
			);
		}
	}
	await (enter ? submitText(held, pane, text) : typeText(held.tmux, pane.paneId, text, false));
	held.update({lastPrompt: redact(text)});
};

export const sendText = (world: World, record: SessionRecord, text: string, enter: boolean): Promise<SessionRecord> =>
	withSession(world, record, 'send', async held => {
		refuseUntypable(text);
		refuseHalfWay(held);
		await typePrompt(held, text, enter);
		return held.record();
	});

/** The title only: id, branch and paths stay. */
export const renameSession = (world: World, record: SessionRecord, title: string): Promise<SessionRecord> =>
	withSession(world, record, 'rename', async held => held.update({title}));

import type {Pane} from '../tmux/format.ts';
import {SquadError} from './errors.ts';
import type {Held} from './held.ts';
import {underWay} from './journal.ts';
import {panesOf} from './screen-layer.ts';
import {agentPane, statusOf} from './status.ts';

/** Nothing is typed into a session that somebody left half-way. */
export const refuseHalfWay = (held: Held): void => {
	const {id} = held.record();
	const cutOff = underWay(held.home, id);
	if (cutOff !== undefined) {
		throw new SquadError('wrong_state', `${id} is half-way through ${cutOff.verb}`, '`squad recover` finishes it', id);
	}
};

/** The pane where the session's agent reads; refused where nobody does. */
export const paneOfAgent = async (held: Held): Promise<Pane> => {
	const record = held.record();
	const panes = await panesOf(held);
	const pane = agentPane(record, panes);
	const status = statusOf(record, {panes, underWay: undefined});
	if (pane === undefined || status !== 'active') {
		throw new SquadError(
			status === 'ended' ? 'ended' : 'wrong_state',
			`${record.id} is ${status}, nothing reads there`,
			`\`squad resume ${record.id}\` continues it`,
			record.id,
		);
	}
	return pane;
};

import {colouredScreen} from '../tmux/pane.ts';
import {unknown} from './agents/reading.ts';
import {type Explanation, explained} from './explain-screen.ts';
import type {World} from './held.ts';
import {agentsOf} from './look.ts';
import {survey} from './panes.ts';
import {readAgent} from './reading.ts';
import {reportOf} from './report-of.ts';
import type {SessionRecord} from './session.ts';
import {agentPane, statusOf} from './status.ts';

/** Why a session's activity is what squad says, from what its agent shows now. */
export const explainSession = async (world: World, record: SessionRecord): Promise<Explanation> => {
	const {id} = record;
	const panes = survey(world.home, world.tmux, []).panes.filter(pane => pane.session === id);
	const pane = agentPane(record, panes);
	const status = statusOf(record, {panes, underWay: undefined});
	const agent = (await agentsOf(world, [record])).get(id) ?? null;
	if (pane === undefined || status !== 'active' || agent === null) {
		const why = status !== 'active' || pane === undefined ? `it is ${status}` : 'it has no agent that squad knows';
		return explained(unknown(`no screen to read: ${why}`), {title: ''});
	}
	const lines = await colouredScreen(world.tmux, pane.paneId);
	return explained(readAgent(record, {agent, pane, lines, report: reportOf(world.home, record)}), pane);
};

import {readFileSync} from 'node:fs';
import {onlyColours, plain, scrollback} from '../tmux/pane.ts';
import type {World} from './held.ts';
import {allPanes} from './panes.ts';
import {savedScreen} from './screen-layer.ts';
import type {SessionRecord} from './session.ts';
import {agentPane} from './status.ts';

/** Everything a session's agent has shown: from tmux while it is there, from disk when it is not. */
export const logsOf = async (world: World, record: SessionRecord, colours: boolean): Promise<string> => {
	const panes = (await allPanes(world.home, world.tmux)).filter(pane => pane.session === record.id);
	const pane = agentPane(record, panes);
	const saved = savedScreen(world.home, record.id, record.workers[0]?.id ?? 'agent');
	const text =
		pane !== undefined
			? await scrollback(world.tmux, pane.paneId)
			: saved === undefined
				? ''
				: readFileSync(saved, 'utf8');
	return colours ? onlyColours(text) : plain(text);
};

import {addWindow} from '../tmux/session.ts';
import {type World, withSession} from './held.ts';
import {launchArgv} from './launch.ts';
import {requirePlace} from './place.ts';
import {panesOf} from './screen-layer.ts';
import type {SessionRecord} from './session.ts';

/** A shell beside the agent, unless one of that name is there. */
export const openTerminal = (world: World, record: SessionRecord, name: string): Promise<void> =>
	withSession(world, record, 'open', async held => {
		const panes = await panesOf(held);
		if (panes.some(pane => pane.windowName === name || pane.worker === name)) {
			return;
		}
		requirePlace(held.record());
		const {id, locationPath, workers} = held.record();
		const command = [world.env.SHELL || '/bin/sh'];
		const argv = launchArgv({command, exitFile: world.home.exitCode(id, name)});
		await addWindow(world.tmux, id, locationPath, {worker: name, name, argv});
		held.update({workers: [...workers, {id: name, name, type: 'terminal', createdAt: new Date().toISOString()}]});
	});

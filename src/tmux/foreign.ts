import {tmuxServer} from './server.ts';

/** A pane of somebody else's tmux session: where it is and what it runs. */
export type PanePlace = {readonly pid: number; readonly directory: string};

/** Looks at a session on another server; changes nothing there and starts none. */
export const panePlaces = async (socket: string, session: string): Promise<PanePlace[]> => {
	const server = tmuxServer(socket, '/dev/null');
	const out = await server.run([['list-panes', '-s', '-t', `=${session}:`, '-F', '#{pane_pid} #{pane_current_path}']]);
	return out
		.split('\n')
		.filter(line => line !== '')
		.map(line => ({pid: Number(line.slice(0, line.indexOf(' '))), directory: line.slice(line.indexOf(' ') + 1)}));
};

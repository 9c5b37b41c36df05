import type {Pane} from '../../tmux/format.ts';
import type {ServerLink} from './server-link.ts';

export type Size = {readonly columns: number; readonly rows: number};

/**
 * Makes a window as large as the place where it is shown, so that what its program writes can be read there. One that
 * somebody is attached to keeps its size, and the next who attaches gets it in theirs as always.
 */
export const fitting =
	(link: ServerLink, paneOf: (session: string, worker: string) => Pane | undefined) =>
	async (session: string, worker: string, {columns, rows}: Size): Promise<void> => {
		const pane = paneOf(session, worker);
		if (pane === undefined || pane.dead || pane.attached || link.state() !== 'up') return;
		if (pane.size.columns === columns && pane.size.rows === rows) return;
		await link.run(
			['resize-window', '-t', pane.paneId, '-x', `${columns}`, '-y', `${rows}`],
			// tmux remembers a size that was given by hand; forgotten, the window follows its clients again.
			['set-option', '-w', '-t', pane.paneId, '-u', 'window-size'],
		);
	};

import {PANE_FORMAT, type Pane, parsePane} from '../../tmux/format.ts';
import {plain} from '../../tmux/pane.ts';
import {coloured} from '../../tmux/rows.ts';
import type {Home} from '../home.ts';
import {withExitCode} from '../panes.ts';
import type {ServerLink} from './server-link.ts';

export type PaneLook = {
	readonly pane: Pane;
	/** Without colours, for whoever reads what the agent does. */
	readonly lines: readonly string[];
	/** With colours, where they were asked for. */
	readonly rows: readonly string[] | undefined;
	/** Milliseconds since 1970, before the look. */
	readonly at: number;
};

/** Lists all panes, each time anew. A pane of which tmux says the same as before is the same object: most are. */
export const paneLister = (link: ServerLink, home: Home): (() => Promise<Pane[]>) => {
	let known: ReadonlyMap<string, Pane> = new Map();
	return async () => {
		const lines = await link.run(['list-panes', '-a', '-F', PANE_FORMAT]);
		known = new Map(lines.map(line => [line, known.get(line) ?? parsePane(line)]));
		return [...known.values()].map(pane => withExitCode(home, pane));
	};
};

/** The note of its death pushes the last words of a short-lived program out of sight. */
const LAST_WORDS = ['-S', '-100'];

/** One pane and what it shows, at the same moment. */
export const lookAt = async (
	link: ServerLink,
	home: Home,
	paneId: string,
	{colours, isDead}: {readonly colours: boolean; readonly isDead: boolean},
): Promise<PaneLook> => {
	const at = Date.now();
	const [first = '', ...captured] = await link.run(
		['display-message', '-p', '-t', paneId, PANE_FORMAT],
		['capture-pane', '-p', ...(colours ? ['-e'] : []), ...(isDead ? LAST_WORDS : []), '-t', paneId],
	);
	const pane = withExitCode(home, parsePane(first));
	return colours
		? {pane, lines: captured.map(plain), rows: coloured(captured), at}
		: {pane, lines: captured, rows: undefined, at};
};

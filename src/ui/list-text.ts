import type {SessionView} from '../session/view.ts';
import type {Terminal} from './command.ts';
import {ago, bytes, safe, stateOf, tilde} from './print.ts';
import {alignTable, type Cell} from './table.ts';

const HEADER: readonly Cell[] = ['', 'STATUS', 'ID', 'TITLE', 'AGENT', 'BRANCH', 'AGE', 'MEMORY'].map(text => ({
	text,
	colour: 'dim',
}));

const rowOf = (view: SessionView, now: number, home: string | undefined): Cell[] => {
	const {glyph, word, colour} = stateOf(view);
	const title = view.question === null ? view.title : `${view.title}: ${view.question}`;
	return [
		{text: glyph, colour},
		{text: word, colour},
		{text: view.id},
		{text: safe(title), colour: view.question === null ? undefined : 'bold'},
		{text: view.agent ?? '-'},
		{text: safe(view.branch ?? tilde(view.locationPath, home)), colour: 'dim'},
		{text: ago(view.status === 'paused' ? view.pausedAt : view.createdAt, now)},
		{text: bytes(view.memory.rssBytes)},
	];
};

export type Shown = {
	readonly json: boolean;
	readonly terminal: Pick<Terminal, 'isTerminal' | 'columns' | 'colours'>;
	readonly home: string | undefined;
};

/** Sessions as `squad ls` prints them. */
export const listText = async (views: readonly SessionView[], {json, terminal, home}: Shown): Promise<string> => {
	if (json) {
		return `${JSON.stringify(views, null, 2)}\n`;
	}
	if (views.length === 0) {
		return 'no sessions yet: `squad new "what to do"` starts one, `squad demo` shows how it works\n';
	}
	const rows = views.map(view => rowOf(view, Date.now(), home));
	const columns = terminal.isTerminal ? terminal.columns : Number.POSITIVE_INFINITY;
	return alignTable([HEADER, ...rows], columns, 3, terminal.colours);
};

import type {SessionView} from '../../../session/view.ts';
import type {Operation} from '../../../session/watch.ts';
import {ago, bytes, stateOf} from '../../print.ts';
import {cellsOf, cut, padded} from '../cells.ts';
import {needOf, STYLE_OF} from '../groups.ts';
import type {Theme} from '../theme.ts';

export type Row = {
	readonly session: SessionView;
	readonly operation: Operation | undefined;
	readonly isSelected: boolean;
	readonly isMarked: boolean;
};

/** What stands behind the title; the lowest `first` goes first when there is no room. */
const COLUMNS = [
	{name: 'state', first: 2, least: 11, most: 11, side: 'left'},
	{name: 'agent', first: 4, least: 10, most: 10, side: 'left'},
	{name: 'branch', first: 0, least: 16, most: 32, side: 'left'},
	{name: 'changes', first: 3, least: 13, most: 13, side: 'right'},
	{name: 'memory', first: 1, least: 7, most: 7, side: 'right'},
	{name: 'age', first: 5, least: 4, most: 4, side: 'right'},
] as const;

type Name = (typeof COLUMNS)[number]['name'];

export type Widths = Readonly<Partial<Record<Name, number>>>;

const textsOf = (session: SessionView, now: number): Readonly<Record<Name, string>> => {
	const {diff, status} = session;
	return {
		state: stateOf(session).word,
		agent: session.agent ?? 'shell',
		branch: session.branch ?? '',
		changes: diff === null || diff.added + diff.removed === 0 ? '' : `+${diff.added} −${diff.removed}`,
		memory: bytes(session.memory.rssBytes),
		age: ago(status === 'paused' ? session.pausedAt : session.createdAt, now),
	};
};

/** Marks, glyph and the blanks around them. */
const FRONT = 4;
const LEAST_TITLE = 24;

/** Columns as wide as what is in them; those that leave too little for the titles are left out. PURE. */
export const columnWidths = (sessions: readonly SessionView[], width: number, now: number, without: Name): Widths => {
	const texts = sessions.map(session => textsOf(session, now));
	const needed = COLUMNS.filter(({name}) => name !== without).map(({name, first, least, most}) => ({
		name,
		first,
		least,
		cells: Math.min(most, Math.max(0, ...texts.map(text => cellsOf(text[name])))),
	}));
	let room = width - FRONT - LEAST_TITLE;
	const widths: Partial<Record<Name, number>> = {};
	for (const {name, cells, least} of needed.toSorted((a, b) => b.first - a.first)) {
		const given = Math.min(cells, room - 1);
		if (cells > 0 && given >= Math.min(cells, least)) {
			widths[name] = given;
			room -= given + 1;
		}
	}
	return widths;
};

/** What is said under the row: what squad does with it, what failed, what it asks. */
const below = ({session, operation}: Row): {text: string; style: 'accent' | 'bad' | 'question'} | undefined => {
	if (operation !== undefined && !operation.done) {
		return operation.error === null
			? {text: `${operation.verb}: ${operation.step}`, style: 'accent'}
			: {text: `${operation.verb} failed: ${operation.error.message}`, style: 'bad'};
	}
	if (session.activity === 'asking') {
		return {text: session.question ?? 'it waits for an answer', style: 'question'};
	}
	return session.lastError === null ? undefined : {text: session.lastError.message, style: 'bad'};
};

/** The lines of one session in the list: one, or two where there is something to say. PURE. */
export const sessionRow = (row: Row, width: number, widths: Widths, now: number, {paint}: Theme): readonly string[] => {
	const {session, isSelected, isMarked} = row;
	const style = STYLE_OF[needOf(session)];
	const texts = textsOf(session, now);
	const behind = COLUMNS.map(({name, side}) => {
		const cells = widths[name];
		return cells === undefined ? '' : ` ${padded(texts[name], cells, side)}`;
	}).join('');
	const title = padded(session.title, width - FRONT - cellsOf(behind));
	const front = `${isSelected ? '▸' : ' '}${isMarked ? '+' : ' '}`;
	const {glyph} = stateOf(session);
	const first = isSelected
		? paint('selected', `${front}${glyph} ${title}${behind}`)
		: style === 'ask'
			? `${front}${paint(style, `${glyph} ${title}`)}${behind}`
			: `${front}${paint(style, glyph)} ${style === 'dim' ? paint('dim', title) : title}${paint('dim', behind)}`;
	const more = below(row);
	return more === undefined ? [first] : [first, `    ${paint(more.style, cut(more.text, width - 5))}`];
};

import type {SessionView} from '../../../session/view.ts';
import type {Operation} from '../../../session/watch/watch.ts';
import {ago, bytes, safe, stateOf} from '../../print.ts';
import type {Say} from '../keys/keymap.ts';
import {needOf, STYLE_OF} from '../state/groups.ts';
import {cellsOf, cut, padded, wrap} from '../style/cells.ts';
import type {Style, Theme} from '../style/theme.ts';
import {failureOf} from './operation.ts';

/** When and how rows are drawn. */
export type Pen = {readonly now: number; readonly theme: Theme; readonly say: Say};

/** A turn of the spinner: a frame costs too much for more than a few in a second. */
export const SPIN_MS = 250;

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
const LEAST_TITLE = 20;
/** A branch mostly says what the title says: titles up to this length come first. */
const FULL_TITLE = 40;

/** Between two columns. */
const gapIn = (width: number): number => (width >= 50 ? 2 : 1);

/** Columns as wide as what is in them; those that leave too little for the titles are left out. PURE. */
export const columnWidths = (sessions: readonly SessionView[], width: number, now: number, without?: Name): Widths => {
	const texts = sessions.map(session => textsOf(session, now));
	const needed = COLUMNS.filter(({name}) => name !== without).map(({name, first, least, most}) => ({
		name,
		first,
		least,
		cells: Math.min(most, Math.max(0, ...texts.map(text => cellsOf(text[name])))),
	}));
	const gap = gapIn(width);
	const longest = Math.max(0, ...sessions.map(({title}) => cellsOf(title)));
	const wanted = Math.min(FULL_TITLE, Math.max(LEAST_TITLE, longest)) - LEAST_TITLE;
	let room = width - FRONT - LEAST_TITLE;
	const widths: Partial<Record<Name, number>> = {};
	for (const {name, cells, least} of needed.toSorted((a, b) => b.first - a.first)) {
		const given = Math.min(cells, room - gap - (name === 'branch' ? wanted : 0));
		if (cells > 0 && given >= Math.min(cells, least)) {
			widths[name] = given;
			room -= given + gap;
		}
	}
	return widths;
};

type Said = {readonly text: string; readonly style: Style};

/** A question is shown whole where that is possible. */
const MOST_LINES = 3;

const shortened = (text: string, width: number): readonly string[] => {
	const lines = wrap(safe(text).trim(), width);
	return lines.length <= MOST_LINES
		? lines
		: [...lines.slice(0, MOST_LINES - 1), cut(lines.slice(MOST_LINES - 1).join(' '), width)];
};

const failure = (what: string, hint: string): readonly Said[] => [
	{text: what, style: 'bad'},
	{text: `→ ${hint}`, style: 'dim'},
];

/** What is said under the row: what squad does with it, what failed and the way on, what it asks. */
const below = ({session, operation, isSelected}: Row, say: Say): readonly Said[] => {
	const failed = operation && failureOf(operation, say);
	if (failed !== undefined) {
		return failure(failed.what, failed.hint);
	}
	if (operation !== undefined && !operation.done) {
		return [{text: `${operation.verb}${operation.step === '' ? ' …' : `: ${operation.step}`}`, style: 'accent'}];
	}
	if (session.activity === 'asking') {
		const options = session.options.map((option, at) => `${at + 1} ${option}`).join(' · ');
		return [
			{text: session.question ?? 'it waits for an answer', style: 'question'},
			...(isSelected && options !== '' ? [{text: options, style: 'dim'} as const] : []),
		];
	}
	return session.lastError === null ? [] : failure(session.lastError.message, session.lastError.hint);
};

/** Turns while squad is at work on the session; how fast, `SPIN_MS` says. */
const SPINNER = ['⠋', '⠙', '⠹', '⠸', '⠼', '⠴', '⠦', '⠧'];

const glyphOf = ({session, operation}: Row, now: number): string =>
	operation !== undefined && !operation.done
		? (SPINNER[Math.floor(now / SPIN_MS) % SPINNER.length] ?? '…')
		: stateOf(session).glyph;

/** The row itself: what asks is the loudest thing on the screen, then comes what is selected. */
const firstLine = (row: Row, title: string, behind: string, {now, theme: {paint}}: Pen): string => {
	const {session, isSelected} = row;
	const style = STYLE_OF[needOf(session)];
	const glyph = glyphOf(row, now);
	if (style === 'ask' || isSelected) {
		return paint(style === 'ask' ? 'ask' : 'selected', `${glyph} ${title}${behind}`);
	}
	return `${paint(style, glyph)} ${style === 'dim' ? paint('dim', title) : title}${paint('dim', behind)}`;
};

/** The lines of one session in the list: one, and more where there is something to say. PURE. */
export const sessionRow = (row: Row, width: number, widths: Widths, {now, theme, say}: Pen): readonly string[] => {
	const {session, isSelected, isMarked} = row;
	const {paint} = theme;
	const texts = textsOf(session, now);
	const gap = ' '.repeat(gapIn(width));
	const behind = COLUMNS.map(({name, side}) => {
		const cells = widths[name];
		return cells === undefined ? '' : `${gap}${padded(texts[name], cells, side)}`;
	}).join('');
	const title = padded(session.title, width - FRONT - cellsOf(behind));
	const bar = isSelected ? paint('accent', '▌') : ' ';
	return [
		`${bar}${isMarked ? paint('key', '+') : ' '}${firstLine(row, title, behind, {now, theme, say})}`,
		...below(row, say).flatMap(({text, style}) =>
			shortened(text, width - FRONT - 1).map(line => `${bar}   ${paint(style, line)}`),
		),
	];
};

import {type Editor, type Layout, layOut} from '../terminal/editor.ts';
import {clean, shorten, wrap} from '../terminal/text.ts';
import {asDuration} from './clock.ts';
import type {Live} from './live.ts';
import {accent, bold, dim, warning} from './paint.ts';
import {OPTIONS, type Work} from './stage.ts';
import {SHORTCUTS} from './words.ts';

/** What stands below the scrollback, one string per row; without a cursor it is hidden. */
export type Frame = {
	readonly lines: readonly string[];
	readonly cursor: {readonly row: number; readonly column: number} | undefined;
};

export type Size = {readonly columns: number; readonly rows: number};

const SPINNER = ['·', '✢', '*', '✶', '✻', '✽', '✻', '✶', '*', '✢'] as const;
const MOST_EDITOR_ROWS = 10;
const MOST_QUEUED = 3;

/** More signs than ever are visible on one side of the cursor. */
const NEAR = 4000;

/** A pasted book is drawn again with every key, so only what is near the cursor is laid out, from a line's beginning if there is one. */
const nearCursor = ({text, cursor}: Editor): Editor => {
	const far = Math.floor(Math.max(0, cursor - NEAR) / NEAR) * NEAR;
	const lineEnd = text.indexOf('\n', far);
	const from = far === 0 ? 0 : lineEnd === -1 || lineEnd >= cursor - NEAR / 2 ? far : lineEnd + 1;
	return {text: text.slice(from, cursor + NEAR), cursor: cursor - from};
};

/** The part of a long text that is around the cursor. */
const windowOf = ({rows, cursor}: Layout, most: number): Layout => {
	const from = Math.max(0, Math.min(cursor.row - Math.floor(most / 2), rows.length - most));
	return {rows: rows.slice(from, from + most), cursor: {...cursor, row: cursor.row - from}};
};

const rule = (columns: number): string => dim('─'.repeat(columns));

const askingLines = ({text, selected}: NonNullable<Live['question']>, {columns}: Size): string[] => [
	'',
	rule(columns),
	...wrap(clean(text), columns).slice(0, 5).map(bold),
	'',
	...OPTIONS.map((option, index) => {
		const line = shorten(`${index + 1}. ${option}`, columns - 2);
		return index === selected ? accent(`❯ ${line}`) : `  ${line}`;
	}),
	'',
	dim(shorten('Enter to select · Esc to cancel', columns)),
];

const workingLines = (work: Work, tick: number, columns: number): string[] => {
	const glyph = SPINNER[tick % SPINNER.length];
	const time = `(${asDuration(work.watch.seconds())} · esc to interrupt)`;
	return ['', `${accent(`${glyph} ${work.verb}…`)} ${dim(shorten(time, columns - work.verb.length - 4))}`];
};

const queuedLines = (queue: readonly string[], columns: number): string[] => [
	...queue.slice(0, MOST_QUEUED).map(text => dim(`  ⎿  queued: ${shorten(text, columns - 15)}`)),
	...(queue.length > MOST_QUEUED ? [dim(`     … ${queue.length - MOST_QUEUED} more`)] : []),
];

const footer = ({notice, showsShortcuts}: Live, columns: number): string[] => {
	if (notice) return [`  ${warning(shorten(notice, columns - 2))}`];
	if (!showsShortcuts) return [dim('  ? for shortcuts')];
	return SHORTCUTS.flatMap(line => wrap(line, columns - 2)).map(line => dim(`  ${line}`));
};

const promptFrame = (live: Live, work: Work | undefined, tick: number, size: Size): Frame => {
	const above = [
		...(live.partial === '' ? [] : [live.partial]),
		...(work ? workingLines(work, tick, size.columns) : []),
		...queuedLines(live.queue, size.columns),
		'',
		rule(size.columns),
	];
	const below = [rule(size.columns), ...footer(live, size.columns)];
	const room = Math.max(1, Math.min(MOST_EDITOR_ROWS, size.rows - above.length - below.length));
	const text = windowOf(layOut(nearCursor(live.editor), Math.max(2, size.columns - 2)), room);
	const input = text.rows.map((row, index) => (index === 0 ? `${accent('❯')} ${row}` : `  ${row}`));
	return {
		lines: [...above, ...input, ...below],
		cursor: {row: above.length + text.cursor.row, column: text.cursor.column + 2},
	};
};

/** A window lower than the frame shows its end, as the terminal itself would. */
const fitted = ({lines, cursor}: Frame, rows: number): Frame => {
	const hidden = Math.max(0, lines.length - rows);
	const row = cursor ? Math.max(0, cursor.row - hidden) : 0;
	return {lines: lines.slice(hidden), cursor: cursor && {...cursor, row}};
};

/** PURE: what is to be seen now; `tick` counts the spinner's steps. */
export const frameOf = (live: Live, work: Work | undefined, tick: number, size: Size): Frame =>
	fitted(
		live.question ? {lines: askingLines(live.question, size), cursor: undefined} : promptFrame(live, work, tick, size),
		Math.max(1, size.rows),
	);

/** PURE: the title of the pane, by which the state can be told without looking at the screen. */
export const titleOf = (live: Live, work: Work | undefined, tick: number): string => {
	if (live.question) return `✋ demo: ${shorten(live.question.text, 60)}`;
	// The half circle turns once a second, the spinner five times.
	return work ? `${Math.floor(tick / 5) % 2 === 0 ? '◐' : '◑'} demo: ${work.topic}` : '✳ demo';
};

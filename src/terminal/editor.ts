import type {Key} from './keys.ts';
import {clean, graphemes, widthOf} from './text.ts';

/** The text being typed; the cursor counts code units and never stands inside a character. */
export type Editor = {readonly text: string; readonly cursor: number};

export const EMPTY: Editor = {text: '', cursor: 0};

export const editorWith = (text: string): Editor => ({text, cursor: text.length});

/** Far longer than any character, far shorter than a paste. */
const NEAR = 80;

const before = ({text, cursor}: Editor): number =>
	cursor - (graphemes(text.slice(Math.max(0, cursor - NEAR), cursor)).at(-1)?.length ?? 0);

const after = ({text, cursor}: Editor): number =>
	cursor + (graphemes(text.slice(cursor, cursor + NEAR))[0]?.length ?? 0);

const replaced = ({text}: Editor, from: number, to: number, by = ''): Editor => ({
	text: text.slice(0, from) + by + text.slice(to),
	cursor: from + by.length,
});

const lineStart = ({text, cursor}: Editor): number => (cursor === 0 ? 0 : text.lastIndexOf('\n', cursor - 1) + 1);

const lineEnd = ({text, cursor}: Editor): number => {
	const end = text.indexOf('\n', cursor);
	return end === -1 ? text.length : end;
};

const wordStart = ({text, cursor}: Editor): number =>
	cursor - (/\S*\s*$/.exec(text.slice(Math.max(0, cursor - NEAR), cursor))?.[0].length ?? 0);

/** Terminals paste line ends as carriage returns. */
const asLines = (text: string): string => text.replace(/\r\n?/g, '\n');

/** PURE: what a key does to the text. Keys that do not edit leave it as it is. */
export const edit = (editor: Editor, key: Key): Editor => {
	const {text, cursor} = editor;
	switch (key.name) {
		case 'text':
		case 'paste':
			return replaced(editor, cursor, cursor, asLines(key.text));
		case 'newline':
			return replaced(editor, cursor, cursor, '\n');
		case 'backspace':
			return replaced(editor, before(editor), cursor);
		case 'delete':
			return {...replaced(editor, cursor, after(editor)), cursor};
		case 'left':
			return {text, cursor: before(editor)};
		case 'right':
			return {text, cursor: after(editor)};
		case 'home':
			return {text, cursor: lineStart(editor)};
		case 'end':
			return {text, cursor: lineEnd(editor)};
		case 'ctrl-u':
			return EMPTY;
		case 'ctrl-k':
			return {...replaced(editor, cursor, lineEnd(editor)), cursor};
		case 'ctrl-w':
			return replaced(editor, wordStart(editor), cursor);
		default:
			return editor;
	}
};

/** Where everything stands when the text is broken into rows of so many cells. */
export type Layout = {
	readonly rows: readonly string[];
	readonly cursor: {readonly row: number; readonly column: number};
};

/** PURE: breaks the text into rows, between any two characters like a terminal does. */
export const layOut = ({text, cursor}: Editor, cells: number): Layout => {
	const rows = [''];
	let used = 0;
	let index = 0;
	let at = {row: 0, column: 0};
	const nextRow = (): void => {
		rows.push('');
		used = 0;
	};
	for (const one of graphemes(text)) {
		const shown = one === '\n' ? '' : /^[ -~]$/.test(one) ? one : clean(one);
		const width = widthOf(shown);
		if (used > 0 && used + width > cells) nextRow();
		if (index <= cursor) at = {row: rows.length - 1, column: used};
		rows[rows.length - 1] += shown;
		used += width;
		index += one.length;
		if (one === '\n') nextRow();
	}
	if (cursor >= index) {
		if (used >= cells) nextRow();
		at = {row: rows.length - 1, column: used};
	}
	return {rows, cursor: at};
};

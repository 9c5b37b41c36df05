import type {LiveScreen} from '../../../session/watch/watch.ts';
import {cutColoured, withSignAt} from '../style/cells.ts';
import type {Theme} from '../style/theme.ts';

/** Bold, dim, italic, underlined, inverse, struck, and their ends: no colour among them. */
const NOT_COLOURS = new Set(['', '0', '1', '2', '3', '4', '7', '9', '22', '23', '24', '27', '29']);

const withoutColours = (line: string): string =>
	line.replace(/\x1b\[([0-9;:]*)m/g, (_, codes: string) =>
		codes.split(';').every(code => NOT_COLOURS.has(code)) ? `\x1b[${codes}m` : codes.startsWith('0;') ? '\x1b[0m' : '',
	);

const isBlank = (line: string): boolean => line.replace(/\x1b\[[0-9;:]*m/g, '').trim() === '';

/** tmux notes the death of a program in the last row, far below its last words. The card says it already. */
const EPITAPH = /^(?:\x1b\[[0-9;:]*m)*Pane is dead \(/;

type Place = {
	readonly columns: number;
	/** Whoever types sees where. */
	readonly isTyping: boolean;
};

/** A worker's rows, down to its last line or its cursor, in a place so wide. PURE. */
export const screenLines = (
	{lines, cursor}: LiveScreen,
	{columns, isTyping}: Place,
	{name, paint}: Theme,
): readonly string[] => {
	const isDead = EPITAPH.test(lines.at(-1) ?? '');
	const shown = isDead ? lines.slice(0, -1) : lines;
	const end = isDead ? 0 : (cursor?.y ?? -1) + 1;
	return shown
		.slice(0, Math.max(shown.findLastIndex(line => !isBlank(line)) + 1, end))
		.map(line => (name === 'none' && line.includes('\x1b') ? withoutColours(line) : line))
		.map((line, y) =>
			isTyping && cursor?.visible && cursor.y === y ? withSignAt(line, cursor.x, sign => paint('cursor', sign)) : line,
		)
		.map(line => cutColoured(line, columns));
};

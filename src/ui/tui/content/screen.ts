import type {LiveScreen} from '../../../session/watch/watch.ts';
import {cutColoured} from '../style/cells.ts';
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

/** A worker's rows, down to its last line or its cursor, in a place so wide. PURE. */
export const screenLines = ({lines, cursor}: LiveScreen, columns: number, {name}: Theme): readonly string[] => {
	const isDead = EPITAPH.test(lines.at(-1) ?? '');
	const shown = isDead ? lines.slice(0, -1) : lines;
	const end = isDead ? 0 : (cursor?.y ?? -1) + 1;
	return shown
		.slice(0, Math.max(shown.findLastIndex(line => !isBlank(line)) + 1, end))
		.map(line => cutColoured(name === 'none' && line.includes('\x1b') ? withoutColours(line) : line, columns));
};

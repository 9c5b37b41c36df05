import {clean, wrap} from '../terminal/text.ts';
import type {Message} from './conversation.ts';
import {accent, bold, dim, warning} from './paint.ts';

/** A pasted book is kept whole in the conversation, but it need not push everything else off the screen. */
const MOST_LINES = 200;
const EARLIER_MESSAGES = 20;
const EARLIER_LINES = 6;
/** No line of this many lines can be wider, so the rest need not be wrapped to be left out. */
const MOST_SIGNS = 40_000;

const body = (content: string, cells: number, most: number): readonly string[] => {
	const text = clean(content);
	const lines = wrap(text.slice(0, MOST_SIGNS), Math.max(10, cells));
	if (lines.length <= most && text.length <= MOST_SIGNS) return lines;
	return [...lines.slice(0, most), `… (${text.length} characters in all)`];
};

const hang = (lines: readonly string[], first: string, others: string, paint = (line: string) => line): string[] =>
	lines.map((line, index) => (index === 0 ? first : others) + paint(line));

const toolLines = (content: string, columns: number, most: number): string[] => {
	const [call = '', ...result] = content.split('\n');
	return [
		...hang(body(call, columns - 2, 3), `${accent('●')} `, '  ', bold),
		...(result.length > 0 ? hang(body(result.join('\n'), columns - 5, most), '  ⎿  ', '     ') : []),
	];
};

/** PURE: a message as it stands in the scrollback, after an empty line where a new thought begins. */
export const messageLines = (
	{type, content}: Pick<Message, 'type' | 'content'>,
	columns: number,
	most = MOST_LINES,
): string[] => {
	switch (type) {
		case 'user':
			return ['', ...hang(body(content, columns - 2, Math.min(most, 20)), dim('> '), '  ', dim)];
		case 'assistant':
			return ['', ...hang(body(content, columns - 2, most), `${accent('●')} `, '  ')];
		case 'tool':
			return ['', ...toolLines(content, columns, most)];
		case 'system':
			return hang(body(content, columns - 5, most), '  ⎿  ', '     ', warning);
	}
};

/** PURE: what is printed again of an earlier conversation, all of it dimmed, and how much of it is remembered. */
export const earlierLines = (messages: readonly Message[], columns: number): string[] => {
	const shown = messages.slice(-EARLIER_MESSAGES);
	const skipped = messages.length - shown.length;
	const lines = shown.flatMap(message => messageLines(message, columns, EARLIER_LINES));
	// Killed in the middle of a turn: the prompt is there, an answer never came.
	if (messages.at(-1)?.type === 'user') lines.push('  ⎿  Interrupted');
	const count = `${messages.length} ${messages.length === 1 ? 'message' : 'messages'}`;
	return [
		...(skipped > 0 ? ['', dim(`… ${skipped} earlier messages`)] : []),
		...lines.map(line => dim(line.replace(/\x1b\[[0-9;]*m/g, ''))),
		'',
		`${accent('●')} Continuing: I remember ${count} of this conversation.`,
	];
};

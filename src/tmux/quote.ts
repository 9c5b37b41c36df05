/** Nothing tmux's parser gives a meaning to: no `~`, no `=` (an assignment when first), no `%` (a directive when first). */
const PLAIN = /^[\w./-]+$/;

/** Inside single quotes tmux takes every character as it is, except the quote itself and the end of the line. */
const NOT_IN_SINGLE_QUOTES = /(['\n\r]+)/;

const inDoubleQuotes = (piece: string) => `"${piece.replaceAll('\n', '\\n').replaceAll('\r', '\\r')}"`;

/** One argument for tmux's command parser: the command receives exactly `text`, on one line. */
export const quoteArgument = (text: string): string => {
	if (text.includes('\0')) throw new TypeError('an argument of tmux cannot hold a NUL character');
	if (PLAIN.test(text)) return text;
	if (text === '') return "''";
	return text
		.split(NOT_IN_SINGLE_QUOTES)
		.map((piece, index) => (index % 2 === 1 ? inDoubleQuotes(piece) : piece && `'${piece}'`))
		.join('');
};

/** The line to send to a control client. A string is tmux's own syntax and may chain commands with `;`. */
export const commandLine = (command: string | readonly string[]): string => {
	const line = typeof command === 'string' ? command.trim() : command.map(quoteArgument).join(' ');
	// An empty line is no empty command: it detaches a control client.
	if (line === '') throw new TypeError('an empty tmux command');
	if (/[\n\0]/.test(line)) throw new TypeError('a tmux command must be one line without NUL');
	return line;
};

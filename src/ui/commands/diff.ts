import type {Command} from '../command.ts';
import {hasFlag, requireWords} from '../parse-arguments.ts';

/** Colours a diff by its line beginnings; the text itself was made safe before. */
const paintDiff = (text: string): string =>
	text.replace(
		/^(\+(?!\+\+ ).*|-(?!-- ).*|@@.*|diff .*)$/gm,
		line =>
			`\x1b[${line.startsWith('+') ? 32 : line.startsWith('-') ? 31 : line.startsWith('@@') ? 36 : 1}m${line}\x1b[0m`,
	);

/** A file may hold anything: only line ends and tabs go to the terminal as they are. */
const harmless = (text: string): string => text.replace(/[\x00-\x08\x0b-\x1f\x7f-\x9f]/g, '�');

export const diffCommand: Command = {
	name: 'diff',
	usage: 'diff <id> [--stat]',
	about: "the session's work against its base",
	options: {stat: {type: 'boolean', about: 'only the figures'}},
	completes: 'ids',
	examples: [
		['squad diff fix-login', ''],
		['squad diff fix-login | git apply', 'when piped it is a plain patch'],
		['squad diff fix-login --stat', ''],
	],
	run: async call => {
		requireWords(diffCommand, call, 1, 1);
		const {squad, terminal} = call;
		const text = await squad.diff(squad.find(call.words[0] ?? ''), hasFlag(call, 'stat'));
		terminal.out(
			!terminal.isTerminal && !terminal.colours ? text : terminal.colours ? paintDiff(harmless(text)) : harmless(text),
		);
		return 0;
	},
};

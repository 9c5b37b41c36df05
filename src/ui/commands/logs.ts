import type {SessionRecord} from '../../session/session.ts';
import type {Call, Command} from '../command.ts';
import {hasFlag, numberFlag, requireWords} from '../parse-arguments.ts';

const FOLLOW_EVERY_MS = 300;

/** Prints what is new again and again. A screen that redraws itself changes its last lines: those are printed anew. */
const follow = async (
	call: Call,
	record: SessionRecord,
	colours: boolean,
	first: readonly string[],
): Promise<number> => {
	let printed = first;
	process.once('SIGINT', () => process.exit(130));
	for (;;) {
		await new Promise(resolve => setTimeout(resolve, FOLLOW_EVERY_MS));
		const lines = (await call.squad.logs(record, colours)).split('\n');
		const same = lines.findIndex((line, at) => line !== printed[at]);
		if (same !== -1) {
			call.terminal.out(lines.slice(same).join('\n'));
			printed = lines;
		}
		const [view] = await call.squad.look(call.squad.records().records.filter(one => one.id === record.id));
		if (view === undefined || !view.workers.some(worker => worker.alive)) {
			return 0;
		}
	}
};

export const logsCommand: Command = {
	name: 'logs',
	usage: 'logs <id> [options]',
	about: 'scrollback, of a paused session too',
	options: {
		lines: {type: 'string', short: 'n', value: 'lines', about: 'only the last lines'},
		follow: {type: 'boolean', short: 'f', about: 'go on as it grows'},
		plain: {type: 'boolean', about: 'without colours'},
	},
	completes: 'ids',
	examples: [
		['squad logs fix-login -n 50', ''],
		['squad logs fix-login --plain | grep error', ''],
	],
	run: async call => {
		requireWords(logsCommand, call, 1, 1);
		const {squad, terminal} = call;
		const count = numberFlag(logsCommand, call, 'lines');
		const record = squad.find(call.words[0] ?? '');
		const colours = terminal.colours && !hasFlag(call, 'plain');
		const text = await squad.logs(record, colours);
		const lines = text.replace(/\n+$/, '').split('\n');
		const last = count === undefined ? lines : count === 0 ? [] : lines.slice(-count);
		if (text.trim() !== '' && last.length > 0) {
			terminal.out(`${last.join('\n')}${colours ? '\x1b[0m' : ''}\n`);
		}
		return hasFlag(call, 'follow') ? follow(call, record, colours, text.split('\n')) : 0;
	},
};

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

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

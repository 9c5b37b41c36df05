import {existsSync, realpathSync} from 'node:fs';
import {resolve} from 'node:path';
import {SquadError} from '../../session/errors.ts';
import {STATUSES} from '../../session/status.ts';
import type {SessionView} from '../../session/view.ts';
import {type Call, type Command, JSON_OPTION} from '../command.ts';
import {listText} from '../list-text.ts';
import {hasFlag, requireWords, textFlag} from '../parse-arguments.ts';
import {safe} from '../print.ts';

/** By status, or by what the agent does. */
const CHOICES: readonly string[] = [...STATUSES, 'idle', 'asking', 'unknown'];

const statusFlag = (call: Call): string | undefined => {
	const status = textFlag(call, 'status');
	if (status !== undefined && !CHOICES.includes(status)) {
		throw new SquadError('usage', `there is no status ${JSON.stringify(status)}`, `one of ${CHOICES.join(', ')}`);
	}
	return status;
};

const existing = (directory: string): string => {
	if (!existsSync(directory)) {
		throw new SquadError('usage', `there is no directory ${directory}`, 'name one that exists');
	}
	return realpathSync(directory);
};

const chosen = async (call: Call): Promise<SessionView[]> => {
	const {squad, terminal} = call;
	const repo = textFlag(call, 'repo');
	const status = statusFlag(call);
	const root = repo === undefined ? undefined : existing(resolve(terminal.cwd, repo));
	const {records: all, damaged} = squad.records();
	for (const {id, why} of damaged) {
		terminal.err(
			`squad: the record of ${id} is damaged: ${safe(why)}\n  \`squad doctor\` says what to do; nothing was changed\n`,
		);
	}
	const records = all.filter(
		record =>
			root === undefined || record.repo === root || record.locationPath === root || root.startsWith(`${record.repo}/`),
	);
	return (await squad.look(records)).filter(
		view => status === undefined || view.status === status || view.activity === status,
	);
};

const render = async (call: Call): Promise<string> => {
	const {json, squad, terminal} = call;
	return listText(await chosen(call), {json, terminal, home: squad.env.HOME});
};

/** Prints again whenever something has changed, until Ctrl-C. */
const watch = async (call: Call): Promise<number> => {
	let last = '';
	process.once('SIGINT', () => process.exit(130));
	for (;;) {
		const text = await render(call);
		if (text !== last) {
			last = text;
			call.terminal.out(call.terminal.isTerminal && !call.json ? `\x1b[H\x1b[2J${text}` : text);
		}
		await new Promise(resolve => setTimeout(resolve, 1000));
	}
};

export const lsCommand: Command = {
	name: 'ls',
	usage: 'ls [options]',
	about: 'all sessions of all repositories',
	options: {
		json: JSON_OPTION,
		status: {type: 'string', value: 'status', about: 'only those: active, paused, interrupted, failed, asking, …'},
		repo: {type: 'string', value: 'dir', about: 'only those of one repository'},
		watch: {type: 'boolean', about: 'go on and print every change'},
	},
	examples: [
		['squad ls', 'who works, who is done, who asks'],
		['squad ls --status asking --json', 'for a script'],
	],
	run: async call => {
		requireWords(lsCommand, call, 0, 0);
		if (hasFlag(call, 'watch')) {
			return watch(call);
		}
		call.terminal.out(await render(call));
		return 0;
	},
};

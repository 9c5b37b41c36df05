import {resolve} from 'node:path';
import type {Adopted} from '../../session/adopt.ts';
import {SquadError} from '../../session/errors.ts';
import {type Call, type Command, JSON_OPTION} from '../command.ts';
import {hasFlag, requireWords, textFlag} from '../parse-arguments.ts';
import {safe, tilde} from '../print.ts';

const lineOf = ({id, title, directory, branch, agent, token, why}: Adopted, home: string | undefined): string => {
	const what = `${safe(title)} (${safe([agent ?? 'no agent', branch, tilde(directory, home)].filter(Boolean).join(', '))})`;
	if (why !== null) {
		return `left alone: ${what}: ${safe(why)}\n`;
	}
	const then = token === null ? 'starts its agent' : 'continues its conversation';
	return id === null
		? `would adopt ${what}\n`
		: `adopted ${what}\n  \`squad resume ${id}\` ${then} in squad's own tmux\n`;
};

const print = ({terminal, json, squad}: Call, adopted: readonly Adopted[]): number => {
	terminal.out(
		json
			? `${JSON.stringify(adopted, null, 2)}\n`
			: adopted.map(one => lineOf(one, squad.env.HOME)).join('') || 'nothing to adopt\n',
	);
	return adopted.length > 0 && adopted.every(one => one.why !== null) ? 4 : 0;
};

const adoptTmux = async (call: Call, session: string, dryRun: boolean): Promise<number> => {
	const socket = textFlag(call, 'socket-path') ?? textFlag(call, 'socket-name');
	const found = await call.squad.adoptTmux({session, socket, agent: textFlag(call, 'agent')}, dryRun);
	const code = print(call, [found]);
	if (found.why === null && found.stillRuns !== null) {
		call.terminal.err(
			`squad: ${found.stillRuns} still runs in the old tmux session: a process cannot move to another server\n  end it there before you resume, so that one conversation is not continued twice\n`,
		);
	}
	return code;
};

export const adoptCommand: Command = {
	name: 'adopt',
	usage: 'adopt <dir> | --tmux <session> | --state [file]',
	about: 'makes a session of a worktree, directory or tmux session that squad did not make',
	options: {
		tmux: {type: 'string', value: 'session', about: 'a tmux session on another server'},
		'socket-name': {type: 'string', short: 'L', value: 'name', about: "that server's socket (default: tmux's own)"},
		'socket-path': {type: 'string', short: 'S', value: 'path', about: 'the same, as a path'},
		state: {type: 'boolean', about: 'all sessions of a state file (default: ~/.claude-squad/state.json)'},
		agent: {type: 'string', short: 'a', value: 'name', about: 'which agent (default: the one found, or defaultAgent)'},
		'no-agent': {type: 'boolean', about: 'only a terminal'},
		'dry-run': {type: 'boolean', about: 'only tell'},
		json: JSON_OPTION,
	},
	examples: [
		['squad adopt ../shop-feature', 'an existing worktree; `squad rm` will never remove it'],
		['squad adopt --tmux work', 'a session of your own tmux'],
		['squad adopt --state --dry-run', 'what a state file would give'],
	],
	run: async call => {
		const {squad, terminal} = call;
		const [tmux, dryRun] = [textFlag(call, 'tmux'), hasFlag(call, 'dry-run')];
		requireWords(adoptCommand, call, tmux === undefined && !hasFlag(call, 'state') ? 1 : 0, tmux === undefined ? 1 : 0);
		if (tmux !== undefined && hasFlag(call, 'state')) {
			throw new SquadError('usage', 'only one of --tmux and --state can be used', '`squad adopt --help` explains them');
		}
		if (tmux !== undefined) {
			return adoptTmux(call, tmux, dryRun);
		}
		if (hasFlag(call, 'state')) {
			const file = call.words[0] ?? `${squad.env.HOME ?? ''}/.claude-squad/state.json`;
			return print(call, await squad.adoptStateFile(resolve(terminal.cwd, file), dryRun));
		}
		const directory = resolve(terminal.cwd, call.words[0] ?? '.');
		const {defaultAgent} = (await squad.settings()).settings;
		const agent = hasFlag(call, 'no-agent') ? null : (textFlag(call, 'agent') ?? defaultAgent);
		const title = directory.split('/').at(-1) ?? '';
		return print(call, [await squad.adopt({directory, title, agent}, dryRun)]);
	},
};

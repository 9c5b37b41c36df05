import {SquadError} from '../../session/errors.ts';
import type {Command} from '../command.ts';
import {requireWords, textFlag} from '../parse-arguments.ts';

export const attachCommand: Command = {
	name: 'attach',
	usage: 'attach <id> [--worker <name>]',
	about: 'the terminal, in tmux; C-q returns',
	options: {
		worker: {type: 'string', value: 'name', about: 'another worker than the agent; terminal opens a shell beside it'},
	},
	completes: 'ids',
	examples: [
		['squad attach fix-login', 'C-q comes back'],
		['squad attach fix-login --worker terminal', 'a shell in its worktree'],
	],
	run: async call => {
		requireWords(attachCommand, call, 1, 1);
		const {squad, terminal} = call;
		const record = squad.find(call.words[0] ?? '');
		const view = await squad.view(record);
		if (!view.workers.some(worker => worker.window !== null)) {
			throw new SquadError(
				view.status === 'ended' ? 'ended' : 'wrong_state',
				`${record.id} is ${view.status}: there is no terminal to attach to`,
				`\`squad resume ${record.id} --attach\` brings it back`,
				record.id,
			);
		}
		if (view.status === 'paused') {
			throw new SquadError(
				'wrong_state',
				`${record.id} is paused`,
				`\`squad resume ${record.id} --attach\` continues it`,
				record.id,
			);
		}
		const worker = textFlag(call, 'worker');
		const known = view.workers.find(one => one.id === worker || one.name === worker);
		if (worker !== undefined && known === undefined && worker !== 'terminal') {
			throw new SquadError(
				'usage',
				`${record.id} has no worker ${JSON.stringify(worker)}`,
				`it has ${view.workers.map(one => one.name).join(', ')}; terminal opens a shell`,
				record.id,
			);
		}
		if (!terminal.isTerminal) {
			throw new SquadError(
				'failed',
				'attach needs a terminal',
				`run \`tmux -S ${squad.tmux.socketPath} attach -t ${record.id}\` in one`,
				record.id,
			);
		}
		if (worker !== undefined && known === undefined) {
			await squad.openTerminal(record, worker);
		}
		return squad.attach(record, worker === undefined ? undefined : (known?.name ?? worker));
	},
};

import {SquadError} from '../../session/errors.ts';
import {cleanTitle} from '../../session/names.ts';
import {type Command, JSON_OPTION} from '../command.ts';
import {hasFlag, requireWords, textFlag} from '../parse-arguments.ts';
import {safe} from '../print.ts';
import {forEachSession} from '../several.ts';

const AT_ONCE = {pace: {atOnce: 8, betweenMs: 0}, asArray: false};

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

export const restartCommand: Command = {
	name: 'restart',
	usage: 'restart <id> [--fresh]',
	about: 'the agent alone, continued',
	options: {fresh: {type: 'boolean', about: 'a new conversation'}, json: JSON_OPTION},
	completes: 'ids',
	examples: [['squad restart fix-login', 'when it is stuck']],
	run: call => {
		requireWords(restartCommand, call, 1, 1);
		return forEachSession(call, call.words, AT_ONCE, async record => {
			const session = await call.squad.view(await call.squad.restart(record, hasFlag(call, 'fresh')));
			return {json: {success: true, session}, line: `restarted ${record.id}`};
		});
	},
};

export const sendCommand: Command = {
	name: 'send',
	usage: 'send <id>… <text>',
	about: 'types into the agent and presses Enter',
	options: {'no-enter': {type: 'boolean', about: 'only type'}, json: JSON_OPTION},
	completes: 'ids',
	examples: [
		['squad send fix-login "now write the tests"', 'a prompt'],
		['git diff | squad send review -', 'from standard input'],
		['squad send fix-login -- "--dashes and all"', 'a text that begins with dashes'],
	],
	run: async call => {
		const all = [...call.words, ...call.rest];
		requireWords(sendCommand, {...call, words: all}, 2);
		const given = all.at(-1) ?? '';
		const text = given === '-' ? (await call.terminal.readInput()).replace(/\n$/, '') : given;
		return forEachSession(call, all.slice(0, -1), AT_ONCE, async record => {
			const session = await call.squad.view(await call.squad.send(record, text, !hasFlag(call, 'no-enter')));
			return {json: {success: true, session}, line: `sent to ${record.id}`};
		});
	},
};

export const renameCommand: Command = {
	name: 'rename',
	usage: 'rename <id> <title>',
	about: 'the title only: id, branch and paths stay',
	options: {json: JSON_OPTION},
	completes: 'ids',
	examples: [['squad rename fix-login "login, second attempt"', '']],
	run: call => {
		const words = [...call.words, ...call.rest];
		requireWords(renameCommand, {...call, words}, 2, 2);
		const title = cleanTitle(words[1] ?? '');
		if (title === '') {
			throw new SquadError('usage', 'a title cannot be empty', 'give it a few words');
		}
		return forEachSession(call, words.slice(0, 1), AT_ONCE, async record => {
			const session = await call.squad.view(await call.squad.rename(record, title));
			return {json: {success: true, session}, line: `${record.id} is now "${safe(title)}"`};
		});
	},
};

export const endCommand: Command = {
	name: 'end',
	usage: 'end <id>…',
	about: 'terminal: nothing runs, data kept, resume refuses',
	options: {json: JSON_OPTION},
	completes: 'ids',
	examples: [['squad end fix-login', 'done with it; `squad rm` removes it later']],
	run: call => {
		requireWords(endCommand, call, 1);
		return forEachSession(call, call.words, AT_ONCE, async record => {
			const session = await call.squad.view(await call.squad.end(record));
			return {json: {success: true, session}, line: `ended ${record.id}`};
		});
	},
};

export const rmCommand: Command = {
	name: 'rm',
	usage: 'rm <id>… [options]',
	about: 'removes session, worktree and the branch that squad made, into the trash',
	options: {
		force: {type: 'boolean', about: 'also with unsaved or unmerged work, also while it works'},
		'keep-branch': {type: 'boolean', about: 'leave the branch'},
		json: JSON_OPTION,
	},
	completes: 'ids',
	examples: [
		['squad rm fix-login', 'refuses while there is work that is nowhere else'],
		['squad rm fix-login --force && squad undo', 'away and back'],
	],
	run: call => {
		requireWords(rmCommand, call, 1);
		return forEachSession(call, call.words, AT_ONCE, async record => {
			await call.squad.remove(record, {force: hasFlag(call, 'force'), keepBranch: hasFlag(call, 'keep-branch')});
			return {
				json: {success: true, session: {id: record.id, title: record.title}},
				line: `removed ${record.id} (\`squad undo\` brings it back)`,
			};
		});
	},
};

export const undoCommand: Command = {
	name: 'undo',
	usage: 'undo',
	about: 'brings the last removed session back',
	options: {json: JSON_OPTION},
	examples: [['squad undo', 'after `squad rm`']],
	run: async call => {
		requireWords(undoCommand, call, 0, 0);
		const session = await call.squad.view(await call.squad.undo());
		call.terminal.out(
			call.json
				? `${JSON.stringify({success: true, session}, null, 2)}\n`
				: `${session.id} is back; \`squad resume ${session.id}\` continues it\n`,
		);
		return 0;
	},
};

export const recoverCommand: Command = {
	name: 'recover',
	usage: 'recover [--dry-run]',
	about: 'finishes what a crash left half-way; also runs by itself at every start',
	options: {'dry-run': {type: 'boolean', about: 'only say what would be done'}, json: JSON_OPTION},
	standsAlone: true,
	examples: [['squad recover --dry-run', '']],
	run: async call => {
		requireWords(recoverCommand, call, 0, 0);
		const dryRun = hasFlag(call, 'dry-run');
		const done = await call.squad.recover(dryRun);
		if (call.json) {
			call.terminal.out(
				`${JSON.stringify(
					done.map(({session, verb, error}) => ({
						session,
						verb,
						done: !dryRun && error === undefined,
						error: error?.message ?? null,
					})),
					null,
					2,
				)}\n`,
			);
		} else {
			const line = ({session, verb, error}: (typeof done)[number]) =>
				`${error ? 'not finished' : dryRun ? 'would finish' : 'finished'}: ${verb} of ${session}${error ? ` (${safe(error.message)})` : ''}\n`;
			call.terminal.out(done.length === 0 ? 'nothing was left half-way\n' : done.map(line).join(''));
		}
		return done.some(one => one.error !== undefined) ? 1 : 0;
	},
};

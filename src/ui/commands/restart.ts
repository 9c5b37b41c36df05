import {type Command, JSON_OPTION} from '../command.ts';
import {hasFlag, requireWords} from '../parse-arguments.ts';
import {AT_ONCE, forEachSession} from '../several.ts';

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

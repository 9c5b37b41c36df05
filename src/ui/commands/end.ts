import {type Command, JSON_OPTION} from '../command.ts';
import {requireWords} from '../parse-arguments.ts';
import {AT_ONCE, forEachSession} from '../several.ts';

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

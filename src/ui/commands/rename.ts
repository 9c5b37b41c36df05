import {SquadError} from '../../session/errors.ts';
import {cleanTitle} from '../../session/names.ts';
import {type Command, JSON_OPTION} from '../command.ts';
import {requireWords} from '../parse-arguments.ts';
import {safe} from '../print.ts';
import {AT_ONCE, forEachSession} from '../several.ts';

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

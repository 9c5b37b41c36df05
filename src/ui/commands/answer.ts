import {SquadError} from '../../session/errors.ts';
import {type Command, JSON_OPTION} from '../command.ts';
import {requireWords} from '../parse-arguments.ts';
import {AT_ONCE, forEachSession} from '../several.ts';

export const answerCommand: Command = {
	name: 'answer',
	usage: 'answer <id> <yes|no|1-9>',
	about: 'answers a question that the agent asks; refuses when it asks none',
	options: {json: JSON_OPTION},
	completes: 'ids',
	examples: [
		['squad answer fix-login yes', 'this once, where it could also be for good'],
		['squad answer fix-login 2', 'the second of its options (`squad explain` lists them)'],
		['squad answer fix-login no', 'its option that says no, or Escape where none does'],
	],
	run: call => {
		requireWords(answerCommand, call, 2, 2);
		const [word = '', choice = ''] = call.words;
		if (!/^(?:yes|no|[1-9])$/.test(choice)) {
			throw new SquadError('usage', `${JSON.stringify(choice)} is no answer`, 'answer yes, no or a number from 1 to 9');
		}
		return forEachSession(call, [word], AT_ONCE, async record => {
			const session = await call.squad.view(await call.squad.answer(record, choice));
			return {json: {success: true, session}, line: `answered ${choice} to ${record.id}`};
		});
	},
};

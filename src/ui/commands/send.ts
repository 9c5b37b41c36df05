import {type Command, JSON_OPTION} from '../command.ts';
import {givenText} from '../given-text.ts';
import {hasFlag, requireWords} from '../parse-arguments.ts';
import {AT_ONCE, forEachSession} from '../several.ts';

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
		const text = given === '-' ? (await givenText(call.terminal)).replace(/\n$/, '') : given;
		return forEachSession(call, all.slice(0, -1), AT_ONCE, async record => {
			const session = await call.squad.view(await call.squad.send(record, text, !hasFlag(call, 'no-enter')));
			return {json: {success: true, session}, line: `sent to ${record.id}`};
		});
	},
};

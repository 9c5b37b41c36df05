import {type Command, JSON_OPTION} from '../command.ts';
import {requireWords} from '../parse-arguments.ts';

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

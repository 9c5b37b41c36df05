import {type Command, JSON_OPTION} from '../command.ts';
import {hasFlag, numberFlag, requireWords} from '../parse-arguments.ts';
import {AT_ONCE, forEachSession} from '../several.ts';

export const endCommand: Command = {
	name: 'end',
	usage: 'end <id>… [options]',
	about: 'terminal: nothing runs, data kept, resume refuses',
	options: {
		interrupt: {type: 'boolean', about: "press the agent's interrupt key first"},
		force: {type: 'boolean', about: 'do not wait for a safe state: a turn in progress is lost'},
		timeout: {type: 'string', value: 's', about: 'how long to wait for a safe state (30)'},
		json: JSON_OPTION,
	},
	completes: 'ids',
	examples: [['squad end fix-login', 'done with it; `squad rm` removes it later']],
	run: call => {
		requireWords(endCommand, call, 1);
		return forEachSession(call, call.words, AT_ONCE, async record => {
			const ended = await call.squad.end(record, {
				interrupt: hasFlag(call, 'interrupt') || undefined,
				force: hasFlag(call, 'force'),
				timeoutSeconds: numberFlag(endCommand, call, 'timeout'),
			});
			const session = await call.squad.view(ended);
			return {json: {success: true, session}, line: `ended ${record.id}`};
		});
	},
};

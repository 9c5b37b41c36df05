import {type Command, JSON_OPTION} from '../command.ts';
import {hasFlag, requireWords} from '../parse-arguments.ts';
import {AT_ONCE, forEachSession} from '../several.ts';

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

import {SquadError} from '../../session/errors.ts';
import type {Continued} from '../../session/resume.ts';
import {type Call, type Command, JSON_OPTION} from '../command.ts';
import {givenText} from '../given-text.ts';
import {hasFlag, requireWords, textFlag} from '../parse-arguments.ts';
import {forEachSession} from '../several.ts';

const chosen = async (call: Call): Promise<readonly string[]> => {
	if (!hasFlag(call, 'all')) {
		requireWords(resumeCommand, call, 1);
		return call.words;
	}
	requireWords(resumeCommand, call, 0, 0);
	const views = await call.squad.look(call.squad.records().records);
	return views.filter(view => view.status === 'paused' || view.status === 'interrupted').map(view => view.id);
};

/** What there is to say of the conversation, where it is not simply continued. PURE. */
const told = ({how, why}: Continued): string => {
	if (how === 'continued' || why === null) return '';
	return how === 'new'
		? `; ${why}: a new conversation`
		: `; its conversation cannot be continued (${why}): a new one was told what is known of it`;
};

/** More at once have truncated agents' transcripts. */
export const PACE = {atOnce: 3, betweenMs: 500};

export const resumeCommand: Command = {
	name: 'resume',
	usage: 'resume <id>… [options]',
	about: 'bring it all back and continue the conversation',
	options: {
		all: {type: 'boolean', about: 'every paused or interrupted session'},
		attach: {type: 'boolean', about: 'go to its terminal at once'},
		fresh: {type: 'boolean', about: 'a new conversation, the work as it is'},
		prompt: {type: 'string', short: 'p', value: 'text', about: 'give it this prompt; - reads standard input'},
		json: JSON_OPTION,
	},
	completes: 'ids',
	examples: [
		['squad resume fix-login', 'continue where it was'],
		['squad resume --all', 'after a reboot'],
		['squad resume fix-login -p "go on with the tests"', 'and tell it what is next'],
	],
	run: async call => {
		const {squad, terminal} = call;
		const words = await chosen(call);
		if (hasFlag(call, 'attach') && words.length !== 1) {
			throw new SquadError('usage', '--attach goes with one session', 'name the one you want to see');
		}
		const given = textFlag(call, 'prompt');
		const prompt = given === '-' ? await givenText(terminal) : given;
		const pace = words.length > 1 ? PACE : {atOnce: 1, betweenMs: 0};
		const code = await forEachSession(call, words, {pace, asArray: hasFlag(call, 'all')}, async found => {
			const {record, path, source, conversation} = await squad.resume(found, {fresh: hasFlag(call, 'fresh'), prompt});
			return {
				json: call.json ? {success: true, session: await squad.view(record), path, source, conversation} : undefined,
				line: `resumed ${record.id} (${path}, work from the ${source})${told(conversation)}`,
			};
		});
		return code === 0 && hasFlag(call, 'attach') && terminal.isTerminal
			? squad.attach(squad.find(words[0] ?? ''), undefined)
			: code;
	},
};

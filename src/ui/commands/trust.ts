import {resolve} from 'node:path';
import {SquadError} from '../../session/errors.ts';
import {type Call, type Command, JSON_OPTION} from '../command.ts';
import {hasFlag, requireWords} from '../parse-arguments.ts';
import {safe} from '../print.ts';
import {type Asking, askedLines, wantsTrust} from '../trust.ts';

const print = ({terminal, json}: Call, repo: string, asked: Asking | undefined, trusted: boolean): number => {
	if (json) {
		const {file = null, setup = [], agents = {}} = asked ?? {};
		terminal.out(`${JSON.stringify({repo, file, setup, agents, trusted}, null, 2)}\n`);
		return 0;
	}
	const words =
		asked === undefined
			? `${safe(repo)} asks for nothing to be run`
			: trusted
				? 'trusted, until it changes'
				: 'not trusted: nothing of it runs (`squad trust --yes` trusts it)';
	terminal.out(`${asked === undefined ? '' : askedLines(asked)}${words}\n`);
	return 0;
};

export const trustCommand: Command = {
	name: 'trust',
	usage: 'trust [dir] [options]',
	about: "shows which commands a repository's .squad.json asks to run, and trusts exactly those",
	options: {
		yes: {type: 'boolean', about: 'trust it without asking'},
		revoke: {type: 'boolean', about: 'trust it no longer'},
		json: JSON_OPTION,
	},
	examples: [
		['squad trust', 'look, and answer'],
		['squad trust ~/work/shop --yes', 'in a script'],
		['squad trust --revoke', 'nothing of it runs any more'],
	],
	run: async call => {
		requireWords(trustCommand, call, 0, 1);
		const directory = resolve(call.terminal.cwd, call.words[0] ?? '.');
		const {repo, asked} = await call.squad.asked(directory);
		if (repo === undefined) {
			throw new SquadError(
				'not_a_repository',
				`${directory} is not inside a git repository`,
				'name one: squad trust <dir>',
			);
		}
		if (hasFlag(call, 'revoke')) {
			await call.squad.revokeTrust(repo);
			return print(call, repo, asked, false);
		}
		if (asked !== undefined && !asked.isTrusted && hasFlag(call, 'yes')) {
			await call.squad.trust(asked);
			return print(call, repo, asked, true);
		}
		if (asked === undefined || asked.isTrusted || call.json || call.terminal.ask === null) {
			return print(call, repo, asked, asked?.isTrusted ?? false);
		}
		call.terminal.out(
			(await wantsTrust(call, asked)) ? 'trusted, until it changes\n' : 'not trusted: nothing of it runs\n',
		);
		return 0;
	},
};

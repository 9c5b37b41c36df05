import {spawnSync} from 'node:child_process';
import {SquadError} from '../../session/errors.ts';
import {describeProblem, valueAt} from '../../session/settings.ts';
import {setSetting} from '../../session/settings-write.ts';
import {type Command, JSON_OPTION} from '../command.ts';
import {requireWords} from '../parse-arguments.ts';
import {safe} from '../print.ts';

export const configCommand: Command = {
	name: 'config',
	usage: 'config [get [key] | set <key> <value> | path | edit]',
	about: 'read and change settings',
	options: {json: JSON_OPTION},
	completes: ['get', 'set', 'path', 'edit'],
	standsAlone: true,
	examples: [
		['squad config', 'all settings that hold now'],
		['squad config set defaultAgent codex', ''],
		['squad config set pause.timeoutSeconds 60', ''],
		['squad config edit', 'in $EDITOR'],
	],
	run: async call => {
		requireWords(configCommand, call, 0, 3);
		const {squad, terminal} = call;
		const [verb = 'get', key, value] = call.words;
		if (verb === 'path') {
			terminal.out(`${terminal.isTerminal ? safe(squad.home.config) : squad.home.config}\n`);
			return 0;
		}
		if (verb === 'edit') {
			const editor = squad.env.VISUAL || squad.env.EDITOR || 'vi';
			const [program = 'vi', ...args] = editor.split(' ');
			return spawnSync(program, [...args, squad.home.config], {stdio: 'inherit'}).status ?? 1;
		}
		if (verb === 'set' && key !== undefined && value !== undefined) {
			await setSetting(squad.home, key, value);
			return 0;
		}
		if (verb !== 'get') {
			throw new SquadError(
				'usage',
				`squad config ${verb}: something is missing or wrong`,
				'squad config [get [key] | set <key> <value> | path | edit]',
			);
		}
		const {settings, problems} = await squad.settings();
		const shown = key === undefined ? settings : valueAt(settings, key);
		if (shown === undefined) {
			throw new SquadError('usage', `there is no setting ${JSON.stringify(key)}`, '`squad config` prints them all');
		}
		for (const problem of problems) {
			terminal.err(`squad: ${safe(describeProblem(problem))}\n`);
		}
		terminal.out(typeof shown === 'string' && !call.json ? `${safe(shown)}\n` : `${JSON.stringify(shown, null, 2)}\n`);
		return problems.length === 0 ? 0 : 1;
	},
};

import {examine} from '../../session/doctor.ts';
import {type Command, JSON_OPTION} from '../command.ts';
import {requireWords} from '../parse-arguments.ts';
import {painter, safe} from '../print.ts';

const SIGNS = {ok: ['✓', 'green'], warning: ['!', 'yellow'], broken: ['✗', 'red']} as const;

export const doctorCommand: Command = {
	name: 'doctor',
	usage: 'doctor',
	about: 'checks node, git, tmux, agents, home, locks; exit 1 if something is broken',
	options: {json: JSON_OPTION},
	standsAlone: true,
	examples: [['squad doctor', 'when something does not work']],
	run: async call => {
		requireWords(doctorCommand, call, 0, 0);
		const {terminal} = call;
		const checks = await examine(call.squad);
		const isBroken = checks.some(check => check.state === 'broken');
		if (call.json) {
			terminal.out(`${JSON.stringify({ok: !isBroken, checks}, null, 2)}\n`);
			return isBroken ? 1 : 0;
		}
		const paint = painter(terminal.colours);
		for (const {name, state, found, hint} of checks) {
			const [sign, colour] = SIGNS[state];
			terminal.out(
				`${paint(colour, sign)} ${name.padEnd(16)} ${safe(found)}\n${hint === null ? '' : `  ${' '.repeat(16)} ${safe(hint)}\n`}`,
			);
		}
		return isBroken ? 1 : 0;
	},
};

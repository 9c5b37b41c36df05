import {examine} from '../../session/doctor.ts';
import {type Call, type Command, JSON_OPTION} from '../command.ts';
import {hasFlag, requireWords} from '../parse-arguments.ts';
import {painter, safe} from '../print.ts';

const SIGNS = {ok: ['✓', 'green'], warning: ['!', 'yellow'], broken: ['✗', 'red']} as const;

const WORDS = {cleared: 'cleared', would: 'would clear', left: 'left', failed: 'could not clear'} as const;

/** Clears away, or only tells; says of each thing what was done with it. */
const fix = async ({squad, terminal, json}: Call, dryRun: boolean): Promise<number> => {
	const done = dryRun
		? (await squad.leftovers()).map(
				({what, path, clear}) => ({what, path, state: clear === null ? 'left' : 'would'}) as const,
			)
		: await squad.fixLeftovers();
	if (json) {
		terminal.out(`${JSON.stringify({leftovers: done}, null, 2)}\n`);
	} else {
		const lines = done.map(({what, path, state}) => `${WORDS[state]}: ${safe(path)} (${safe(what)})\n`);
		terminal.out(lines.join('') || 'nothing to clear away\n');
	}
	return done.some(({state}) => state === 'failed') ? 1 : 0;
};

export const doctorCommand: Command = {
	name: 'doctor',
	usage: 'doctor [--fix [--dry-run]]',
	about: 'checks node, git, tmux, agents, home, locks; exit 1 if something is broken',
	options: {
		fix: {type: 'boolean', about: "clear away what is provably nobody's: locks of ended processes, scratch files"},
		'dry-run': {type: 'boolean', about: 'only tell what --fix would clear away'},
		json: JSON_OPTION,
	},
	standsAlone: true,
	examples: [
		['squad doctor', 'when something does not work'],
		['squad doctor --fix', 'after a crash, to tidy up'],
	],
	run: async call => {
		requireWords(doctorCommand, call, 0, 0);
		const {terminal} = call;
		if (hasFlag(call, 'fix') || hasFlag(call, 'dry-run')) {
			return fix(call, hasFlag(call, 'dry-run'));
		}
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

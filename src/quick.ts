import {openSquad, type Squad} from './session/squad.ts';
import type {SessionView} from './session/view.ts';
import {lsCommand} from './ui/commands/ls.ts';
import {parseArguments} from './ui/parse-arguments.ts';
import {standardTerminal} from './ui/terminal.ts';

/** Somebody is at work on it, or was cut off: then the whole program finishes that first. */
const HALF_WAY: readonly SessionView['status'][] = ['starting', 'pausing', 'resuming'];

const notHere = (): never => {
	throw new Error('for the whole program to say');
};

const atRestOnly = (squad: Squad): Squad => ({
	...squad,
	look: async records => {
		const views = await squad.look(records);
		return views.some(({status}) => HALF_WAY.includes(status)) ? notHere() : views;
	},
});

/**
 * `squad ls` and `squad ls --json` as a bundle of its own, with nothing in it that a list does not need: loading the
 * whole program costs more than the list. Undefined means: not such a case, let the whole program do it. So does
 * anything that is thrown (a wrong option, something to warn of, a part that is not in this bundle, see
 * scripts/cold-parts.mjs); therefore nothing is written until all is known.
 */
export const quickly = async (args: readonly string[]): Promise<number | undefined> => {
	const input = parseArguments(lsCommand, args);
	const squad = openSquad({env: process.env});
	squad.refuseForeign();
	const isPlain = Object.keys(input.flags).every(flag => flag === 'json');
	if (!isPlain || (await squad.settings()).problems.length > 0) {
		return undefined;
	}
	const written: string[] = [];
	const terminal = standardTerminal(process.env);
	const code = await lsCommand.run({
		...input,
		squad: atRestOnly(squad),
		terminal: {...terminal, out: text => written.push(text), err: notHere},
		json: input.flags.json === true,
	});
	terminal.out(written.join(''));
	return code;
};

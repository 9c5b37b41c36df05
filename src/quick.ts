import {type ListAnew, listNow} from './session/list/list-now.ts';
import {listWorld} from './session/list/list-world.ts';
import {refuseForeign} from './session/ownership.ts';
import type {SessionView} from './session/view.ts';
import {listText} from './ui/list-text.ts';
import {standardTerminal} from './ui/terminal.ts';

/** Somebody is at work on it, or was cut off: then the whole program finishes that first. */
const HALF_WAY: readonly SessionView['status'][] = ['starting', 'pausing', 'resuming'];

/**
 * `squad ls` and `squad ls --json` as a bundle of its own, with nothing in it that a list does not need: loading the
 * whole program costs more than the list. Undefined means: not such a case, let the whole program do it. So does
 * anything that is thrown (something to warn of, a part that is not in this bundle, see scripts/cold-parts.mjs);
 * therefore nothing is written until all is known.
 */
export const quickly = async (
	args: readonly string[],
	load: () => {listAnew: ListAnew},
): Promise<number | undefined> => {
	const json = args[0] === '--json';
	if (args.length > (json ? 1 : 0)) {
		return undefined;
	}
	const world = listWorld(process.env);
	refuseForeign(world.home.root, world.tmux.socketPath);
	const listed = await listNow(world, () => load().listAnew, {patient: true});
	if (listed === undefined || listed.views.some(({status}) => HALF_WAY.includes(status))) {
		return undefined;
	}
	const terminal = standardTerminal(process.env);
	terminal.out(await listText(listed.views, {json, terminal, home: process.env.HOME}));
	listed.remember();
	return 0;
};

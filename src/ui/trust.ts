import type {SessionRecord} from '../session/session.ts';
import type {Loaded} from '../session/settings.ts';
import {shown} from '../session/setup.ts';
import type {Call} from './command.ts';

export type Asking = NonNullable<Loaded['asked']>;

/** Exactly what would run, with nothing in it that a terminal would obey. PURE. */
export const askedLines = ({file, setup, agents}: Asking): string =>
	[
		`${shown(file)} asks to run`,
		...(setup.length > 0 ? ['in every new worktree:', ...setup.map(command => `  ${shown(command)}`)] : []),
		...(Object.keys(agents).length > 0
			? [
					'as agents:',
					...Object.entries(agents).map(([name, one]) => `  ${shown(name)}: ${shown(JSON.stringify(one))}`),
				]
			: []),
		'',
	].join('\n');

/** Shows it and asks; true if the user said yes, once and for exactly this. */
export const wantsTrust = async ({terminal, squad}: Call, asked: Asking): Promise<boolean> => {
	if (terminal.ask === null) {
		return false;
	}
	terminal.err(askedLines(asked));
	const answer = await terminal.ask('Trust this, until it changes? [y/N] ');
	if (!/^\s*y(es)?\s*$/i.test(answer)) {
		return false;
	}
	await squad.trust(asked);
	return true;
};

/** Before a session is made: what its repository asks to run, if it will not be run. */
export const askForTrust = async (call: Call, directory: string): Promise<Asking | undefined> => {
	const {asked} = await call.squad.asked(directory);
	return asked === undefined || asked.isTrusted || (!call.json && (await wantsTrust(call, asked))) ? undefined : asked;
};

/** After it was made: what did not run, and what did not go well. */
export const tellOfSetup = async (
	{squad, terminal}: Call,
	record: SessionRecord,
	refused: Asking | undefined,
): Promise<void> => {
	if (refused !== undefined) {
		terminal.err(
			`squad: ${shown(refused.file)} asks to run commands that you have not trusted: none was run\n  \`squad trust ${shown(refused.repo)}\` shows them\n`,
		);
	}
	const setup = await squad.setupOf(record);
	if (setup?.state === 'failed') {
		terminal.err(
			`squad: the setup of ${record.id} failed: ${shown(setup.command ?? '')} ended with code ${setup.code}\n  \`squad logs ${record.id}\` shows what it said\n`,
		);
	}
};

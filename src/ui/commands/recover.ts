import {type Command, JSON_OPTION} from '../command.ts';
import {hasFlag, requireWords} from '../parse-arguments.ts';
import {safe} from '../print.ts';

/** What `recovery.autoResume: ask` says of sessions that a reboot or a killed server ended. PURE. */
export const offer = (ids: readonly string[]): string =>
	ids.length === 0
		? ''
		: `interrupted: ${ids.join(', ')}\n  \`squad resume ${ids.length === 1 ? ids[0] : '--all'}\` continues ${ids.length === 1 ? 'it' : 'them'}\n`;

export const recoverCommand: Command = {
	name: 'recover',
	usage: 'recover [--dry-run]',
	about: 'finishes what a crash left half-way; also runs by itself at every start',
	options: {'dry-run': {type: 'boolean', about: 'only say what would be done'}, json: JSON_OPTION},
	standsAlone: true,
	examples: [['squad recover --dry-run', '']],
	run: async call => {
		requireWords(recoverCommand, call, 0, 0);
		const dryRun = hasFlag(call, 'dry-run');
		const finished = await call.squad.recover(dryRun);
		const {autoResume} = (await call.squad.settings()).settings.recovery;
		const done = [...finished, ...(autoResume === 'auto' && !dryRun ? await call.squad.resumeInterrupted() : [])];
		if (call.json) {
			call.terminal.out(
				`${JSON.stringify(
					done.map(({session, verb, error}) => ({
						session,
						verb,
						done: !dryRun && error === undefined,
						error: error?.message ?? null,
					})),
					null,
					2,
				)}\n`,
			);
		} else {
			const line = ({session, verb, error}: (typeof done)[number]) =>
				`${error ? 'not finished' : dryRun ? 'would finish' : 'finished'}: ${verb} of ${session}${error ? ` (${safe(error.message)})` : ''}\n`;
			call.terminal.out(done.length === 0 ? 'nothing was left half-way\n' : done.map(line).join(''));
			call.terminal.out(autoResume === 'never' ? '' : offer((await call.squad.interrupted()).map(({id}) => id)));
		}
		return done.some(one => one.error !== undefined) ? 1 : 0;
	},
};

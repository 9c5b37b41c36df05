import {spawnSync} from 'node:child_process';
import {chmodSync} from 'node:fs';
import type {Lab} from './lab.ts';
import type {RunOptions} from './run.ts';

const NOBODY = 65_534;

const canBecome = (): boolean =>
	process.getuid?.() === 0 &&
	spawnSync('setpriv', ['--reuid', String(NOBODY), '--regid', String(NOBODY), '--clear-groups', 'true']).status === 0;

/** Why the tests about permissions are left out, or false: root may do everything, so they need to become somebody else. */
export const cannotBecomeNobody: string | false = canBecome() ? false : 'needs root and setpriv, to become nobody';

/** The lab, owned by nobody, and squad called by nobody. */
export const asNobody = async (here: Lab) => {
	const own = async (...paths: string[]) => here.run('chown', '-R', String(NOBODY), ...paths);
	chmodSync(here.root, 0o755);
	await own(here.root);
	const run = (program: string, ...args: (string | RunOptions)[]) =>
		here.run('setpriv', '--reuid', String(NOBODY), '--regid', String(NOBODY), '--clear-groups', '--', program, ...args);
	return {
		own,
		run,
		squad: (...args: (string | RunOptions)[]) => run(`${here.bin}/squad`, ...args),
		toRoot: async (...paths: string[]) => {
			await here.run('chown', '-R', '0', ...paths);
			await here.run('chmod', '-R', 'go-w', ...paths);
		},
	};
};

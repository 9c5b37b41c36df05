import {join} from 'node:path';
import {reportArgv} from './report-script.ts';
import {unwired, type Wire} from './wiring.ts';

/** Codex has one `notify`, so where the user has one, theirs stays and squad reads the screen. */
export const wireCodex: Wire = place => {
	const {home, env, directory, read, userArgs, script, file} = place;
	const files = [
		join(env.CODEX_HOME || join(home, '.codex'), 'config.toml'),
		join(directory, '.codex', 'config.toml'),
		'/etc/codex/config.toml',
	];
	const isTaken =
		userArgs.some(arg => /^(?:--config=|-c)?\s*notify\s*=/u.test(arg)) ||
		files.some(path => /^\s*["']?notify["']?\s*=/mu.test(read(path) ?? ''));
	if (isTaken) return unwired(place);
	// JSON's strings are TOML's, too.
	return {...unwired(place), args: ['-c', `notify=${JSON.stringify(reportArgv(script, file, 'agent-turn-complete'))}`]};
};

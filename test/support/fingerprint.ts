import {createHash} from 'node:crypto';
import {lstatSync, readdirSync, readFileSync, readlinkSync} from 'node:fs';
import {join} from 'node:path';
import type {Lab} from './lab.ts';

const contentOf = (path: string): string => {
	const stat = lstatSync(path);
	if (stat.isDirectory() || stat.isSocket()) return '';
	return stat.isSymbolicLink()
		? readlinkSync(path)
		: createHash('sha1').update(readFileSync(path)).digest('hex').slice(0, 12);
};

const filesUnder = (root: string): string[] =>
	readdirSync(root, {recursive: true, encoding: 'utf8'})
		.sort()
		.map(name => `${name} ${lstatSync(join(root, name)).mode.toString(8)} ${contentOf(join(root, name))}`);

/** Everything that a refused command must leave as it is: squad's home, the repository with its refs, tmux. */
export const fingerprint = async (here: Lab): Promise<Readonly<Record<string, readonly string[]>>> => {
	const panes = await here.tmux('list-panes', '-a', '-F', '#{session_name} #{window_name} #{pane_pid} #{pane_dead}');
	return {
		home: filesUnder(here.squadHome),
		repository: filesUnder(here.repo),
		refs: (await here.git('for-each-ref')).split('\n'),
		worktrees: (await here.git('worktree', 'list', '--porcelain')).split('\n'),
		tmux: panes.stdout.split('\n'),
	};
};

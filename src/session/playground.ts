import {mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {git} from '../git/git.ts';
import {TmuxError} from '../tmux/tmux-error.ts';
import {openSquad, type Squad, type SquadOptions} from './squad.ts';

export type Playground = {
	readonly squad: Squad;
	readonly repo: string;
	/** What git says in the repository, as a person would see it. */
	readonly git: (...args: string[]) => Promise<string>;
	/** Ends everything and removes the folder. */
	readonly close: () => Promise<void>;
};

/** A repository, a home and a tmux server of their own that leave nothing behind. */
export const openPlayground = async (
	options: SquadOptions,
	files: Readonly<Record<string, string>>,
): Promise<Playground> => {
	const folder = realpathSync(mkdtempSync(join(tmpdir(), 'squad-demo-')));
	const repo = join(folder, 'shop');
	const env = {
		...options.env,
		SQUAD_HOME: join(folder, 'home'),
		SQUAD_TMUX_SOCKET: join(folder, 'tmux.sock'),
		SQUAD_DEMO_HOME: join(folder, 'conversations'),
	};
	const squad = openSquad({...options, env});
	const close = async (): Promise<void> => {
		for (const record of squad.records().records) {
			await squad.end(record).catch(() => undefined);
		}
		await squad.tmux.run([['kill-server']]).catch((cause: unknown) => {
			if (!(cause instanceof TmuxError)) {
				throw cause;
			}
		});
		rmSync(folder, {recursive: true, force: true, maxRetries: 5});
	};
	try {
		mkdirSync(repo);
		await git(repo, ['init', '-q', '-b', 'main']);
		for (const [name, content] of Object.entries(files)) {
			writeFileSync(join(repo, name), content);
		}
		await git(repo, ['add', '-A']);
		await git(repo, ['commit', '-q', '-m', 'start']);
	} catch (cause) {
		await close();
		throw cause;
	}
	return {squad, repo, git: async (...args) => (await git(repo, args)).out, close};
};

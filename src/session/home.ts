import {chmodSync, mkdirSync, statSync} from 'node:fs';
import {homedir} from 'node:os';
import {join, resolve} from 'node:path';
import {causeCode, SquadError} from './errors.ts';
import {foreignHome, isForeignHome} from './ownership.ts';

/** Where everything is. PURE but for the user's home. */
export const homeAt = (root: string) => {
	const session = (id: string) => join(root, 'sessions', id);
	return {
		root,
		config: join(root, 'config.json'),
		tmuxConf: join(root, 'tmux.conf'),
		tmuxUserConf: join(root, 'tmux.user.conf'),
		sessions: join(root, 'sessions'),
		trash: join(root, 'trash'),
		locks: join(root, 'locks'),
		worktrees: join(root, 'worktrees'),
		session,
		record: (id: string) => join(session(id), 'session.json'),
		journal: (id: string) => join(session(id), 'journal.jsonl'),
		scrollback: (id: string) => join(session(id), 'scrollback'),
		parked: (id: string) => join(session(id), 'parked'),
		hidden: (id: string) => join(session(id), 'hidden'),
		keptGitDir: (id: string) => join(session(id), 'gitdir'),
		work: (id: string) => join(session(id), 'work'),
		scratch: (id: string) => join(session(id), 'scratch'),
		exitCode: (id: string, worker: string) => join(session(id), `exit-${worker}`),
		prompt: (id: string) => join(session(id), 'prompt.txt'),
		/** What is given to the agent so that it reports. */
		hooks: (id: string) => join(session(id), 'hooks'),
		/** What it reports, one file per launch; beside the record, where whoever watches hears it. */
		reports: (id: string, launch: number) => join(session(id), `hooks-${launch}.jsonl`),
		conversation: (id: string) => join(session(id), 'conversation.jsonl'),
		digest: (id: string) => join(session(id), 'conversation.json'),
		transcript: (id: string) => join(session(id), 'transcript'),
	};
};

export type Home = ReturnType<typeof homeAt>;

export const homeFrom = (env: NodeJS.ProcessEnv): Home => homeAt(resolve(env.SQUAD_HOME || join(homedir(), '.squad')));

/** Makes the home, for its owner alone; refuses somebody else's. */
export const ensureHome = (home: Home): void => {
	try {
		mkdirSync(home.root, {recursive: true, mode: 0o700});
		if (isForeignHome(home.root)) {
			throw foreignHome(home.root);
		}
		const {mode} = statSync(home.root);
		if ((mode & 0o077) !== 0) {
			chmodSync(home.root, 0o700);
		}
	} catch (cause) {
		if (cause instanceof SquadError) {
			throw cause;
		}
		const why = causeCode(cause) ?? String(cause);
		throw new SquadError(
			'failed',
			`cannot use ${home.root}: ${why}`,
			'make it writable, or set SQUAD_HOME to another folder',
		);
	}
};

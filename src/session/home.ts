import {chmodSync, existsSync, mkdirSync, statSync} from 'node:fs';
import {homedir, userInfo} from 'node:os';
import {dirname, isAbsolute, join, resolve} from 'node:path';
import {causeCode, SquadError} from './errors.ts';
import {foreignHome, isForeignHome} from './ownership.ts';

/**
 * Where everything is, below an absolute path. Put together by hand: for a list of many sessions `join`, which looks at
 * each character again, takes longer than reading their files. PURE.
 */
export const homeAt = (root: string) => {
	const session = (id: string) => `${root}/sessions/${id}`;
	return {
		root,
		config: `${root}/config.json`,
		trust: `${root}/trust.json`,
		tmuxConf: `${root}/tmux.conf`,
		tmuxUserConf: `${root}/tmux.user.conf`,
		sessions: `${root}/sessions`,
		trash: `${root}/trash`,
		/** Its time says when the trash was looked through last. */
		trashEmptied: `${root}/trash-emptied`,
		/** What `squad ls` showed last, with what it was computed from. Never needed. */
		lastList: `${root}/last-list.json`,
		/** The programs that were found new enough. Never needed. */
		goodPrograms: `${root}/good-programs.json`,
		locks: `${root}/locks`,
		worktrees: `${root}/worktrees`,
		session,
		record: (id: string) => `${session(id)}/session.json`,
		journal: (id: string) => `${session(id)}/journal.jsonl`,
		scrollback: (id: string) => `${session(id)}/scrollback`,
		parked: (id: string) => `${session(id)}/parked`,
		hidden: (id: string) => `${session(id)}/hidden`,
		keptGitDir: (id: string) => `${session(id)}/gitdir`,
		setup: (id: string) => `${session(id)}/setup`,
		work: (id: string) => `${session(id)}/work`,
		scratch: (id: string) => `${session(id)}/scratch`,
		exitCode: (id: string, worker: string) => `${session(id)}/exit-${worker}`,
		prompt: (id: string) => `${session(id)}/prompt.txt`,
		/** What is given to the agent so that it reports. */
		hooks: (id: string) => `${session(id)}/hooks`,
		/** What it reports, one file per launch; beside the record, where whoever watches hears it. */
		reports: (id: string, launch: number) => `${session(id)}/hooks-${launch}.jsonl`,
		conversation: (id: string) => `${session(id)}/conversation.jsonl`,
		digest: (id: string) => `${session(id)}/conversation.json`,
		transcript: (id: string) => `${session(id)}/transcript`,
	};
};

export type Home = ReturnType<typeof homeAt>;

/** An empty or relative HOME would put squad's home wherever it happens to be called. */
const userHome = (env: NodeJS.ProcessEnv): string => {
	try {
		return [env.HOME, homedir(), userInfo().homedir].find(path => path && isAbsolute(path)) ?? '';
	} catch {
		// This user has no entry in the system's list.
		return '';
	}
};

export const homeFrom = (env: NodeJS.ProcessEnv): Home => {
	const root = env.SQUAD_HOME || userHome(env);
	if (root === '') {
		throw new SquadError(
			'usage',
			'squad does not know where your home is',
			'set HOME, or SQUAD_HOME to a folder of your own',
		);
	}
	return homeAt(env.SQUAD_HOME ? resolve(env.SQUAD_HOME) : join(root, '.squad'));
};

/** Folder by folder: where nothing can be made (/proc), node's own way of making several never ends. */
const makeFolders = (path: string): void => {
	if (!existsSync(path)) {
		makeFolders(dirname(path));
		mkdirSync(path, {mode: 0o700});
	}
};

/** Makes the home, for its owner alone; refuses somebody else's. */
export const ensureHome = (home: Home): void => {
	try {
		makeFolders(home.root);
		if (!statSync(home.root).isDirectory()) {
			throw new SquadError('failed', `${home.root} is not a folder`, 'set SQUAD_HOME to another folder');
		}
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

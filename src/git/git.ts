import {accessSync, constants} from 'node:fs';
import {runProgram} from '../program/run-program.ts';
import {STARTED_BY} from '../program/started-by.ts';
import {GitError} from './git-error.ts';

export type GitOptions = {
	readonly input?: string | Buffer;
	/** Another index than the worktree's own. */
	readonly index?: string;
	readonly env?: Readonly<Record<string, string>>;
	/** Exit codes that are an answer and not a failure. */
	readonly answers?: readonly number[];
	/** Paths in the output are bytes, not always UTF-8: they are kept one character a byte (see bytes.ts). */
	readonly bytes?: boolean;
	/** The command changes nothing: git then takes no lock, not even to refresh the index. */
	readonly looks?: boolean;
};

export type GitAnswer = {readonly code: number; readonly out: string};

/** squad never runs a repository's hooks, its fsmonitor or gpg on its own, and never starts a clean-up. */
const CONFIG = [
	'core.hooksPath=/dev/null',
	'core.fsmonitor=false',
	'commit.gpgSign=false',
	'gc.auto=0',
	'maintenance.auto=false',
	'core.commitGraph=true',
].flatMap(setting => ['-c', setting]);

/** Objects that hold the only copy of somebody's work must be on the disk before the worktree is cleaned. */
export const DURABLE = ['-c', 'core.fsync=committed,loose-object', '-c', 'core.fsyncMethod=batch'];

/** squad's own commits (stashes) need a name even where the user has none configured. */
const IDENTITY = {
	GIT_AUTHOR_NAME: 'squad',
	GIT_AUTHOR_EMAIL: 'squad@localhost',
	GIT_COMMITTER_NAME: 'squad',
	GIT_COMMITTER_EMAIL: 'squad@localhost',
};

/** Never the caller's GIT_*: they could point git at another repository. */
const cleanEnvironment = (): NodeJS.ProcessEnv => {
	const entries = Object.entries(process.env).filter(
		([name]) => !name.startsWith('GIT_') && name !== 'SQUAD_SESSION_ID',
	);
	return {
		...Object.fromEntries(entries),
		...IDENTITY,
		[STARTED_BY]: `${process.pid}`,
		LC_ALL: 'C',
		GIT_TERMINAL_PROMPT: '0',
		GIT_LITERAL_PATHSPECS: '1',
	};
};

let cleaned: NodeJS.ProcessEnv | undefined;

const environmentFor = ({index, env, looks}: GitOptions): NodeJS.ProcessEnv => {
	cleaned ??= cleanEnvironment();
	return {
		...cleaned,
		...(index === undefined ? {} : {GIT_INDEX_FILE: index}),
		...(looks ? {GIT_OPTIONAL_LOCKS: '0'} : {}),
		...env,
	};
};

/** Runs git in a directory. */
export const git = async (directory: string, args: readonly string[], options: GitOptions = {}): Promise<GitAnswer> => {
	const env = environmentFor(options);
	const outcome = await runProgram('git', [...CONFIG, ...args], {cwd: directory, env, input: options.input});
	const {error, code, signal, stdout, stderr} = outcome;
	if (error !== undefined) {
		throw startError(error, directory, args);
	}
	if (code === 0 || (code !== null && options.answers?.includes(code))) {
		return {code, out: stdout.toString(options.bytes ? 'latin1' : 'utf8')};
	}
	throw new GitError(
		'failed',
		args.filter(arg => !DURABLE.includes(arg)),
		signal === null ? stderr.toString('utf8') : `ended by ${signal}`,
	);
};

/** A git that works in a folder which is not there fails like a git that is not there. */
export const refuseMissing = (directory: string, args: readonly string[]): void => {
	try {
		accessSync(directory, constants.X_OK);
	} catch (cause) {
		const isGone = cause instanceof Error && 'code' in cause && (cause.code === 'ENOENT' || cause.code === 'ENOTDIR');
		throw new GitError('no-directory', args, `${directory} ${isGone ? 'is not there' : 'cannot be entered'}`);
	}
};

const startError = (cause: Error, directory: string, args: readonly string[]): Error => {
	try {
		refuseMissing(directory, args);
	} catch (gone) {
		return gone as GitError;
	}
	return 'code' in cause && cause.code === 'ENOENT' ? new GitError('missing', args, 'git is missing') : cause;
};

/** The output of a command that prints one thing. */
export const gitLine = async (directory: string, args: readonly string[], options?: GitOptions): Promise<string> =>
	(await git(directory, args, options)).out.trimEnd();

/** Whether a command that answers with its exit code (0 yes, 1 no) says yes. */
export const gitSays = async (directory: string, args: readonly string[]): Promise<boolean> =>
	(await git(directory, args, {answers: [1, 128], looks: true})).code === 0;

import {GitError, WorkConflict} from '../git/git-error.ts';
import {TmuxError} from '../tmux/tmux-error.ts';
import {causeCode, SquadError} from './errors.ts';
import type {Layer} from './plan.ts';

/** What to do, by what git, tmux or the file system said; the first that matches. */
const ADVICE: readonly (readonly [RegExp, string])[] = [
	[/ENOSPC|EDQUOT|No space left|[Dd]isk quota/, 'make room on that disk and run it again; nothing is lost'],
	[
		/EROFS|Read-only file system/,
		'it is on a read-only file system: make it writable and run it again; nothing is lost',
	],
	[
		/\.lock': File exists/,
		'another git is at work, or one that crashed left its lock: remove the lock if none runs, then run it again; nothing is lost',
	],
	[
		/EACCES|EPERM|[Pp]ermission denied|insufficient permission|dubious ownership/,
		'squad may not do that there: mend the permissions and run it again; nothing is lost',
	],
	[/./, 'nothing is lost; mend the cause and run it again'],
];

const adviceOn = (message: string): string => ADVICE.find(([words]) => words.test(message))?.[1] ?? '';

/** What tmux's and git's own failures mean for whoever called squad. */
const ofProgram = (cause: GitError | TmuxError, id: string): SquadError | undefined => {
	switch (cause.code) {
		case 'missing':
			return new SquadError('missing', cause.message, 'install it (`squad doctor` says how)', id, cause);
		case 'bad-socket':
			return new SquadError(
				'usage',
				cause.stderr,
				'set SQUAD_TMUX_SOCKET (or TMUX_TMPDIR) to a place where a socket can be made; nothing was touched',
				id,
				cause,
			);
		case 'timeout':
			return new SquadError(
				'failed',
				`tmux does not answer: ${cause.stderr} (${cause.command})`,
				'it is stopped or overloaded: let it go on, or end it (`squad resume --all` brings all back); nothing is lost',
				id,
				cause,
			);
		case 'no-directory':
			return new SquadError(
				'failed',
				cause.message,
				'it was moved, deleted or closed to you: put it back and run it again; nothing is lost',
				id,
				cause,
			);
		default:
			return undefined;
	}
};

/** A fact from below, in the words of a session: what happened, where, and what to do. */
export const explain = (cause: unknown, id: string, layer?: Layer): SquadError => {
	if (cause instanceof SquadError) {
		return cause;
	}
	const where = layer === undefined ? '' : `${layer}: `;
	if (cause instanceof WorkConflict) {
		return new SquadError(
			'conflict',
			`${where}these files are in the way of the saved work: ${cause.files.join(', ')}`,
			'commit, move or remove them, then run it again; the saved work is untouched',
			id,
			cause,
		);
	}
	const known = cause instanceof GitError || cause instanceof TmuxError ? ofProgram(cause, id) : undefined;
	if (known !== undefined) {
		return known;
	}
	if (cause instanceof GitError || cause instanceof TmuxError || causeCode(cause) !== undefined) {
		const message = cause instanceof Error ? cause.message : String(cause);
		return new SquadError('failed', `${where}${message}`, adviceOn(message), id, cause);
	}
	throw cause;
};

import {GitError, WorkConflict} from '../git/git-error.ts';
import {TmuxError} from '../tmux/tmux-error.ts';
import {causeCode, SquadError} from './errors.ts';
import type {Layer} from './plan.ts';

/** A fact from below, in the words of a session: what happened, where, and what to do. */
export const explain = (cause: unknown, id: string, layer?: Layer): SquadError => {
	if (cause instanceof SquadError) {
		return cause;
	}
	const where = layer === undefined ? '' : `${layer}: `;
	if (cause instanceof WorkConflict) {
		const hint = `commit, move or remove them, then run it again; the saved work is untouched`;
		return new SquadError(
			'conflict',
			`${where}these files are in the way of the saved work: ${cause.files.join(', ')}`,
			hint,
			id,
			cause,
		);
	}
	if ((cause instanceof GitError || cause instanceof TmuxError) && cause.code === 'missing') {
		return new SquadError('missing', cause.message, 'install it (`squad doctor` says how)', id, cause);
	}
	if (cause instanceof GitError || cause instanceof TmuxError || causeCode(cause) !== undefined) {
		const message = cause instanceof Error ? cause.message : String(cause);
		return new SquadError(
			'failed',
			`${where}${message}`,
			'nothing is lost; mend the cause and run it again',
			id,
			cause,
		);
	}
	throw cause;
};

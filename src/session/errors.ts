/** What went wrong, in words that scripts can rely on. */
export type ErrorCode =
	| 'failed'
	| 'usage'
	| 'no_such_session'
	| 'ambiguous'
	| 'wrong_state'
	| 'ended'
	| 'not_resumable'
	| 'unsaved_work'
	| 'busy'
	| 'not_safe'
	| 'conflict'
	| 'missing'
	| 'not_a_repository'
	| 'no_commit'
	| 'agent_failed'
	| 'damaged_record'
	| 'invalid_config'
	| 'interrupted';

/** An error that a user can do something about: what happened, and what to do. Anything else is a bug. */
export class SquadError extends Error {
	override readonly name = 'SquadError';
	readonly code: ErrorCode;
	readonly hint: string;
	readonly session: string | undefined;

	constructor(code: ErrorCode, message: string, hint: string, session?: string, cause?: unknown) {
		super(message, {cause});
		this.code = code;
		this.hint = hint;
		this.session = session;
	}
}

/** CLI.md's exit codes. */
const EXIT_CODES: Readonly<Partial<Record<ErrorCode, number>>> = {
	usage: 2,
	no_such_session: 3,
	ambiguous: 3,
	wrong_state: 4,
	ended: 4,
	not_resumable: 4,
	unsaved_work: 4,
	busy: 4,
	not_safe: 5,
	conflict: 6,
	missing: 7,
	interrupted: 130,
};

export const exitCodeOf = (error: SquadError): number => EXIT_CODES[error.code] ?? 1;

export const causeCode = (cause: unknown): string | undefined =>
	cause instanceof Error && 'code' in cause && typeof cause.code === 'string' ? cause.code : undefined;

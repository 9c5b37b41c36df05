export type TmuxErrorCode =
	| 'missing'
	| 'bad-socket'
	| 'no-server'
	| 'no-target'
	| 'taken'
	| 'timeout'
	| 'closed'
	| 'failed';

/** A tmux command that did not do what was asked: the fact, without a hint. */
export class TmuxError extends Error {
	override readonly name = 'TmuxError';
	readonly code: TmuxErrorCode;
	readonly command: string;
	readonly stderr: string;

	constructor(code: TmuxErrorCode, command: string, stderr: string) {
		super(`tmux ${command}: ${stderr.trim() || code}`);
		this.code = code;
		this.command = command;
		this.stderr = stderr;
	}
}

/**
 * tmux has one exit code for everything, so its words decide; the first match wins. "error connecting" means an absent
 * server for these two reasons only: a refused permission must not pass for "nothing runs".
 */
const MEANINGS: readonly (readonly [RegExp, TmuxErrorCode])[] = [
	[/^spawn \S+ ENOENT$|: (command )?not found$/m, 'missing'],
	[/no server running on|error connecting to .* \((No such file or directory|Connection refused)\)/, 'no-server'],
	[/no sessions|no current (client|target|session)/, 'no-server'],
	[/^\[?(lost server|server exited)/m, 'closed'],
	[/duplicate session/, 'taken'],
	[/can't find (session|window|pane|client)|no such (session|window)|session not found/, 'no-target'],
];

/** The shell's and env's code for a program that is not there. */
const NOT_FOUND = 127;

/** What tmux's words mean. PURE. There is no exit code for a command of a control client. */
export const tmuxErrorOf = (stderr: string, command: string, exitCode?: number): TmuxError => {
	const meaning = MEANINGS.find(([words]) => words.test(stderr))?.[1] ?? 'failed';
	return new TmuxError(exitCode === NOT_FOUND ? 'missing' : meaning, command, stderr);
};

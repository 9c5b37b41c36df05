export type TmuxErrorCode = 'missing' | 'no-server' | 'no-target' | 'timeout' | 'closed' | 'failed';

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

const MEANINGS: readonly (readonly [RegExp, TmuxErrorCode])[] = [
	[/no server running on|error connecting to|lost server|server exited|no sessions|no current client/, 'no-server'],
	[/can't find (session|window|pane|client)|no such (session|window)/, 'no-target'],
];

/** What tmux's words mean. PURE. */
export const tmuxErrorOf = (stderr: string, command: string, _exitCode: number): TmuxError =>
	new TmuxError(MEANINGS.find(([words]) => words.test(stderr))?.[1] ?? 'failed', command, stderr);

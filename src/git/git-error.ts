/** `no-directory`: the folder that git was to work in is gone, or cannot be entered. */
type GitErrorCode = 'missing' | 'no-directory' | 'failed';

/** A git command that did not do what was asked: the fact, without a hint. */
export class GitError extends Error {
	override readonly name = 'GitError';
	readonly code: GitErrorCode;
	readonly args: readonly string[];
	readonly stderr: string;

	constructor(code: GitErrorCode, args: readonly string[], stderr: string) {
		super(
			code === 'missing'
				? 'git is not installed'
				: code === 'no-directory'
					? stderr
					: `git ${args[0]}: ${lastWords(stderr)}`,
		);
		this.code = code;
		this.args = args;
		this.stderr = stderr;
	}
}

/** The line that says what went wrong: git prints `fatal:` or `error:` before it, hints and progress around it. */
const lastWords = (stderr: string): string => {
	const lines = stderr.split('\n').filter(line => line.trim() !== '');
	const said = lines.find(line => /^(fatal|error):/.test(line)) ?? lines.at(-1) ?? 'failed without a word';
	return said.replace(/^(fatal|error): /, '').trim();
};

/** The saved work and what is in the worktree now cannot both be had. Nothing was changed. */
export class WorkConflict extends Error {
	override readonly name = 'WorkConflict';
	readonly files: readonly string[];

	constructor(files: readonly string[]) {
		super(`in the way: ${files.join(', ')}`);
		this.files = files;
	}
}

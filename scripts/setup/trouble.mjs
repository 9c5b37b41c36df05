/** What setup cannot mend itself: what happened, what to do, and the exit code (7: something needed is missing). */
export class Trouble extends Error {
	constructor(message, hint, exitCode = 1) {
		super(message);
		this.hint = hint;
		this.exitCode = exitCode;
	}
}

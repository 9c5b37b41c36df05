/** `✻ Cooked for 6s · done 1:57 PM`: newer versions end every turn with it, older ones only some. */
const END = /^[·✢✳✶✻✽∗*] \S+ for (?:\d+[hms] ?)+ · done /u;

/** `❯ fix it`: what the user said; a command (`/clear`) or a shell line (`!`) is no turn. */
const SAID = /^[❯>] [^/!\s]/u;

/** `⎿  Interrupted`, and whatever else a tool left: a turn that was broken off has no end either. */
const RESULT = /^\s*⎿/u;

const ANSWER = /^[●⏺] /u;
const FAILURE = /^[●⏺] (?:API Error|Declined)/u;

/** `/add-dir  Add a …`, `+ README.md`, `❯ /mo`: what is listed above the prompt while somebody types. */
const LISTED = /^ {2,}(?:[❯>] )?(?:\/[a-z]|[+*] \S)/u;

/**
 * Whether the turn above line `top` seems to go on although no spinner is shown: while text streams beside a prompt in
 * which something is typed, there is none, and a list of commands covers it. The turns before it have an end. PURE.
 */
export const seemsOpen = (lines: readonly string[], top: number): boolean => {
	const said = lines.slice(0, top).findLastIndex(line => SAID.test(line));
	if (said < 0 || !lines.slice(0, said).some(line => line.includes(' · done ') && END.test(line))) return false;
	const turn = lines.slice(said + 1, top).filter(line => line !== '');
	if (turn.some(line => END.test(line) || RESULT.test(line))) return false;
	const last = turn.findLast(line => /^\S/u.test(line));
	return last === undefined ? turn.some(line => LISTED.test(line)) : ANSWER.test(last) && !FAILURE.test(last);
};

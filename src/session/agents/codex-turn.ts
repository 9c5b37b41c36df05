import type {Reading} from './agent.ts';
import {active, idle, unknown} from './reading.ts';

/** An answer that may still be streaming: only the title tells then, as no status line is shown meanwhile. */
const OPEN_TURN = /^[•›] /u;

/** Newer versions end each turn with `  Worked for 6s • 13:57`, which may wrap; older ones put `─ Worked for 6s ───` above the answer. */
const END = /^ {2}(?:Worked for \S+|done \d)/u;

/** What stands above the end of a turn is the answer, whatever it quotes. PURE. */
export const endsTurn = (lines: readonly string[]): boolean => lines.some(line => END.test(line));

/** More than this of an answer whose beginning is out of sight. */
const FEW_LINES = 2;
const WHOLE_SENTENCE = /[.!?:)\]`"'”»。！？…│╯]$/u;

/** Text that reaches up to the top of the screen and breaks off in the middle of a sentence. */
const breaksOff = (lines: readonly string[]): boolean => {
	const text = lines.filter(line => line !== '');
	const last = text.at(-1) ?? '';
	return text.length > FEW_LINES && /\p{L}/u.test(last) && !WHOLE_SENTENCE.test(last);
};

/** `• Done.`, a question to the user, a note of the program's own: nothing more is to come, as far as one can tell. */
const SHORT = /^• .{1,26}[.!?。！？]$/u;
const QUESTION = /[?？](?: ?[([][^)\]]{1,12}[)\]])?$/u;
const NOTE = /^• (?:Model changed to|Unrecognized command|No previous message) |· \/ps to view · /u;

const isWhole = (message: readonly string[]): boolean => {
	const text = message.filter(line => line !== '');
	const last = text.at(-1) ?? '';
	return QUESTION.test(last) || (text.length === 1 && SHORT.test(last));
};

/** What a turn without an end and without a status line says, where there is no title: line `head` begins its last message. PURE. */
export const readOpenTurn = (lines: readonly string[], head: number, composer: number): Reading | undefined => {
	if (head < 0)
		return breaksOff(lines.slice(0, composer))
			? unknown('codex: text without its beginning and its end, and no title')
			: undefined;
	const line = lines[head] ?? '';
	if (!OPEN_TURN.test(line)) return undefined;
	if (lines.slice(head, composer).some(one => NOTE.test(one))) return idle('codex: a note of its own', line);
	if (lines.some(one => /^ {2}Worked for \S+ • /u.test(one)))
		return active('codex: an answer without the end that the ones before it have', line);
	if (lines.some(one => /^─+ Worked for /u.test(one))) return idle('codex: answer below its end', line);
	if (isWhole(lines.slice(head, composer))) return idle('codex: a whole answer', line);
	return unknown('codex: an answer without its end, and no title');
};

import type {Option, Reading, Screen} from './agent.ts';
import {screenLines, unframed} from './layout.ts';
import {menuOn} from './menu.ts';
import {optionsInLine} from './options.ts';
import {active, asking, askingBy, idle, unknown} from './reading.ts';

/** The seeds' number: a prompt is among the last five lines, with at most a footer below it. */
const LAST_LINES = 5;

/** A program that wrote so recently is at work, unless it shows a prompt. */
const BUSY_SECONDS = 2;

/** Only at the end of a line: an answer that was given stands behind the question. */
const QUESTIONS: readonly RegExp[] = [
	/[[(]\s*(?:y(?:es)?\s*\/\s*no?|\(?y\)?es,?\s*\/?\s*\(?n\)?o)\b[^\])]*[\])]\s*[?:>]?$/iu,
	/\bpress (?:any key|enter|return)\b.{0,40}$/iu,
	/^\? \S/u,
	/\?\s*$/u,
];

const CHOSEN_OPTION = /^[❯›●>] \d{1,2}[.)] \S/u;

const PROMPTS: readonly RegExp[] = [/^(?:[>❯›»]|[\w.-]{1,20}>)(?:\s|$)/u, /^\S.{0,80}[$%#]$/u, /^[$%#](?:\s|$)/u];

/** What the question in this line may be answered: a menu around it, or what the line itself offers. PURE. */
export const optionsFor = (lines: readonly string[], line: string): readonly Option[] => {
	const inLine = optionsInLine(line);
	return inLine.length > 0 ? inLine : (menuOn(lines, 'arrows', true)?.options ?? []);
};

/** For agents of which squad knows nothing. The lowest line that looks like anything decides: a prompt below an old question means that it was answered. PURE. */
export const readGeneric = (screen: Screen, quietSeconds?: number): Reading => {
	const all = screenLines(screen);
	const lines = all
		.map(unframed)
		.filter(line => line !== '')
		.slice(-LAST_LINES);
	for (const line of lines.toReversed()) {
		if (CHOSEN_OPTION.test(line)) return askingBy('generic: options', menuOn(all, 'arrows'), line);
		if (QUESTIONS.some(question => question.test(line)))
			return asking('generic: question', line, line, optionsFor(all, line));
		if (PROMPTS.some(prompt => prompt.test(line))) return idle('generic: prompt', line);
	}
	if (quietSeconds !== undefined && quietSeconds < BUSY_SECONDS)
		return active('generic: wrote a moment ago', lines.at(-1) ?? null);
	return unknown('generic: nothing recognised');
};

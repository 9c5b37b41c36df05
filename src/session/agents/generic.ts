import type {Reading, Screen} from './agent.ts';
import {optionsFor, readDialogForm} from './dialog-form.ts';
import {screenLines} from './layout.ts';
import {commandsIn, type Line, promptIn, zoneOf} from './prompt-place.ts';
import {active, asking, idle, unknown} from './reading.ts';
import {hasAny, isLoneCancel, isStatusLine} from './status-line.ts';
import {readWork} from './work-beside.ts';

/** A program that wrote so recently is at work, unless it shows a prompt. */
const BUSY_SECONDS = 2;

/** Only at the end of the last line: an answer that was given stands behind the question. */
const QUESTIONS: readonly RegExp[] = [
	/[[(]\s*(?:y(?:es)?\s*[/|]\s*no?|\(?y\)?es,?\s*[/|]?\s*\(?n\)?o)\b[^\])]*[\])]\s*[?:>]?$/iu,
	/\(Y\)es\/\(N\)o\b.*[:?]$/u,
	/\b(?:press|hit) (?:any key|enter|return)\b.{0,40}$/iu,
	/^\? \S/u,
	/[?？]\s*$/u,
	/\b(?:password|passphrase|token|key|code)\b[^.]{0,20}[:>]$/iu,
	/^(?:please )?(?:enter|choose|select|type|paste) (?:your|an?|the)\b[^.]{0,40}[:>]$/iu,
];

const SHELL = /^(?:\S.{0,80}[$%#]|[$%#](?:\s.*)?)$/u;

const ASKING_TITLE =
	/action required|\b(?:waiting|needs?) (?:for )?(?:approval|input|permission|you|attention)|^[✋⚠]/iu;
const BUSY_TITLE = /^[⠁-⣿◐-◓✦⏲]/u;

/** A list of commands that leaves no room for the prompt it belongs to. */
const readCommands = (zone: readonly Line[], title: string): Reading | undefined => {
	const [first] = commandsIn(zone);
	if (first === undefined) return undefined;
	const status = zone.find(({at, text}) => at < first.at && isStatusLine(text));
	// It reaches up to where the screen was cut off: what the agent does stands further up.
	if (first === zone[0] && title === '') return unknown('generic: nothing but commands to choose from');
	return status === undefined
		? idle('generic: commands to choose from while one types', first.text)
		: active('generic: status line above a list of commands', status.text);
};

const readTitle = ({title}: Screen): Reading | undefined => {
	const mayAsk = hasAny(title, ['action', 'wait', 'need', '✋', '⚠']);
	if (mayAsk && ASKING_TITLE.test(title)) return asking('generic: title', title.trim(), null);
	return BUSY_TITLE.test(title) ? active('generic: spinner in the title', title.trim()) : undefined;
};

/**
 * For agents of which squad knows nothing, and for what the rules of a known one do not recognise. What stands lowest
 * decides: a prompt below an old question means that it was answered. PURE.
 */
export const readGeneric = (screen: Screen, quietSeconds?: number, takesShell = true): Reading => {
	const lines = screenLines(screen);
	const zone = zoneOf(lines);
	const prompt = promptIn(lines, zone);
	const last = zone.at(-1);
	const dialog = readDialogForm(lines, zone, prompt);
	if (dialog !== undefined) return dialog;
	const work = readWork(lines, zone, prompt) ?? readTitle(screen);
	if (work !== undefined) return work;
	if (prompt !== undefined) return idle('generic: prompt', prompt.text);
	const commands = readCommands(zone, screen.title);
	if (commands !== undefined) return commands;
	if (last !== undefined && QUESTIONS.some(question => question.test(last.text)))
		return asking('generic: question', last.text, last.text, optionsFor(lines, last.text));
	if (last !== undefined && zone.length < 3 && isLoneCancel(last.text))
		return active('generic: nothing but a key to cancel', last.text);
	if (takesShell && last !== undefined && SHELL.test(last.text)) return idle('generic: prompt', last.text);
	if (quietSeconds !== undefined && quietSeconds < BUSY_SECONDS)
		return active('generic: wrote a moment ago', last?.text ?? null);
	return unknown('generic: nothing recognised');
};

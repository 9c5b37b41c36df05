import type {Option, Reading} from './agent.ts';
import {readAnswers} from './answers.ts';
import {type Menu, menuOn} from './menu.ts';
import {optionsInLine} from './options.ts';
import {commandsIn, FOOTER_LINES, type Line, ZONE} from './prompt-place.ts';
import {asking, askingBy, idle} from './reading.ts';
import {isChoiceHint, namesDialogKeys} from './status-line.ts';

/** What only a menu has that the user opened: it is closed rather than cancelled, searched, or shows what is set now. */
const OWN_MENU =
	/\besc(?:ape)?\b[^·|]{0,12}\bclose\b|\(current\)|\bset as default\b|\btype to (?:search|filter)\b|^[❯›>⌕🔍]?\s*search\b.*…|\b(?:select|choose|switch)(?: an?)? (?:\w+ )?(?:model|theme|editor)\b/iu;

/** What the question in this line may be answered: a menu around it, or what the line itself offers. PURE. */
export const optionsFor = (lines: readonly string[], line: string): readonly Option[] => {
	const inLine = optionsInLine(line);
	return inLine.length > 0 ? inLine : (menuOn(lines, 'arrows', true)?.options ?? []);
};

const hasHint = (lines: readonly Line[]): Line | undefined => lines.find(({text}) => isChoiceHint(text));

/** A list of options at the bottom, with nothing to type into below it. */
const readMenu = (lines: readonly string[], zone: readonly Line[], prompt: Line | undefined): Reading | undefined => {
	const footer = zone.slice(-FOOTER_LINES);
	const hint = hasHint(footer);
	const hasKeys = footer.some(({text}) => namesDialogKeys(text));
	const menu: Menu | undefined = menuOn(lines.slice(zone[0]?.at ?? 0), 'arrows', hasKeys);
	const start = zone[0]?.at ?? 0;
	const isLowest = menu !== undefined && (prompt === undefined || menu.chosen + start >= prompt.at);
	const below = zone.slice(zone.findLastIndex(({at}) => menu !== undefined && at === menu.chosen + start) + 1);
	if (menu === undefined || !isLowest || menu.options.length < 2 || below.length > ZONE / 2) {
		if (hint === undefined || (prompt !== undefined && prompt.at > hint.at)) return undefined;
		const own = zone.find(({text}) => OWN_MENU.test(text));
		return own === undefined
			? asking('generic: hints of a dialog', hint.text, null)
			: idle('generic: dialog that the user opened', own.text);
	}
	const own = zone.slice(Math.max(0, zone.length - below.length - 8)).find(({text}) => OWN_MENU.test(text));
	return own === undefined ? askingBy('generic: options', menu) : idle('generic: menu that the user opened', own.text);
};

/** A list of options, or options with keys of their own, at the bottom of a screen. PURE. */
export const readDialogForm = (
	lines: readonly string[],
	zone: readonly Line[],
	prompt: Line | undefined,
): Reading | undefined =>
	// Commands to choose from while one types are no dialog, whatever keys are named below them.
	commandsIn(zone).length > 0 ? undefined : (readMenu(lines, zone, prompt) ?? readAnswers(lines, zone, prompt));

import type {Agent, Patterns, Reading, Screen} from './agent.ts';
import {optionsFor} from './dialog-form.ts';
import {readGeneric} from './generic.ts';
import {screenLines, unframed} from './layout.ts';
import {active, asking, idle} from './reading.ts';
import {workBesidePrompt} from './work-beside.ts';

/** How many non-blank lines, counted from the bottom, patterns are tried on: a question with its options and a footer fits, the conversation above it seldom does. */
const PATTERN_LINES = 12;

const compiled = new Map<string, RegExp | Error>();

const compile = (pattern: string): RegExp | Error => {
	const known = compiled.get(pattern);
	if (known !== undefined) return known;
	let result: RegExp | Error;
	try {
		result = new RegExp(pattern);
	} catch (cause) {
		result = cause instanceof Error ? cause : new Error(String(cause));
	}
	compiled.set(pattern, result);
	return result;
};

/** Why a user's pattern cannot be used; undefined when it can. PURE. */
export const badPattern = (pattern: string): string | undefined => {
	const result = compile(pattern);
	return result instanceof Error ? result.message : undefined;
};

/**
 * A bad pattern matches nothing: it was reported when the settings were loaded, and reading goes on for the others. tmux
 * cuts the blanks at a line's end, so a pattern like `^> ` is tried with one as well.
 */
const matches = (pattern: string, line: string): boolean => {
	const expression = compile(pattern);
	return !(expression instanceof Error) && (expression.test(line) || expression.test(`${line} `));
};

/** Reads the last lines by patterns; asking beats active, active beats idle. PURE. */
export const readPatterns = (name: string, patterns: Patterns, screen: Screen): Reading | undefined => {
	const lines = screenLines(screen)
		.filter(line => line.trim() !== '')
		.slice(-PATTERN_LINES);
	for (const activity of ['asking', 'active', 'idle'] as const) {
		for (const pattern of patterns[activity]) {
			const line = lines.findLast(one => matches(pattern, one));
			if (line === undefined) continue;
			const rule = `${name}: pattern ${pattern}`;
			const text = unframed(line);
			if (activity === 'asking') return asking(rule, text, text, optionsFor(screenLines(screen), text));
			return activity === 'active' ? active(rule, text) : idle(rule, text);
		}
	}
	return undefined;
};

const hasPatterns = ({active, asking, idle}: Patterns): boolean => active.length + asking.length + idle.length > 0;

/** A prompt at rest is one without any sign of work, and the next version may give a sign that no rule knows yet. */
const checked = (reading: Reading, screen: Screen): Reading =>
	reading.activity === 'idle' && reading.line !== null ? (workBesidePrompt(screen, reading.line) ?? reading) : reading;

/**
 * What an agent is doing, from its screen alone: its own rules first, then its patterns, then the generic reading, for
 * which alone `quietSeconds` (since its last output) counts. PURE.
 */
export const readScreen = (agent: Agent, screen: Screen, quietSeconds?: number): Reading => {
	const own = agent.read?.(screen);
	if (own !== undefined) return checked(own, screen);
	const isKnown = agent.read !== undefined || hasPatterns(agent.patterns);
	return (
		readPatterns(agent.name, agent.patterns, screen) ??
		readGeneric(screen, isKnown ? undefined : quietSeconds, !isKnown)
	);
};

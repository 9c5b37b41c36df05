import type {Option, Reading} from './agent.ts';
import type {Menu} from './menu.ts';

export const active = (rule: string, line: string | null): Reading => ({
	activity: 'active',
	rule,
	line,
	question: null,
	options: [],
});

export const idle = (rule: string, line: string | null): Reading => ({
	activity: 'idle',
	rule,
	line,
	question: null,
	options: [],
});

export const asking = (
	rule: string,
	line: string | null,
	question: string | null,
	options: readonly Option[] = [],
): Reading => ({
	activity: 'asking',
	rule,
	line,
	question,
	options,
});

/** It asks, and this is the menu to answer by, if one is on the screen. */
export const askingBy = (rule: string, menu: Menu | undefined, line: string | null = null): Reading =>
	asking(rule, line ?? menu?.line ?? null, menu?.question ?? null, menu?.options);

export const unknown = (rule: string): Reading => ({
	activity: 'unknown',
	rule,
	line: null,
	question: null,
	options: [],
});

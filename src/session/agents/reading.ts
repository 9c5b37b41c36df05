import type {Reading} from './agent.ts';

export const active = (rule: string, line: string | null): Reading => ({
	activity: 'active',
	rule,
	line,
	question: null,
});

export const idle = (rule: string, line: string | null): Reading => ({activity: 'idle', rule, line, question: null});

export const asking = (rule: string, line: string | null, question: string | null): Reading => ({
	activity: 'asking',
	rule,
	line,
	question,
});

export const unknown = (rule: string): Reading => ({activity: 'unknown', rule, line: null, question: null});

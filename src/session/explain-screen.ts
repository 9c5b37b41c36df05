import type {Agent, Reading, Screen} from './agents/agent.ts';
import {readScreen} from './agents/read-screen.ts';
import {screenOf} from './agents/screen.ts';
import {type AgentDefinitions, agentLike} from './agents/table.ts';

/** A reading, and where what decided it was found. */
export type Explanation = Omit<Reading, 'source'> & {readonly source: 'screen' | 'title' | 'hook' | 'none'};

/** PURE. */
export const explained = (reading: Reading, {title}: Pick<Screen, 'title'>): Explanation => {
	const {line} = reading;
	if (reading.source === 'hook') return {...reading, source: 'hook'};
	if (line !== null && title.trim() !== '' && line.trim() === title.trim()) return {...reading, source: 'title'};
	return {...reading, source: line === null ? 'none' : 'screen'};
};

/** An agent for a name that somebody wrote in a bug report: those that squad does not know are read like any program. */
const findReader = (name: string, custom: AgentDefinitions): Agent =>
	agentLike(name, custom) ?? (agentLike('unknown', {unknown: {}}) as Agent);

/** The same few agents are asked for thousands of times. */
const found = new WeakMap<AgentDefinitions, Map<string, Agent>>();

const readerFor = (name: string, custom: AgentDefinitions): Agent => {
	const readers = found.get(custom) ?? new Map<string, Agent>();
	const reader = readers.get(name) ?? findReader(name, custom);
	found.set(custom, readers.set(name, reader));
	return reader;
};

/** Plain text is taken apart faster without an expression. */
const linesOf = (screen: string): readonly string[] =>
	screen.includes('\r') ? screen.split(/\r?\n/u) : screen.split('\n');

/** Explains a saved screen, with colours or without. PURE. */
export const explainScreen = (
	name: string,
	{screen, title, custom}: {readonly screen: string; readonly title: string; readonly custom: AgentDefinitions},
): Explanation => {
	const shown = screenOf(linesOf(screen), title);
	return explained(readScreen(readerFor(name, custom), shown), shown);
};

type Given = {readonly agent?: unknown; readonly screen?: unknown; readonly title?: unknown};

const wrongWith = ({agent, screen, title}: Given): string | undefined => {
	if (typeof agent !== 'string') return 'agent is no text';
	if (typeof screen !== 'string') return 'screen is no text';
	return title === undefined || title === null || typeof title === 'string' ? undefined : 'title is no text';
};

export type LineAnswer = Pick<Reading, 'activity' | 'rule' | 'line'> & {readonly error?: string};

const refused = (error: string): LineAnswer => ({activity: 'unknown', rule: 'none', line: null, error});

/** The answer to one line of `squad explain --jsonl`; what cannot be read is said in its answer. PURE. */
export const explainLine = (text: string, custom: AgentDefinitions): LineAnswer => {
	let given: Given | null;
	try {
		given = JSON.parse(text) as Given | null;
	} catch (cause) {
		return refused(`not JSON: ${cause instanceof Error ? cause.message : String(cause)}`);
	}
	if (typeof given !== 'object' || given === null) return refused('no object');
	const wrong = wrongWith(given);
	if (wrong !== undefined) return refused(wrong);
	const {agent, screen, title} = given as {agent: string; screen: string; title?: string | null};
	const {activity, rule, line} = explainScreen(agent, {screen, title: title ?? '', custom});
	return {activity, rule, line};
};

import {redact} from '../secrets/redact.ts';
import {oneLine, type Said, type Task, type Usage} from './said.ts';

/** What is known of a conversation, in a few words. */
export type Digest = {
	readonly lastPrompt: string | null;
	/** One line: a tool and what it was used on, or the beginning of an answer. */
	readonly lastAction: string | null;
	readonly tasks: readonly Task[];
	readonly usage: Usage;
	/** How much of the model's context was in use at the last answer. */
	readonly context: number | null;
	/** The answer whose usage was counted last: it may be written again. */
	readonly counted: {readonly id: string; readonly usage: Usage} | null;
	/** The message that was written down last, with its id where it has one. */
	readonly last: {readonly kind: string; readonly id: string; readonly text: string} | null;
};

/** One line of conversation.jsonl. */
export type Entry = {
	readonly timestamp: string | null;
	readonly type: 'user' | 'assistant' | 'system' | 'tool';
	readonly content: string;
};

const NOTHING: Usage = {input: 0, cached: 0, output: 0};

export const EMPTY: Digest = {
	lastPrompt: null,
	lastAction: null,
	tasks: [],
	usage: NOTHING,
	context: null,
	counted: null,
	last: null,
};

const TYPES = {prompt: 'user', answer: 'assistant', action: 'tool', note: 'system'} as const;

/** Longer ones are in the transcript itself. */
const LONGEST_CONTENT = 20_000;
const LONGEST_PROMPT = 4000;
const LONGEST_LINE = 300;

const plus = (one: Usage, other: Usage, sign: 1 | -1 = 1): Usage => ({
	input: one.input + sign * other.input,
	cached: one.cached + sign * other.cached,
	output: one.output + sign * other.output,
});

const withTask = (tasks: readonly Task[], {id, text, status}: Said & {kind: 'task'}): readonly Task[] => {
	const known = tasks.find(task => task.id === id);
	const task = {id, text: text ?? known?.text ?? '', status: status ?? known?.status ?? 'pending'};
	return known === undefined ? [...tasks, task] : tasks.map(one => (one === known ? task : one));
};

const withUsage = (digest: Digest, {id, usage}: Said & {kind: 'usage'}): Digest => {
	const before =
		digest.counted !== null && digest.counted.id === id ? plus(digest.usage, digest.counted.usage, -1) : digest.usage;
	return {...digest, usage: plus(before, usage), context: usage.input + usage.cached, counted: {id, usage}};
};

type Message = Said & {readonly kind: keyof typeof TYPES};

const isMessage = (one: Said): one is Message => Object.hasOwn(TYPES, one.kind);

/** Agents write a message again when more of it is known, and some write it in two forms. */
const isRepeated = ({last}: Digest, {kind, text, id}: Message): boolean =>
	last !== null &&
	last.kind === kind &&
	last.text === oneLine(text, LONGEST_LINE) &&
	(last.id === '' || id === undefined || last.id === id);

const withMessage = (digest: Digest, message: Message): Digest => {
	const {kind, text, id = ''} = message;
	const line = oneLine(text, LONGEST_LINE);
	const next = {...digest, last: {kind, id, text: line}};
	if (kind === 'prompt') return {...next, lastPrompt: text.slice(0, LONGEST_PROMPT)};
	return kind === 'note' ? next : {...next, lastAction: line};
};

/** What a conversation amounts to after something more was said, and what of it is to be written down. PURE. */
export const digested = (
	before: Digest,
	more: readonly Said[],
): {digest: Digest; entries: readonly (Entry & {readonly id?: string | undefined})[]} => {
	const entries: (Entry & {readonly id?: string | undefined})[] = [];
	let digest = before;
	for (const one of more) {
		if (one.kind === 'tasks') digest = {...digest, tasks: one.tasks};
		else if (one.kind === 'task') digest = {...digest, tasks: withTask(digest.tasks, one)};
		else if (one.kind === 'usage') digest = withUsage(digest, one);
		else if (one.kind === 'total') digest = {...digest, usage: one.usage, context: one.context ?? digest.context};
		else if (isMessage(one)) {
			const message = {...one, text: redact(one.text.slice(0, LONGEST_CONTENT))};
			if (isRepeated(digest, message)) continue;
			digest = withMessage(digest, message);
			entries.push({timestamp: one.at, type: TYPES[one.kind], content: message.text, id: one.id});
		}
	}
	return {digest, entries};
};

const DONE = /^(?:completed|done|cancelled|canceled|deleted)$/u;

const SHORT = 160;

/** The conversation in one line: what was asked, what was done last, how much of its list is done. PURE. */
export const summaryOf = (digest: Digest): string | null => {
	const {lastPrompt, lastAction, tasks} = digest;
	const done = tasks.length - pendingTasks(digest).length;
	const parts = [
		...(lastPrompt === null ? [] : [`asked: ${oneLine(lastPrompt, SHORT)}`]),
		...(lastAction === null ? [] : [`did last: ${oneLine(lastAction, SHORT)}`]),
		...(tasks.length === 0 ? [] : [`${done} of ${tasks.length} tasks done`]),
	];
	return parts.length === 0 ? null : redact(parts.join('; '));
};

/** What is still to be done, in the agent's own words. PURE. */
export const pendingTasks = ({tasks}: Digest): readonly string[] =>
	tasks
		.filter(({text, status}) => text !== '' && !DONE.test(status))
		.map(({text}) => redact(oneLine(text, LONGEST_LINE)));

export type Task = {readonly id: string; readonly text: string; readonly status: string};

/** What one record of a transcript tells, whoever wrote it. */
export type Said =
	| {
			/** What the user said, what the agent answered, what it did (one line), what happened to the conversation. */
			readonly kind: 'prompt' | 'answer' | 'action' | 'note';
			readonly text: string;
			readonly at: string | null;
			/** Of a message that may be written more than once. */
			readonly id?: string | undefined;
	  }
	| {readonly kind: 'tasks'; readonly tasks: readonly Task[]}
	| {
			readonly kind: 'task';
			readonly id: string;
			readonly text?: string | undefined;
			readonly status?: string | undefined;
	  }
	/** Of one answer; the same id again replaces it. `cached` is no part of `input`. */
	| {readonly kind: 'usage'; readonly id: string; readonly usage: Usage}
	/** Of the whole conversation so far. */
	| {readonly kind: 'total'; readonly usage: Usage; readonly context: number | null};

export type Usage = {readonly input: number; readonly cached: number; readonly output: number};

/** Reads one record of a transcript. PURE. */
export type ReadRecord = (record: Fields) => readonly Said[];

export type Fields = Readonly<Record<string, unknown>>;

export const isFields = (value: unknown): value is Fields =>
	typeof value === 'object' && value !== null && !Array.isArray(value);

/** The fields of a value; none where it has none. PURE. */
export const fieldsOf = (value: unknown): Fields => (isFields(value) ? value : {});

export const listOf = (value: unknown): readonly Fields[] => (Array.isArray(value) ? value.filter(isFields) : []);

export const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

export const countOf = (value: unknown): number => (typeof value === 'number' && value > 0 ? value : 0);

const stringOrNull = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null);

/** Something that was said; nothing where there is no text. PURE. */
export const said = (
	kind: 'prompt' | 'answer' | 'action' | 'note',
	text: string,
	at: unknown,
	id?: unknown,
): readonly Said[] =>
	text.trim() === '' ? [] : [{kind, text: text.trim(), at: stringOrNull(at), id: stringOrNull(id) ?? undefined}];

/** A list of tasks as agents write them: a text under one of several names, and a status. PURE. */
export const tasksIn = (value: unknown): readonly Said[] =>
	Array.isArray(value)
		? [
				{
					kind: 'tasks',
					tasks: listOf(value).map(({id, content, description, step, subject, status}, at) => ({
						id: textOf(id) || String(at),
						text: textOf(content) || textOf(description) || textOf(step) || textOf(subject),
						status: textOf(status),
					})),
				},
			]
		: [];

/** Which argument of a tool says most. */
const TELLING = [
	'command',
	'cmd',
	'file_path',
	'filePath',
	'absolute_path',
	'path',
	'pattern',
	'query',
	'url',
	'description',
	'subject',
	'prompt',
];

/** A tool and what it was used on, in one line. PURE. */
export const action = (tool: string, input: unknown): string => {
	const fields = fieldsOf(input);
	const value = TELLING.map(name => fields[name]).find(one => one !== undefined && one !== '');
	const words = Array.isArray(value) ? value.map(String).join(' ') : textOf(value);
	return words === '' ? tool : `${tool}: ${oneLine(words, 200)}`;
};

/** PURE. */
export const oneLine = (text: string, longest: number): string => {
	const line = text.replaceAll(/\s+/gu, ' ').trim();
	return line.length > longest ? `${line.slice(0, longest - 1)}…` : line;
};

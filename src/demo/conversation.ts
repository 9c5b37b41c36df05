import {
	appendFileSync,
	closeSync,
	existsSync,
	mkdirSync,
	openSync,
	readdirSync,
	readFileSync,
	readSync,
	statSync,
} from 'node:fs';
import {dirname, join} from 'node:path';

/** One line of a conversation's file. */
export type Message = {
	readonly timestamp: string;
	readonly type: 'user' | 'assistant' | 'tool' | 'system';
	readonly content: string;
};

/** A conversation and its file, which appears with the first message. */
export type Conversation = {
	readonly token: string;
	readonly messages: readonly Message[];
	/** Writes first, remembers second: what it remembers is always on disk. */
	readonly append: (type: Message['type'], content: string) => void;
};

const TYPES: readonly string[] = ['user', 'assistant', 'tool', 'system'];

/** The token becomes a file name, so nothing that could leave the folder or hide in it. */
export const isToken = (text: string): boolean => /^[A-Za-z0-9][A-Za-z0-9._-]{0,127}$/.test(text);

const fileOf = (folder: string, token: string): string => join(folder, `${token}.jsonl`);

export const hasConversation = (folder: string, token: string): boolean =>
	isToken(token) && existsSync(fileOf(folder, token));

/** The token of the conversation that was written to last. */
export const latestToken = (folder: string): string | undefined => {
	if (!existsSync(folder)) return undefined;
	return readdirSync(folder)
		.filter(name => name.endsWith('.jsonl') && isToken(name.slice(0, -'.jsonl'.length)))
		.map(name => ({name, modifiedAt: statSync(join(folder, name)).mtimeMs}))
		.toSorted((a, b) => b.modifiedAt - a.modifiedAt)[0]
		?.name.slice(0, -'.jsonl'.length);
};

const parseMessage = (line: string): Message[] => {
	try {
		const {timestamp, type, content} = JSON.parse(line) as Partial<Record<keyof Message, unknown>>;
		if (typeof content !== 'string' || typeof type !== 'string' || !TYPES.includes(type)) return [];
		return [{timestamp: String(timestamp), type: type as Message['type'], content}];
	} catch {
		// A line cut off by a kill or a full disk: the others are still good.
		return [];
	}
};

/** A process killed while writing leaves half a line, and the next message must not be glued to it. */
const endsInsideALine = (file: string): boolean => {
	const {size} = statSync(file);
	if (size === 0) return false;
	const descriptor = openSync(file, 'r');
	try {
		const last = Buffer.alloc(1);
		readSync(descriptor, last, 0, 1, size - 1);
		return last[0] !== 0x0a;
	} finally {
		closeSync(descriptor);
	}
};

/** Opens a conversation, with what its file already holds. */
export const openConversation = (folder: string, token: string, now = () => new Date()): Conversation => {
	const file = fileOf(folder, token);
	const messages = existsSync(file) ? readFileSync(file, 'utf8').split('\n').flatMap(parseMessage) : [];
	return {
		token,
		messages,
		append: (type, content) => {
			const message: Message = {timestamp: now().toISOString(), type, content};
			// Looked at each time: another process or a person may have deleted or touched the file meanwhile.
			mkdirSync(dirname(file), {recursive: true, mode: 0o700});
			const separator = existsSync(file) && endsInsideALine(file) ? '\n' : '';
			appendFileSync(file, `${separator}${JSON.stringify(message)}\n`, {mode: 0o600});
			messages.push(message);
		},
	};
};

import type {Squad} from '../session/squad.ts';

export type Option = {
	readonly type: 'boolean' | 'string';
	readonly short?: string;
	/** What the value is called in the help. */
	readonly value?: string;
	readonly about: string;
};

/** What a command was called with. */
export type Input = {
	readonly words: readonly string[];
	readonly flags: Readonly<Record<string, string | boolean | undefined>>;
	/** What stood after `--`. */
	readonly rest: readonly string[];
};

export type Terminal = {
	readonly out: (text: string) => void;
	readonly err: (text: string) => void;
	/** Whether standard output may be coloured. */
	readonly colours: boolean;
	readonly isTerminal: boolean;
	readonly columns: number;
	readonly cwd: string;
	readonly readInput: () => Promise<Buffer>;
	/** Standard input piece by piece, as it arrives. */
	readonly readChunks: () => AsyncIterable<Buffer>;
	/** Asks somebody and waits for a line; null where nobody could answer. */
	readonly ask: ((question: string) => Promise<string>) | null;
};

export type Call = Input & {readonly squad: Squad; readonly terminal: Terminal; readonly json: boolean};

/** One verb of the command line: its contract as data, and what it does. Returns the exit code. */
export type Command = {
	readonly name: string;
	readonly usage: string;
	readonly about: string;
	readonly options: Readonly<Record<string, Option>>;
	readonly examples: readonly (readonly [string, string])[];
	/** What completion offers for its words. */
	readonly completes?: 'ids' | readonly string[];
	/** Does not look at sessions: no recovery first. */
	readonly standsAlone?: boolean;
	readonly run: (call: Call) => Promise<number> | number;
};

export const JSON_OPTION: Option = {type: 'boolean', about: 'print JSON'};

import type {Clock, Stopwatch} from './clock.ts';
import type {Conversation, Message} from './conversation.ts';

export const OPTIONS = ['Yes', "Yes, and don't ask again", 'No'] as const;
export type Answer = (typeof OPTIONS)[number];

/** A turn as it is shown while it lasts. */
export type Work = {
	readonly verb: string;
	readonly topic: string;
	readonly watch: Stopwatch;
	readonly interrupt: () => void;
};

/** Where the agent performs: a terminal, or plain output. */
export type Stage = {
	readonly begin: (work: Work) => void;
	readonly end: () => void;
	readonly show: (type: Message['type'], content: string) => void;
	readonly printLines: (lines: readonly string[]) => void;
	/** One more word of an answer that is being written. */
	readonly streamWord: (word: string) => void;
	readonly endStream: () => void;
	/** undefined: the question was cancelled. */
	readonly ask: (question: string) => Promise<Answer | undefined>;
	readonly quit: (code: number, lastWords: string) => never;
};

/** Everything a step needs. */
export type Scene = {
	readonly stage: Stage;
	readonly conversation: Conversation;
	readonly clock: Clock;
	readonly watch: Stopwatch;
	readonly signal: AbortSignal;
	readonly cwd: string;
	/** Commands that the user said not to be asked about again; forgotten when the program ends. */
	readonly allowed: Set<string>;
};

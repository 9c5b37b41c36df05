/** What an agent is doing, as far as its screen and its reports tell. */
export type Activity = 'active' | 'idle' | 'asking' | 'unknown';

/** What is on an agent's terminal at one moment. */
export type Screen = {
	/** The visible lines, top to bottom, without colours; trailing blank lines may be there. */
	readonly lines: readonly string[];
	/** The same lines with their colours, where whoever looked asked for them. */
	readonly styled?: readonly string[] | undefined;
	/** The pane's title, empty if none. */
	readonly title: string;
};

/** One of the answers that a question offers. */
export type Option = {
	/** What `squad answer` calls it: the number before it, or its place. */
	readonly number: number;
	readonly label: string;
	/** Whether Enter would take it now. */
	readonly chosen: boolean;
	/** tmux's names of the keys that take it from here. Empty: it cannot be said which. */
	readonly keys: readonly string[];
};

/** An activity together with what decided it, so that `squad explain` can show it. */
export type Reading = {
	readonly activity: Activity;
	/** The name of the rule, e.g. `claude: spinner above the prompt`. */
	readonly rule: string;
	/** The line (or title) that the rule matched; null when the rule matched the absence of something. */
	readonly line: string | null;
	/** With `asking`: the question itself. */
	readonly question: string | null;
	/** With `asking`: what may be answered, as far as the screen lists it. */
	readonly options: readonly Option[];
	/** What the reading rests on; absent where that is the screen. */
	readonly source?: 'hook' | 'title' | 'screen';
};

/** One conversation that an agent keeps on disk. */
export type Conversation = {
	readonly token: string;
	readonly file: string;
	readonly modifiedAt: number;
	/** Where the file system knows it. */
	readonly createdAt?: number | undefined;
};

/** Where an agent keeps its conversations: the user's home directory and the environment the agent gets. */
export type AgentHome = {
	readonly home: string;
	readonly env: Readonly<Record<string, string | undefined>>;
};

/** Everything squad needs to know of one kind of agent. Users define theirs with the same fields in config.json. */
export type Agent = {
	readonly name: string;
	readonly command: string;
	/** Always passed, before everything else. */
	readonly args: readonly string[];
	/** Continues the latest conversation in the working directory, e.g. `-c`. Empty: it cannot. */
	readonly continueArgs: readonly string[];
	/** Chooses the conversation's id at launch; `{token}` stands for it, also inside an argument (`--resume={token}`). Empty: it cannot be chosen. */
	readonly sessionIdArgs: readonly string[];
	/** Continues exactly one conversation; `{token}` stands for its id. Empty: it cannot. */
	readonly resumeArgs: readonly string[];
	/** Gives the first prompt, after all other arguments; `{prompt}` stands for it, also inside an argument. Empty: it is typed once the agent is ready. */
	readonly promptArgs: readonly string[];
	/** tmux key names, pressed one after another to stop a turn. */
	readonly interruptKeys: readonly string[];
	readonly env: Readonly<Record<string, string>>;
	readonly supportsResume: boolean;
	readonly patterns: Patterns;
	/** Reads the screen better than patterns can; where absent the patterns decide. PURE. */
	readonly read?: (screen: Screen) => Reading | undefined;
	/** The conversations that the agent holds for a directory, newest first; absent or undefined where squad cannot look. */
	readonly conversations?: (directory: string, where: AgentHome) => readonly Conversation[] | undefined;
	/** A whole conversation as text, for agents that keep it in no file of its own; undefined where it cannot be read. */
	readonly exported?: (token: string, where: AgentHome) => string | undefined;
};

/** Regular expressions tried on each of the last screen lines; asking beats active, active beats idle. */
export type Patterns = {
	readonly active: readonly string[];
	readonly asking: readonly string[];
	readonly idle: readonly string[];
};

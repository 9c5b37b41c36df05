/** What an agent's launch is given so that the agent reports. */
export type Wiring = {
	/** Before the user's own arguments. */
	readonly args: readonly string[];
	/** The user's own arguments, mostly as they are. */
	readonly userArgs: readonly string[];
	/** For the agent alone, not for the terminals beside it. */
	readonly env: Readonly<Record<string, string>>;
	/** Files to be written beside the script, by name. */
	readonly files: Readonly<Record<string, string>>;
};

/** Where a launch happens. */
export type WiringPlace = {
	readonly script: string;
	/** Where the reports of this launch go. */
	readonly file: string;
	/** The folder of the files. */
	readonly folder: string;
	readonly directory: string;
	readonly home: string;
	readonly env: Readonly<Record<string, string | undefined>>;
	readonly userArgs: readonly string[];
	/** A text file's content; undefined where it cannot be read. */
	readonly read: (path: string) => string | undefined;
};

/** PURE but for `read`. */
export type Wire = (place: WiringPlace) => Wiring;

/** Nothing is changed: where an agent has no hooks, or the user's own would suffer. PURE. */
export const unwired = ({userArgs}: Pick<WiringPlace, 'userArgs'>): Wiring => ({
	args: [],
	userArgs,
	env: {},
	files: {},
});

/** What has to be looked at again. */
export type Todo = {
	/** Which sessions there are. */
	readonly list: boolean;
	readonly settings: boolean;
	/** Which panes there are, and their state. */
	readonly server: boolean;
	readonly records: ReadonlySet<string>;
	/** Sessions whose view may differ though none of their files did. */
	readonly views: ReadonlySet<string>;
	/** Panes that have something new to show. */
	readonly panes: ReadonlySet<string>;
	/** The followed worker. */
	readonly screen: boolean;
};

/** Changes come in swarms: a pause writes a dozen files in as many milliseconds. */
const GATHERS_MS = 12;

const NOTHING: Todo = {
	list: false,
	settings: false,
	server: false,
	records: new Set(),
	views: new Set(),
	panes: new Set(),
	screen: false,
};

const union = <T>(a: ReadonlySet<T>, b: ReadonlySet<T> | undefined): ReadonlySet<T> =>
	b === undefined || b.size === 0 ? a : new Set([...a, ...b]);

const added = (todo: Todo, more: Partial<Todo>): Todo => ({
	list: todo.list || (more.list ?? false),
	settings: todo.settings || (more.settings ?? false),
	server: todo.server || (more.server ?? false),
	records: union(todo.records, more.records),
	views: union(todo.views, more.views),
	panes: union(todo.panes, more.panes),
	screen: todo.screen || (more.screen ?? false),
});

export type Agenda = ReturnType<typeof agenda>;

/** Gathers what to do and does it in turns, one after the other. Nothing happens before `start`. */
export const agenda = (turn: (todo: Todo) => Promise<void>) => {
	let todo = NOTHING;
	let timer: NodeJS.Timeout | undefined;
	let [isStarted, isClosed] = [false, false];
	let running: Promise<void> | undefined;

	const soon = () => {
		if (!isStarted || isClosed || running !== undefined || todo === NOTHING) return;
		timer ??= setTimeout(begin, GATHERS_MS);
	};
	const begin = () => {
		timer = undefined;
		const now = todo;
		todo = NOTHING;
		running = turn(now).finally(() => {
			running = undefined;
			soon();
		});
	};
	return {
		add: (more: Partial<Todo>): void => {
			todo = added(todo, more);
			soon();
		},
		start: (): void => {
			isStarted = true;
			soon();
		},
		/** Resolves when nothing runs any more. */
		close: async (): Promise<void> => {
			isClosed = true;
			clearTimeout(timer);
			await running?.catch(() => undefined);
		},
	};
};

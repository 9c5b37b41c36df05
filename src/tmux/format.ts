/** One pane as tmux sees it now. */
export type Pane = {
	readonly session: string;
	readonly windowIndex: number;
	readonly windowName: string;
	/** squad's mark on the windows it made; empty on a window that the user opened. */
	readonly worker: string;
	readonly paneId: string;
	readonly paneIndex: number;
	readonly pid: number;
	readonly dead: boolean;
	/** null while it lives, and when a signal ended it. */
	readonly exitCode: number | null;
	readonly attached: boolean;
	readonly cursor: {readonly x: number; readonly y: number};
	readonly size: {readonly columns: number; readonly rows: number};
	readonly historySize: number;
	readonly cursorVisible: boolean;
	/** The terminal that its programs write to. */
	readonly tty: string;
	/** When something was last written in its window, in whole seconds since 1970. */
	readonly wroteAt: number;
	readonly title: string;
};

/** A printable separator: tmux may escape control characters in what it prints. */
export const SEPARATOR = '␟';

const FIELDS = [
	'session_name',
	'window_index',
	'window_name',
	'@squad_worker',
	'pane_id',
	'pane_index',
	'pane_pid',
	'pane_dead',
	'pane_dead_status',
	'session_attached',
	'cursor_x',
	'cursor_y',
	'pane_width',
	'pane_height',
	'history_size',
	'cursor_flag',
	'pane_tty',
	'window_activity',
	'pane_title',
] as const;

export const PANE_FORMAT = FIELDS.map(field => `#{${field}}`).join(SEPARATOR);

export const parsePane = (line: string): Pane => {
	const parts = line.split(SEPARATOR);
	const value = (field: (typeof FIELDS)[number]): string => parts[FIELDS.indexOf(field)] ?? '';
	const number = (field: (typeof FIELDS)[number]): number => Number(value(field)) || 0;
	return {
		session: value('session_name'),
		windowIndex: number('window_index'),
		windowName: value('window_name'),
		worker: value('@squad_worker'),
		paneId: value('pane_id'),
		paneIndex: number('pane_index'),
		pid: number('pane_pid'),
		dead: value('pane_dead') === '1',
		exitCode: value('pane_dead_status') === '' ? null : number('pane_dead_status'),
		attached: number('session_attached') > 0,
		cursor: {x: number('cursor_x'), y: number('cursor_y')},
		size: {columns: number('pane_width'), rows: number('pane_height')},
		historySize: number('history_size'),
		cursorVisible: value('cursor_flag') === '1',
		tty: value('pane_tty'),
		wroteAt: number('window_activity'),
		title: parts.slice(FIELDS.indexOf('pane_title')).join(SEPARATOR),
	};
};

/** Every pane of the server, one a line. */
export const LIST_PANES: readonly string[] = ['list-panes', '-a', '-F', PANE_FORMAT];

export const parsePanes = (out: string): Pane[] =>
	out
		.split('\n')
		.filter(line => line !== '')
		.map(parsePane);

/** Several commands as the arguments of one tmux. An argument that ends in `;` would end its command. */
export const chain = (commands: readonly (readonly string[])[]): string[] =>
	commands.flatMap((command, at) => [
		...(at === 0 ? [] : [';']),
		...command.map(argument => (argument.endsWith(';') ? `${argument.slice(0, -1)}\\;` : argument)),
	]);

import {LIST_PANES, type Pane, parsePanes} from './format.ts';
import {type Command, serverEnvironment, type TmuxServer} from './server.ts';
import {TmuxError} from './tmux-error.ts';

/** One window to open: a worker of a session. */
export type Window = {
	readonly worker: string;
	readonly name: string;
	readonly argv: readonly string[];
};

export type NewSession = {
	readonly name: string;
	readonly directory: string;
	readonly size: {readonly columns: number; readonly rows: number};
	/** The whole environment of everything in the session. Passed by name: no value ever stands in a command line. */
	readonly env: Readonly<Record<string, string>>;
	readonly windows: readonly [Window, ...Window[]];
};

/** tmux expands formats in `-c` and `-n`, and no escape is right for every text: so the text comes from an option. */
const DIRECTORY = '#{@squad_directory}';
const NAME = '#{@squad_name}';
const rememberDirectory = (directory: string): Command => ['set-option', '-g', '@squad_directory', directory];
const rememberName = (name: string): Command => ['set-option', '-g', '@squad_name', name];

/** `no server` and `no session` are answers to "what is there?". */
export const isNothingThere = (cause: unknown): boolean =>
	cause instanceof TmuxError && ['no-server', 'no-target', 'closed'].includes(cause.code);

/** There is a session of that name already. */
export const isTaken = (cause: unknown): boolean => cause instanceof TmuxError && cause.code === 'taken';

const openWindow = (session: string, {worker, name, argv}: Window, index: number): Command[] => [
	rememberName(name),
	['new-window', '-d', '-t', `=${session}:${index}`, '-n', NAME, '-c', DIRECTORY, '--', ...argv],
	['set-option', '-w', '-t', `=${session}:${index}`, '@squad_worker', worker],
];

/**
 * Opens a session with all its windows in one tmux process. tmux copies the variables that `update-environment` names
 * from this client's environment; on the session itself the list is emptied again, so that somebody who attaches later
 * does not bring theirs along.
 */
export const openSession = async (
	server: TmuxServer,
	{name, directory, size, env, windows}: NewSession,
): Promise<void> => {
	const [first, ...rest] = windows;
	const target = `=${name}:`;
	const cells = ['-x', `${size.columns}`, '-y', `${size.rows}`];
	const commands: Command[] = [
		rememberDirectory(directory),
		rememberName(first.name),
		['set-option', '-g', 'update-environment', Object.keys(env).join(' ')],
		['new-session', '-d', '-s', name, '-n', NAME, '-c', DIRECTORY, ...cells, '--', ...first.argv],
		['set-option', '-g', 'update-environment', ''],
		['set-option', '-t', target, 'update-environment', ''],
		['set-option', '-w', '-t', `=${name}:0`, '@squad_worker', first.worker],
		// tmux 3.2 forgets the size of a session's first window; and what is resized would keep that size for ever.
		['resize-window', '-t', `=${name}:0`, ...cells],
		['set-option', '-w', '-u', '-t', `=${name}:0`, 'window-size'],
		...rest.flatMap((window, at) => openWindow(name, window, at + 1)),
		['set-option', '-s', 'exit-empty', 'on'],
	];
	// A server started by these commands would take all of this environment for its own. tmux can be told not to since 3.2.
	let startsNothing = true;
	for (let attempt = 1; ; attempt++) {
		try {
			await server.run(commands, {env: {...serverEnvironment(process.env), ...env}, startsNothing});
			return;
		} catch (cause) {
			const isOlder: boolean = startsNothing && cause instanceof TmuxError && /option|usage/.test(cause.stderr);
			// The server may just be going because its last session was closed by somebody else.
			if (attempt === 4 || !(isOlder || isNothingThere(cause))) {
				if (isTaken(cause)) {
					// The chain ended where the list was still full.
					await server.run([['set-option', '-g', 'update-environment', '']]);
				}
				throw cause;
			}
			startsNothing = startsNothing && !isOlder;
		}
		await server.run([['start-server']], {env: serverEnvironment(process.env)});
	}
};

export const addWindow = async (
	server: TmuxServer,
	session: string,
	directory: string,
	window: Window,
): Promise<void> => {
	const out = await server.run([
		rememberDirectory(directory),
		rememberName(window.name),
		[
			'new-window',
			'-d',
			'-P',
			'-F',
			'#{window_index}',
			'-t',
			`=${session}:`,
			'-n',
			NAME,
			'-c',
			DIRECTORY,
			'--',
			...window.argv,
		],
	]);
	await server.run([['set-option', '-w', '-t', `=${session}:${out.trim()}`, '@squad_worker', window.worker]]);
};

/** `detach-client` fails where nobody is attached, and a failure ends the chain: so only where somebody is. */
const letGo = (name: string): Command => [
	'if-shell',
	'-F',
	'-t',
	`=${name}:`,
	'#{session_attached}',
	`detach-client -s '=${name}'`,
];

/** The session in which those who watch are clients (control-connection.ts). */
export const WATCHERS = '_squad';

/** Where it is the only one left and nobody watches: the server ends with it. */
export const closeEmptyServer: Command = [
	'if-shell',
	'-F',
	`#{==:#{S:#{session_name} #{session_attached}},${WATCHERS} 0}`,
	`kill-session -t =${WATCHERS}`,
];

/** Whoever is attached is let go first, so that their terminal comes back in order. */
export const closeSession = async (server: TmuxServer, name: string): Promise<void> => {
	try {
		await server.run([letGo(name), ['kill-session', '-t', `=${name}`], closeEmptyServer]);
	} catch (cause) {
		if (!isNothingThere(cause)) {
			throw cause;
		}
	}
};

export const detachClients = async (server: TmuxServer, name: string): Promise<void> => {
	await server.run([letGo(name)]);
};

export const listPanes = async (server: TmuxServer): Promise<Pane[]> => {
	try {
		return parsePanes(await server.run([LIST_PANES]));
	} catch (cause) {
		return nothingOrThrow(cause);
	}
};

const nothingOrThrow = (cause: unknown): Pane[] => {
	if (isNothingThere(cause)) {
		return [];
	}
	throw cause;
};

import {commandQueue} from './control-queue.ts';
import {lastingConnection} from './lasting-connection.ts';
import type {Notification} from './notification.ts';
import {commandLine} from './quote.ts';
import type {TmuxError} from './tmux-error.ts';

export type ControlOptions = {
	/** What comes before the command: socket and configuration. */
	readonly args: readonly string[];
	/** The environment of the client, and of the server if there is none yet. */
	readonly spawnEnv: NodeJS.ProcessEnv;
	readonly onNotification: (notification: Notification) => void;
	/** The connection is lost, and not by `close`. */
	readonly onClose?: ((reason: TmuxError) => void) | undefined;
	/** Connected again, subscriptions asked for again. Whatever happened meanwhile was not reported: look. */
	readonly onReconnect?: (() => void) | undefined;
	/** Connect at once, and again on a timer; without it only when a command needs it. */
	readonly keepAlive?: boolean | undefined;
	/** Report what the panes of the own session print; tmux pauses a pane that we are this far behind with. Off by default. */
	readonly outputPauseAfterSeconds?: number | undefined;
};

export type ControlClient = {
	/**
	 * The output of a command; of all of them when a string chains several with `;`. Rejects with a TmuxError. Commands
	 * run one after the other: one that waits (`wait-for`, `run-shell` without -b) makes all behind it wait.
	 */
	readonly run: (
		command: string | readonly string[],
		options?: {readonly timeoutMs?: number | undefined},
	) => Promise<readonly string[]>;
	/** Reports a format's value now and at every change, at most once a second. `what`: '' (session), '%*', '@*', '%1', '@1'. */
	readonly subscribe: (name: string, what: string, format: string) => Promise<void>;
	readonly unsubscribe: (name: string) => Promise<void>;
	/** For good. Resolves when no process is left. */
	readonly close: () => Promise<void>;
};

/** Enough to keep the pipe busy; little enough that a slow answer does not pile up behind us in the server. */
const MOST_IN_FLIGHT = 64;

const flagsOf = (pauseAfter: number | undefined) => [
	'ignore-size',
	pauseAfter === undefined ? 'no-output' : `pause-after=${pauseAfter}`,
];

const subscriptionLine = (name: string, what: string, format: string) => {
	if (!/^[^:\s]+$/.test(name)) throw new TypeError('the name of a subscription is one word without a colon');
	return commandLine(['refresh-client', '-B', `${name}:${what}:${format}`]);
};

/** A long-lived client of a tmux server, over one process. Connects when needed, and again when the connection is lost. */
export const controlClient = (options: ControlOptions): ControlClient => {
	const {args, spawnEnv, keepAlive = false, outputPauseAfterSeconds} = options;
	const queue = commandQueue(MOST_IN_FLIGHT);
	const subscriptions = new Map<string, string>();
	let isClosed = false;

	const pump = () => {
		const lines = connection.canSend() ? queue.take() : [];
		if (lines.length > 0) connection.send(lines);
	};
	const connection = lastingConnection(
		{args, spawnEnv, flags: flagsOf(outputPauseAfterSeconds)},
		() => keepAlive || !queue.isEmpty(),
		{
			up: isFirst => {
				if (isFirst) return;
				// What this tmux refuses now it refused before, and subscribe said so.
				for (const line of subscriptions.values()) queue.add(line).catch(() => undefined);
				options.onReconnect?.();
			},
			room: pump,
			lost: reason => {
				queue.failAll('closed', reason.stderr);
				options.onClose?.(reason);
			},
			refused: reason => queue.failAll(reason.code, reason.stderr),
			reply: reply => {
				queue.answer(reply);
				pump();
			},
			notification: notification => isClosed || options.onNotification(notification),
		},
	);
	const ask = (line: string, timeoutMs?: number): Promise<readonly string[]> => {
		const answer = queue.add(line, timeoutMs);
		if (isClosed) queue.failAll('closed', 'this client was closed');
		connection.ensure();
		pump();
		return answer;
	};

	connection.ensure();
	return {
		run: async (command, {timeoutMs} = {}) => ask(commandLine(command), timeoutMs),
		subscribe: async (name, what, format) => {
			const line = subscriptionLine(name, what, format);
			subscriptions.set(name, line);
			await ask(line);
		},
		unsubscribe: async name => {
			subscriptions.delete(name);
			await ask(commandLine(['refresh-client', '-B', name]));
		},
		close: async () => {
			isClosed = true;
			queue.failAll('closed', 'this client was closed');
			await connection.close();
		},
	};
};

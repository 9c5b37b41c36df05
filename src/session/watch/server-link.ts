import {existsSync, type FSWatcher, watch} from 'node:fs';
import {basename, delimiter, dirname, join} from 'node:path';
import {type ControlClient, controlClient} from '../../tmux/control.ts';
import type {Notification} from '../../tmux/notification.ts';
import {isServerThere} from '../../tmux/presence.ts';
import {commandLine} from '../../tmux/quote.ts';
import {type Command, serverEnvironment, type TmuxServer} from '../../tmux/server.ts';
import {TmuxError} from '../../tmux/tmux-error.ts';

/** A server may appear where we could not watch its folder: then we ask the socket, which starts no process. */
const ASK_AGAIN_MS = 5000;
/** After a loss: a server that is just going still accepts connections. */
const AFTER_LOSS_MS = 150;
const PATIENCE_MS = 15_000;

/** `unknown`: there is a server, and it does not talk to us; what runs there now nobody can say. */
export type LinkState = 'up' | 'absent' | 'unknown';

export type LinkEvents = {
	/** Whether there is a server is known anew. Look. */
	readonly changed: (state: LinkState, problem: string | null) => void;
	readonly notification: (notification: Notification) => void;
};

export type ServerLink = ReturnType<typeof serverLink>;

const MISSING = 'tmux is not installed';

const problemOf = (cause: unknown): string | null =>
	!(cause instanceof TmuxError) || ['no-server', 'closed', 'no-target'].includes(cause.code)
		? null
		: cause.code === 'missing'
			? MISSING
			: cause.stderr.trim() || cause.message;

const hasTmux = (): boolean =>
	(process.env.PATH ?? '').split(delimiter).some(folder => existsSync(join(folder, 'tmux')));

/** Any output in any window, and any end of a program; nothing else is in it, so that it changes with nothing else. */
const EVERYTHING = '#{S:#{W:#{window_activity}#{P:#{pane_dead}}}}';

/** Calls back when the socket appears, if its folder can be watched. */
const watchSocket = (socketPath: string, appeared: () => void): FSWatcher | undefined => {
	try {
		const watcher = watch(dirname(socketPath), (_, name) => name === basename(socketPath) && appeared());
		watcher.on('error', () => watcher.close());
		return watcher;
	} catch {
		// No such folder yet, or no watches left: then by asking again.
		return undefined;
	}
};

/** One control client for as long as there is a server, and none while there is not: looking starts no server. */
export const serverLink = (server: TmuxServer, on: LinkEvents, {reportsOutput}: {readonly reportsOutput: boolean}) => {
	let client: ControlClient | undefined;
	let [state, isChecking, isClosed]: [LinkState, boolean, boolean] = ['unknown', false, false];
	let timer: NodeJS.Timeout | undefined;
	let opened = 0;
	const watcher = watchSocket(server.socketPath, () => check());

	const drop = async (): Promise<void> => {
		const old = client;
		client = undefined;
		await old?.close();
	};
	const become = (next: LinkState, problem: string | null): void => {
		state = next;
		if (!isClosed) on.changed(next, problem);
	};
	const lost = (own: ControlClient, cause: unknown): void => {
		if (client !== own || isClosed) return;
		void drop();
		const problem = problemOf(cause);
		// Whether it is gone is for the socket to say.
		become('unknown', problem);
		again(AFTER_LOSS_MS);
	};
	const again = (ms: number): void => {
		clearTimeout(timer);
		if (!isClosed) timer = setTimeout(check, ms);
	};
	const open = async (): Promise<void> => {
		const own: ControlClient = controlClient({
			args: server.args,
			spawnEnv: serverEnvironment(process.env),
			onNotification: notification => client === own && state === 'up' && on.notification(notification),
			onClose: reason => lost(own, reason),
		});
		client = own;
		try {
			await own.run(['display-message', '-p', 'squad'], {timeoutMs: PATIENCE_MS});
			if (reportsOutput) await own.subscribe('squad', '', EVERYTHING);
		} catch (cause) {
			return lost(own, cause);
		}
		if (client !== own) return;
		opened++;
		become('up', null);
	};
	/** Connects if there is something to connect to. */
	const check = async (): Promise<void> => {
		if (isClosed || isChecking || client !== undefined) return;
		isChecking = true;
		try {
			if (await isServerThere(server.socketPath)) await open();
			else {
				if (state !== 'absent') become('absent', hasTmux() ? null : MISSING);
				again(ASK_AGAIN_MS);
			}
		} finally {
			isChecking = false;
		}
	};
	void check();

	return {
		check: () => void check(),
		state: () => state,
		/** How often it was opened: another number, another server. */
		opened: () => opened,
		/** Runs commands, one after the other; all their lines. Rejects with a TmuxError. */
		run: async (...commands: readonly Command[]): Promise<readonly string[]> => {
			if (client === undefined || state !== 'up')
				throw new TmuxError('no-server', commands[0]?.[0] ?? '', 'no server running');
			const own = client;
			try {
				return await own.run(commands.map(commandLine).join(' ; '), {timeoutMs: PATIENCE_MS});
			} catch (cause) {
				if (cause instanceof TmuxError && cause.code === 'timeout') lost(own, cause);
				throw cause;
			}
		},
		close: async (): Promise<void> => {
			isClosed = true;
			clearTimeout(timer);
			watcher?.close();
			await drop();
		},
	};
};

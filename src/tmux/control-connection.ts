import {type ChildProcessWithoutNullStreams, spawn} from 'node:child_process';
import {randomUUID} from 'node:crypto';
import {controlLines, type Frame} from './control-lines.ts';
import type {Reply} from './control-queue.ts';
import {type Notification, notificationOf} from './notification.ts';
import {paneTexts} from './octal.ts';
import {closeEmptyServer, WATCHERS as SESSION} from './session.ts';
import {TmuxError, tmuxErrorOf} from './tmux-error.ts';

export type ConnectionOptions = {
	readonly args: readonly string[];
	readonly spawnEnv: NodeJS.ProcessEnv;
	/** Client flags of tmux, such as `ignore-size`. */
	readonly flags: readonly string[];
};

export type ConnectionEvents = {
	/** tmux has answered for the first time. */
	readonly ready: () => void;
	/** One per line sent, in the same order. */
	readonly reply: (reply: Reply) => void;
	readonly notification: (notification: Notification) => void;
	/** tmux reads again after `send` had answered false. */
	readonly drain: () => void;
	/** The process is gone, with tmux's reason. Exactly once, and the last event. */
	readonly down: (reason: TmuxError) => void;
};

/** A server that hangs lets a client connect and then says nothing. */
const GREETING_MS = 10_000;
/** What a healthy tmux needs to let a client go is a few milliseconds. */
const LEAVING_MS = 500;
/** The pipe may hold answers after the exit; but a stopped server holds its end of it open, for ever. */
const LAST_WORDS_MS = 100;

/** `cat` waits at no cost and ends with its terminal, even where a hang-up is ignored; two words, so that no shell starts. */
const IDLE = ['cat', '-'];

/**
 * The session stays when its clients go: destroying it in the moment in which control clients end makes tmux 3.3a crash,
 * with everybody's work. Only when nothing else is left to lose does it go (below, and in session.ts), and the server
 * with it. A killed `cat` must not end it early.
 */
const greeting = (flags: readonly string[]): readonly string[] => [
	...['new-session', '-A', '-s', SESSION, '-c', '/', '-f', flags.join(','), ...IDLE, ';'],
	...['set-option', '-t', `=${SESSION}:`, 'destroy-unattached', 'off', ';'],
	...['set-option', '-t', `=${SESSION}:`, 'detach-on-destroy', 'on', ';'],
	...['set-option', '-w', '-t', `=${SESSION}:`, 'remain-on-exit', 'on', ';'],
	...['set-option', '-s', 'exit-empty', 'on'],
];

const TORN: Reply = {lines: [], failure: 'the answer could not be told from the text around it'};

/** Gathers the blocks of one command until the mark says that there are no more. */
const replies = () => {
	let lines: readonly string[] = [];
	let failure: string | undefined;
	return (frame: Frame): Reply | undefined => {
		if (frame.kind === 'block' && frame.own) {
			if (frame.ok) lines = lines.length === 0 ? frame.lines : lines.concat(frame.lines);
			else failure ??= frame.lines.join('\n');
		}
		if (frame.kind !== 'mark') return undefined;
		const reply = frame.torn ? TORN : {lines, failure};
		lines = [];
		failure = undefined;
		return reply;
	};
};

/** Its own process group, as with every tmux that squad starts: a Ctrl-C reaches squad alone. -u: else tmux writes `_` for tabs and accents. */
const start = ({args, spawnEnv, flags}: ConnectionOptions) =>
	spawn('tmux', ['-u', ...args, '-C', ...greeting(flags)], {env: spawnEnv, detached: true});

/** Calls `gone` once, when the process has ended and been heard out, or could not be started. */
const whenGone = (child: ChildProcessWithoutNullStreams, gone: (problem: Error | undefined) => void): void => {
	let isGone = false;
	const end = (problem?: Error) => {
		if (isGone) return;
		isGone = true;
		for (const stream of [child.stdin, child.stdout, child.stderr]) stream.destroy();
		gone(problem);
	};
	child.on('error', problem => child.pid === undefined && end(problem));
	child.once('exit', () => setTimeout(end, LAST_WORDS_MS));
	child.once('close', () => end());
	// tmux left while we wrote: the exit reports it.
	child.stdin.on('error', () => undefined);
};

/** The last one out of a server without other sessions ends it. One that hangs is left as it is. */
const endEmptyServer = ({args, spawnEnv}: ConnectionOptions): Promise<void> =>
	new Promise(resolve => {
		const child = spawn('tmux', [...args, ...closeEmptyServer], {env: spawnEnv, stdio: 'ignore', detached: true});
		const timer = setTimeout(() => child.kill('SIGKILL'), LEAVING_MS);
		const done = (): void => {
			clearTimeout(timer);
			resolve();
		};
		child.once('error', done);
		child.once('exit', done);
	});

/** A client whose server hangs does not hear the end of its input; it hears a signal. */
const leave = async (child: ChildProcessWithoutNullStreams, gone: Promise<void>): Promise<void> => {
	child.stdin.end();
	const signals = (['SIGTERM', 'SIGKILL'] as const).map((signal, at) =>
		setTimeout(() => child.kill(signal), LEAVING_MS * (at + 1)),
	);
	await gone;
	signals.forEach(clearTimeout);
};

/** tmux says nothing when it was told to go, or when the client was killed. */
const reasonOf = (wasReady: boolean, words: string, exitCode: number | null): TmuxError =>
	wasReady
		? new TmuxError('closed', '-C', words || 'the connection was closed')
		: tmuxErrorOf(words, '-C', exitCode ?? undefined);

/** One tmux process in control mode, from its start to its end. */
export const controlConnection = (options: ConnectionOptions, on: ConnectionEvents) => {
	// After every line we ask for this mark. A line may yield any number of blocks (none for a comment, several for a chain
	// or an alias), so counting blocks would sooner or later give one command the answer of another.
	const mark = `squad-${randomUUID()}`;
	const markLine = `display-message -p ${mark}\n`;
	const [framesOf, replyOf, textOf] = [controlLines(mark), replies(), paneTexts()];
	const child = start(options);
	let [isGreeted, isReady] = [false, false];
	let lastWords = '';
	let hung: TmuxError | undefined;

	// Only now: tmux begins to read our lines before it has run new-session, and would run them for a client without a session.
	const greeted = ({ok, lines}: Extract<Frame, {kind: 'block'}>) => {
		if (!ok) lastWords = lines.join('\n');
		if (ok && !isGreeted) child.stdin.write(markLine);
		isGreeted ||= ok;
	};
	const take = (frame: Frame) => {
		if (frame.kind === 'line') {
			const notification = notificationOf(frame.line, textOf);
			if (notification.kind === 'exit') lastWords = notification.reason || lastWords;
			on.notification(notification);
			return;
		}
		if (!isReady && frame.kind === 'block') greeted(frame);
		const reply = replyOf(frame);
		if (reply === undefined) return;
		if (isReady) return on.reply(reply);
		isReady = true;
		clearTimeout(patience);
		on.ready();
	};
	const patience = setTimeout(() => {
		hung = new TmuxError('timeout', '-C', 'the tmux server does not answer');
		child.kill('SIGKILL');
	}, GREETING_MS);
	const gone = new Promise<void>(resolve => {
		whenGone(child, problem => {
			clearTimeout(patience);
			resolve();
			on.down(hung ?? reasonOf(isReady, problem?.message ?? lastWords, child.exitCode));
		});
	});
	child.stdout.on('data', (chunk: Buffer) => {
		for (const frame of framesOf(chunk)) take(frame);
	});
	child.stderr.on('data', (chunk: Buffer) => {
		lastWords = chunk.toString('utf8').trim() || lastWords;
	});
	child.stdin.on('drain', on.drain);

	return {
		/** False when tmux does not keep up: then nothing more until `drain`. */
		send: (lines: readonly string[]): boolean => child.stdin.write(lines.map(line => `${line}\n${markLine}`).join('')),
		/** Resolves when the process is gone. */
		close: () => leave(child, gone).then(() => endEmptyServer(options)),
	};
};

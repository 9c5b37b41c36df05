import {closeSync, fstatSync, openSync, readSync, unlinkSync} from 'node:fs';
import {warnsOfBindings} from '../program/spawn-now.ts';
import {LIST_PANES} from './format.ts';
import {serverEnvironment, type TmuxServer} from './server.ts';
import {tmuxErrorOf} from './tmux-error.ts';

/** What node's own child_process calls, as far as it is used here. */
type Child = {
	readonly spawn: (options: object) => number;
	readonly kill: (signal: number) => number;
	readonly close: () => void;
	onexit: (code: number, signal: string) => void;
};

/** A healthy server answers within milliseconds; one that hangs is left to whoever asks in earnest. */
const PATIENCE_MS = 1000;

/** As with spawnNow: the module around it takes longer to load than tmux to answer. */
const newChild = (): Child | undefined => {
	const {binding} = process as {binding?: (name: string) => {Process: new () => Child}};
	try {
		const {Process} = warnsOfBindings() || binding === undefined ? {} : binding.call(process, 'process_wrap');
		return Process === undefined ? undefined : new Process();
	} catch {
		// A node that no longer has it.
		return undefined;
	}
};

const contentOf = (file: number): string => {
	const content = Buffer.allocUnsafe(fstatSync(file).size);
	return content.toString('utf8', 0, readSync(file, content, 0, content.length, 0));
};

/** A file without a name, which is gone when it is closed. */
const scratch = (path: string): number => {
	const file = openSync(path, 'wx+', 0o600);
	unlinkSync(path);
	return file;
};

/** The answer, `''` where no server runs, undefined for anything that is not clear. */
const answerIn = (file: number, code: number): string | undefined => {
	const text = contentOf(file);
	return code === 0 ? text : tmuxErrorOf(text, 'list-panes', code).code === 'no-server' ? '' : undefined;
};

const run = (server: TmuxServer, file: number, child: Child): Promise<string | undefined> =>
	new Promise(resolve => {
		const timer = setTimeout(() => child.kill(9), PATIENCE_MS);
		child.onexit = code => {
			clearTimeout(timer);
			child.close();
			resolve(answerIn(file, code));
		};
		const output = {type: 'fd', fd: file};
		const failed = child.spawn({
			file: 'tmux',
			args: ['tmux', ...server.args, ...LIST_PANES],
			envPairs: Object.entries(serverEnvironment(process.env)).map(([name, value]) => `${name}=${value}`),
			stdio: [{type: 'ignore'}, output, output],
		});
		if (failed !== 0) {
			clearTimeout(timer);
			resolve(undefined);
		}
	});

/**
 * Asks tmux for its panes and goes on meanwhile, with an own file at a path for the answer. Undefined where it could not
 * be asked: whoever needs an answer then asks in the ordinary way.
 */
export const listEarly = async (server: TmuxServer, path: string): Promise<string | undefined> => {
	try {
		server.refuseBadSocket();
		const child = newChild();
		const file = child && scratch(path);
		return child && file !== undefined ? await run(server, file, child).finally(() => closeSync(file)) : undefined;
	} catch {
		// Said by whoever asks in earnest.
		return undefined;
	}
};

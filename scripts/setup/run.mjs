import {spawn} from 'node:child_process';
import {constants} from 'node:os';

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'];

/**
 * Runs a program without a keyboard, so that it can ask nothing, and collects all it prints.
 * `code` is null when it could not be started.
 * @returns {Promise<{code: number | null, output: string}>}
 */
export const run = (command, options = {}) =>
	new Promise(resolve => {
		const [program, ...args] = command;
		const child = spawn(program, args, {...options, stdio: ['ignore', 'pipe', 'pipe']});
		const chunks = [];
		// The lock is ours as long as this process lives, so it must not die before the child does.
		const pass = signal => {
			child.once('close', () => process.exit(128 + constants.signals[signal]));
			child.kill(signal);
		};
		const finish = code => {
			for (const signal of SIGNALS) process.off(signal, pass);
			resolve({code, output: Buffer.concat(chunks).toString()});
		};
		for (const signal of SIGNALS) process.on(signal, pass);
		for (const stream of [child.stdout, child.stderr]) stream.on('data', chunk => chunks.push(chunk));
		child.once('error', () => finish(null));
		child.once('close', code => finish(code ?? 1));
	});

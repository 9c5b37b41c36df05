// A program in a pseudo terminal, and when it has written what one waits for.
import {spawn} from 'node-pty';

const PATIENCE_MS = 30_000;

/** `wrote(matches)` resolves with the moment at which everything written since it was asked for matches. */
export const inTerminal = (program, args, {env, cwd, cols = 140, rows = 50}) => {
	const pty = spawn(program, args, {cols, rows, name: 'xterm-256color', cwd, env});
	let written = '';
	let waiting;
	pty.onData(data => {
		written += data;
		if (!waiting?.matches(written)) return;
		const {resolve} = waiting;
		waiting = undefined;
		resolve(performance.now());
	});
	const ended = new Promise(resolve => pty.onExit(resolve));
	return {
		pid: pty.pid,
		write: text => pty.write(text),
		wrote: matches =>
			new Promise((resolve, reject) => {
				written = '';
				const timer = setTimeout(
					() => reject(new Error(`waited in vain; it wrote ${JSON.stringify(written.slice(-500))}`)),
					PATIENCE_MS,
				);
				waiting = {
					matches,
					resolve: at => {
						clearTimeout(timer);
						resolve(at);
					},
				};
			}),
		end: async key => {
			if (key === undefined) pty.kill('SIGKILL');
			else pty.write(key);
			await ended;
		},
	};
};

import {spawn} from 'node:child_process';

/** Whoever reads goes on with Enter; Ctrl-C means the same. */
const read = (): Promise<void> =>
	new Promise(resolve => {
		const done = (): void => {
			process.stdin.off('data', done).pause();
			process.off('SIGINT', done);
			resolve();
		};
		process.on('SIGINT', done);
		process.stdin.on('data', done).resume();
	});

/** Runs `squad demo` as a program of its own on this terminal. */
export const demoOnTerminal = async (): Promise<void> => {
	const child = spawn(process.execPath, [process.argv[1] ?? '', 'demo'], {stdio: 'inherit'});
	await new Promise(resolve => child.once('error', resolve).once('exit', resolve));
	process.stdout.write('\nEnter goes back to squad ');
	await read();
};

import {readdirSync, readFileSync} from 'node:fs';

export type Process = {readonly pid: number; readonly command: string};

const readProc = (path: string) => {
	try {
		return readFileSync(`/proc/${path}`, 'latin1');
	} catch {
		return ''; // ended meanwhile, or not ours to read
	}
};

/** A zombie does not count: it holds no memory and runs nothing; that nobody reaps it is the container's doing. */
export const isAlive = (pid: number): boolean => {
	const stat = readProc(`${pid}/stat`);
	return stat !== '' && !/^[ZX]/.test(stat.slice(stat.lastIndexOf(')') + 2));
};

/** The state letter of /proc: T is stopped. */
export const stateOf = (pid: number): string => {
	const stat = readProc(`${pid}/stat`);
	return stat.slice(stat.lastIndexOf(')') + 2, stat.lastIndexOf(')') + 3);
};

/** All living processes whose environment holds this variable with this value. */
export const processesWith = (variable: string): Process[] =>
	readdirSync('/proc')
		.filter(name => /^\d+$/.test(name) && Number(name) !== process.pid)
		.filter(name => readProc(`${name}/environ`).split('\0').includes(variable) && isAlive(Number(name)))
		.map(name => ({pid: Number(name), command: readProc(`${name}/cmdline`).replaceAll('\0', ' ').trim()}));

/** All living processes that were started with this text among their arguments, such as a tmux server with its socket. */
export const processesNaming = (text: string): Process[] =>
	readdirSync('/proc')
		.filter(name => /^\d+$/.test(name) && Number(name) !== process.pid)
		.map(name => ({pid: Number(name), command: readProc(`${name}/cmdline`).replaceAll('\0', ' ').trim()}))
		.filter(({pid, command}) => command.includes(text) && isAlive(pid));

export const killProcess = (pid: number): void => {
	try {
		process.kill(pid, 'SIGKILL');
	} catch {
		// ended meanwhile
	}
};

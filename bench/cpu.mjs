// Processor time and memory of processes, from /proc (Linux).
import {readdirSync, readFileSync} from 'node:fs';

const read = path => {
	try {
		return readFileSync(path, 'utf8');
	} catch {
		return ''; // it ended
	}
};

const threadsOf = pid => {
	try {
		return readdirSync(`/proc/${pid}/task`);
	} catch {
		return [];
	}
};

/** Milliseconds on a processor so far, to the nanosecond: all threads that are still there. */
export const cpuMs = pid =>
	threadsOf(pid).reduce(
		(sum, thread) => sum + Number(read(`/proc/${pid}/task/${thread}/schedstat`).split(' ')[0] || 0) / 1e6,
		0,
	);

export const childrenOf = pid =>
	threadsOf(pid).flatMap(thread =>
		read(`/proc/${pid}/task/${thread}/children`).trim().split(' ').filter(Boolean).map(Number),
	);

/** A program and what it started. */
export const familyMs = pid => [pid, ...childrenOf(pid)].reduce((sum, one) => sum + cpuMs(one), 0);

/** Memory in use, in megabytes. */
export const memoryMb = pid => (Number(read(`/proc/${pid}/statm`).split(' ')[1] || 0) * 4096) / 1e6;

import {readdirSync} from 'node:fs';
import {allProcesses, childrenListed, HAS_PROC, numbersIn, ps, readProc, treeOf} from './processes.ts';

/** A process with all below it, itself first, and the memory they use. */
export type Family = {readonly pids: readonly number[]; readonly rssBytes: number};

const PAGE_BYTES = 4096;
const PARENT = 1;
const THREADS = 17;
const RESIDENT_PAGES = 21;

/** As far as they are needed here; counted from the end of the name, which may hold anything. */
const fieldsOf = (pid: number): string[] | undefined => {
	const stat = readProc(`/proc/${pid}/stat`);
	return stat?.slice(stat.lastIndexOf(')') + 2).split(' ', RESIDENT_PAGES + 1);
};

/** Two small files for each process: most have one thread, whose children are all there are. */
const familyInProc = (pid: number): Family => {
	const fields = fieldsOf(pid);
	if (fields === undefined) {
		return {pids: [], rssBytes: 0};
	}
	const listed = (fields[THREADS] === '1' ? readProc(`/proc/${pid}/task/${pid}/children`) : childrenListed(pid)) ?? '';
	const below = listed.trim() === '' ? [] : numbersIn(listed).map(familyInProc);
	return {
		pids: [pid, ...below.flatMap(one => one.pids)],
		rssBytes: below.reduce((sum, one) => sum + one.rssBytes, Number(fields[RESIDENT_PAGES]) * PAGE_BYTES),
	};
};

const familyFromPs = (pid: number): Family => {
	const pids = treeOf([pid], allProcesses()).map(one => one.pid);
	const lines = pids.length === 0 ? [] : ps(['-o', 'rss', '-p', pids.join(',')]);
	return {pids, rssBytes: lines.reduce((sum, line) => sum + Number(line) * 1024, 0)};
};

export const familyOf = (pid: number): Family => (HAS_PROC ? familyInProc(pid) : familyFromPs(pid));

/** All processes in one pass: their children, and the memory that each uses. */
const everybody = () => {
	const children = new Map<number, number[]>();
	const rssBytes = new Map<number, number>();
	for (const name of readdirSync('/proc')) {
		const pid = Number(name);
		const fields = Number.isNaN(pid) ? undefined : fieldsOf(pid);
		if (fields !== undefined) {
			rssBytes.set(pid, Number(fields[RESIDENT_PAGES]) * PAGE_BYTES);
			const siblings = children.get(Number(fields[PARENT]));
			if (siblings === undefined) children.set(Number(fields[PARENT]), [pid]);
			else siblings.push(pid);
		}
	}
	return {children, rssBytes};
};

/** From so many on one look at everybody may be less work than a look at each. */
const MANY = 30;

/** The children of a process are listed by thread: each thread is one more file to read. */
const hasThreads = ({pids}: Family): boolean => pids.some(pid => fieldsOf(pid)?.[THREADS] !== '1');

/** The families of several processes, which may be many: what the first is like, the others will be. */
export const familiesOf = (roots: readonly number[]): Map<number, Family> => {
	const [first] = roots;
	if (!HAS_PROC || first === undefined || roots.length < MANY || !hasThreads(familyOf(first))) {
		return new Map(roots.map(root => [root, familyOf(root)]));
	}
	const {children, rssBytes} = everybody();
	const familyIn = (pid: number): Family => {
		const below = (children.get(pid) ?? []).map(familyIn);
		return {
			pids: rssBytes.has(pid) ? [pid, ...below.flatMap(one => one.pids)] : [],
			rssBytes: below.reduce((sum, one) => sum + one.rssBytes, rssBytes.get(pid) ?? 0),
		};
	};
	return new Map(roots.map(root => [root, familyIn(root)]));
};

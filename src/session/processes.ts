import {spawnSync} from 'node:child_process';
import {readdirSync, readFileSync} from 'node:fs';
import {STARTED_BY} from '../program/started-by.ts';

/** One process of this user. */
export type Process = {readonly pid: number; readonly parent: number; readonly name: string};

export const HAS_PROC = process.platform === 'linux';

/** As UTF-8, whatever it is: of all encodings node reads that one in a single call. */
export const readProc = (path: string): string | undefined => {
	try {
		return readFileSync(path, 'utf8');
	} catch {
		// The process ended, or belongs to somebody else.
		return undefined;
	}
};

export const ps = (args: readonly string[]): string[] =>
	spawnSync('ps', args, {encoding: 'latin1', maxBuffer: 1 << 26})
		.stdout.split('\n')
		.slice(1);

let boot: string | undefined;

/** Tells this run of the machine from the one before. */
export const bootId = (): string => {
	boot ??= HAS_PROC
		? (readProc('/proc/sys/kernel/random/boot_id') ?? '').trim().slice(0, 8)
		: (/sec = (\d+)/.exec(spawnSync('sysctl', ['-n', 'kern.boottime'], {encoding: 'utf8'}).stdout)?.[1] ?? '');
	return boot;
};

/** In /proc/<pid>/stat the name may hold anything, so count the fields from its closing bracket. */
const statFields = (pid: number): {name: string; fields: string[]} | undefined => {
	const stat = readProc(`/proc/${pid}/stat`);
	return stat === undefined
		? undefined
		: {
				name: stat.slice(stat.indexOf('(') + 1, stat.lastIndexOf(')')),
				fields: stat.slice(stat.lastIndexOf(')') + 2).split(' '),
			};
};

/** When a process started, as text to compare; undefined when there is no such process. A zombie has ended. */
export const startOf = (pid: number): string | undefined => {
	if (!HAS_PROC) {
		const out = spawnSync('ps', ['-o', 'lstart=', '-p', `${pid}`], {encoding: 'utf8'}).stdout.trim();
		return out === '' ? undefined : out.replace(/\W+/g, '_');
	}
	const stat = statFields(pid);
	return stat === undefined || stat.fields[0] === 'Z' ? undefined : stat.fields[19];
};

export const isAlive = (pid: number): boolean => startOf(pid) !== undefined;

const FLAGS = 6;
const PF_KTHREAD = 0x200000;

/** A thread of the kernel itself: nobody's process, and often as many as all others. */
const isKernels = (fields: readonly string[]): boolean => (Number(fields[FLAGS]) & PF_KTHREAD) !== 0;

export const allProcesses = (): Process[] => {
	if (!HAS_PROC) {
		return ps(['-axo', 'pid,ppid,ucomm']).flatMap(line => {
			const [, pid, parent, name = ''] = /^\s*(\d+)\s+(\d+)\s+(.*)$/.exec(line) ?? [];
			return pid === undefined ? [] : [{pid: Number(pid), parent: Number(parent), name}];
		});
	}
	return readdirSync('/proc')
		.filter(name => /^\d+$/.test(name))
		.flatMap(name => processIn(Number(name)) ?? []);
};

/** One process as /proc knows it; undefined when it has ended. */
export const processIn = (pid: number): Process | undefined => {
	const stat = statFields(pid);
	return stat === undefined || stat.fields[0] === 'Z' || isKernels(stat.fields)
		? undefined
		: {pid, parent: Number(stat.fields[1]), name: stat.name};
};

/** The processes below some others, those included. PURE. */
export const treeOf = (roots: readonly number[], all: readonly Process[]): Process[] => {
	const children = byParent(all);
	const byPid = new Map(all.map(one => [one.pid, one]));
	const found = new Map<number, Process>();
	const visit = (one: Process | undefined): void => {
		if (one !== undefined && !found.has(one.pid)) {
			found.set(one.pid, one);
			children.get(one.pid)?.forEach(visit);
		}
	};
	roots.forEach(pid => {
		visit(byPid.get(pid));
	});
	return [...found.values()];
};

const byParent = (all: readonly Process[]): Map<number, Process[]> => {
	const groups = new Map<number, Process[]>();
	for (const one of all) {
		const siblings = groups.get(one.parent) ?? [];
		siblings.push(one);
		groups.set(one.parent, siblings);
	}
	return groups;
};

/** The processes whose environment carries a session's mark, wherever they went. */
export const markedBy = (id: string, all: readonly Process[]): Process[] => having(`SQUAD_SESSION_ID=${id}`, all);

/** The gits that a squad has started and that are still at work. */
export const gitsOf = (squad: number): Process[] =>
	having(
		`${STARTED_BY}=${squad}`,
		allProcesses().filter(({name}) => name.startsWith('git')),
	);

const having = (mark: string, all: readonly Process[]): Process[] => {
	if (!HAS_PROC) {
		const marked = new Set(
			ps(['-axEwwo', 'pid,command'])
				.filter(line => ` ${line} `.includes(` ${mark} `))
				.map(line => Number.parseInt(line, 10)),
		);
		return all.filter(one => marked.has(one.pid));
	}
	return all.filter(one => has(one.pid, mark));
};

/** In /proc only. */
const has = (pid: number, mark: string): boolean =>
	`\0${readProc(`/proc/${pid}/environ`) ?? ''}`.includes(`\0${mark}\0`);

export const hasMark = (pid: number, id: string): boolean => has(pid, `SQUAD_SESSION_ID=${id}`);

/** Any thread of a process may have started children. */
export const childrenListed = (pid: number): string | undefined => {
	try {
		const threads = readdirSync(`/proc/${pid}/task`);
		return threads.map(thread => readProc(`/proc/${pid}/task/${thread}/children`) ?? '').join(' ');
	} catch {
		// It has ended.
		return '';
	}
};

/** The processes directly below one. */
export const childrenOf = (pid: number): number[] => {
	const listed = HAS_PROC ? childrenListed(pid) : undefined;
	return listed === undefined
		? allProcesses()
				.filter(one => one.parent === pid)
				.map(one => one.pid)
		: numbersIn(listed);
};

export const numbersIn = (text: string): number[] => text.split(' ').filter(Boolean).map(Number);

const stateOf = (pid: number): string =>
	HAS_PROC
		? (statFields(pid)?.fields[0] ?? '')
		: spawnSync('ps', ['-o', 'state=', '-p', `${pid}`], {encoding: 'utf8'})
				.stdout.trim()
				.slice(0, 1);

/** Whether what runs in a pane is stopped; the pane's own process stays awake. */
export const isFrozen = (panePid: number): boolean => {
	const children = childrenOf(panePid);
	return children.length > 0 && children.every(pid => stateOf(pid) === 'T');
};

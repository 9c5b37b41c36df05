import {spawnSync} from 'node:child_process';
import {readdirSync, readFileSync} from 'node:fs';

/** One process of this user. */
export type Process = {readonly pid: number; readonly parent: number; readonly name: string};

const HAS_PROC = process.platform === 'linux';

const read = (path: string): string | undefined => {
	try {
		return readFileSync(path, 'latin1');
	} catch {
		// The process ended, or belongs to somebody else.
		return undefined;
	}
};

const ps = (args: readonly string[]): string[] =>
	spawnSync('ps', args, {encoding: 'latin1', maxBuffer: 1 << 26})
		.stdout.split('\n')
		.slice(1);

let boot: string | undefined;

/** Tells this run of the machine from the one before. */
export const bootId = (): string => {
	boot ??= HAS_PROC
		? (read('/proc/sys/kernel/random/boot_id') ?? '').trim().slice(0, 8)
		: (/sec = (\d+)/.exec(spawnSync('sysctl', ['-n', 'kern.boottime'], {encoding: 'utf8'}).stdout)?.[1] ?? '');
	return boot;
};

/** In /proc/<pid>/stat the name may hold anything, so count the fields from its closing bracket. */
const statFields = (pid: number): {name: string; fields: string[]} | undefined => {
	const stat = read(`/proc/${pid}/stat`);
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

export const allProcesses = (): Process[] => {
	if (!HAS_PROC) {
		return ps(['-axo', 'pid,ppid,ucomm']).flatMap(line => {
			const [, pid, parent, name = ''] = /^\s*(\d+)\s+(\d+)\s+(.*)$/.exec(line) ?? [];
			return pid === undefined ? [] : [{pid: Number(pid), parent: Number(parent), name}];
		});
	}
	return readdirSync('/proc')
		.filter(name => /^\d+$/.test(name))
		.flatMap(name => {
			const stat = statFields(Number(name));
			return stat === undefined || stat.fields[0] === 'Z'
				? []
				: [{pid: Number(name), parent: Number(stat.fields[1]), name: stat.name}];
		});
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
export const markedBy = (id: string, all: readonly Process[]): Process[] => {
	const mark = `SQUAD_SESSION_ID=${id}`;
	if (!HAS_PROC) {
		const marked = new Set(
			ps(['-axEwwo', 'pid,command'])
				.filter(line => ` ${line} `.includes(` ${mark} `))
				.map(line => Number.parseInt(line, 10)),
		);
		return all.filter(one => marked.has(one.pid));
	}
	return all.filter(one => read(`/proc/${one.pid}/environ`)?.split('\0').includes(mark));
};

/** Memory in use, in bytes. */
export const memoryOf = (pids: readonly number[]): number => {
	if (!HAS_PROC) {
		return pids.length === 0
			? 0
			: ps(['-o', 'rss', '-p', pids.join(',')]).reduce((sum, line) => sum + Number(line) * 1024, 0);
	}
	return pids.reduce((sum, pid) => sum + Number(read(`/proc/${pid}/statm`)?.split(' ')[1] ?? 0) * 4096, 0);
};

/** Any thread of a process may have started children. */
const childrenListed = (pid: number): string | undefined => {
	try {
		const threads = readdirSync(`/proc/${pid}/task`);
		return threads.map(thread => read(`/proc/${pid}/task/${thread}/children`) ?? '').join(' ');
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
		: listed.split(' ').filter(Boolean).map(Number);
};

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

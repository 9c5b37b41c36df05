import {execFile} from 'node:child_process';
import {readdirSync, readFileSync} from 'node:fs';
import {promisify} from 'node:util';
import type {Usage} from './snapshot.ts';

/** One process, and what it has used so far. */
type Used = {readonly parent: number; readonly rssBytes: number; readonly cpuMs: number};

const PAGE_BYTES = 4096;
const TICK_MS = 10;

/** Fields of /proc/<pid>/stat, counted behind the name, which may hold anything. */
const usedIn = (stat: string): Used => {
	const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
	const at = (index: number) => Number(fields[index] ?? 0);
	return {parent: at(1), rssBytes: at(21) * PAGE_BYTES, cpuMs: (at(11) + at(12)) * TICK_MS};
};

const fromProc = (): Map<number, Used> => {
	const all = new Map<number, Used>();
	for (const name of readdirSync('/proc')) {
		if (Number.isNaN(Number(name))) continue;
		try {
			all.set(Number(name), usedIn(readFileSync(`/proc/${name}/stat`, 'latin1')));
		} catch {
			// It ended meanwhile.
		}
	}
	return all;
};

/** `1-02:03:04.56` of ps, in milliseconds. PURE. */
const cpuMsOf = (text: string): number => {
	const [days, rest] = text.includes('-') ? text.split('-') : ['0', text];
	const seconds = (rest ?? '').split(':').reduce((sum, part) => sum * 60 + Number(part), 0);
	return (Number(days) * 86_400 + seconds) * 1000;
};

const fromPs = async (): Promise<Map<number, Used>> => {
	const {stdout} = await promisify(execFile)('ps', ['-axo', 'pid=,ppid=,rss=,time='], {maxBuffer: 1 << 26});
	const lines = stdout.split('\n').map(line => line.trim().split(/\s+/));
	return new Map(
		lines
			.filter(parts => parts.length === 4)
			.map(([pid, parent, rss, time = '']): [number, Used] => [
				Number(pid),
				{parent: Number(parent), rssBytes: Number(rss) * 1024, cpuMs: cpuMsOf(time)},
			]),
	);
};

/** Everything below some processes, those included, added up. PURE. */
const sumBelow = (
	roots: readonly number[],
	all: ReadonlyMap<number, Used>,
	children: ReadonlyMap<number, readonly number[]>,
): {rssBytes: number; cpuMs: number} => {
	const sum = {rssBytes: 0, cpuMs: 0};
	const seen = new Set<number>();
	const waiting = [...roots];
	for (let pid = waiting.pop(); pid !== undefined; pid = waiting.pop()) {
		const used = all.get(pid);
		if (used === undefined || seen.has(pid)) continue;
		seen.add(pid);
		sum.rssBytes += used.rssBytes;
		sum.cpuMs += used.cpuMs;
		waiting.push(...(children.get(pid) ?? []));
	}
	return sum;
};

const childrenIn = (all: ReadonlyMap<number, Used>): Map<number, number[]> => {
	const children = new Map<number, number[]>();
	for (const [pid, {parent}] of all) {
		const siblings = children.get(parent);
		if (siblings === undefined) children.set(parent, [pid]);
		else siblings.push(pid);
	}
	return children;
};

/** What sessions use, from one pass over the process table; `roots` are the processes of their panes. */
export const usageMeter = () => {
	const before = new Map<string, {cpuMs: number; at: number}>();
	return async (roots: ReadonlyMap<string, readonly number[]>): Promise<Map<string, Usage>> => {
		const all = process.platform === 'linux' ? fromProc() : await fromPs();
		const children = childrenIn(all);
		const at = performance.now();
		const usage = new Map<string, Usage>();
		for (const [id, pids] of roots) {
			const {rssBytes, cpuMs} = sumBelow(pids, all, children);
			const last = before.get(id);
			// A process that ended took its time with it.
			const cpuPercent = last === undefined ? null : Math.max(0, ((cpuMs - last.cpuMs) / (at - last.at)) * 100);
			before.set(id, {cpuMs, at});
			usage.set(id, {rssBytes, cpuPercent: cpuPercent === null ? null : Math.round(cpuPercent * 10) / 10});
		}
		for (const id of before.keys()) if (!roots.has(id)) before.delete(id);
		return usage;
	};
};

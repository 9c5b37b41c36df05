import {childrenOf, HAS_PROC, hasMark, type Process, processIn, readProc} from './processes.ts';

const INIT = 1;

/**
 * Those that adopt what a process, or anything beside it, leaves behind: the kernel gives an orphan to one of the
 * processes above the place that it came from. Undefined where that cannot be told: then anybody may have it.
 */
export const adoptersOf = (pid: number): readonly number[] | undefined => {
	if (!HAS_PROC || readProc(`/proc/${pid}/task/${pid}/children`) === undefined) {
		return undefined;
	}
	const found = [INIT];
	for (let above = processIn(pid)?.parent; above !== undefined && above > INIT; above = processIn(above)?.parent) {
		found.push(above);
	}
	return found;
};

const below = (pid: number): Process[] => {
	const found = processIn(pid);
	return found === undefined ? [] : [found, ...childrenOf(pid).flatMap(below)];
};

/** The processes below some, and those with a session's mark that left, with all below them. */
export const kinOf = (id: string, roots: readonly number[], adopters: readonly number[]) => {
	const left = adopters.flatMap(childrenOf).filter(pid => !roots.includes(pid) && hasMark(pid, id));
	return {inside: roots.flatMap(below), marked: left.flatMap(below)};
};

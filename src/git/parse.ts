import type {BytePath} from './bytes.ts';

/** One version of a file: null where it does not exist. */
export type Version = {readonly mode: string; readonly oid: string} | null;

export type Change = {
	readonly path: BytePath;
	/** git's two letters: index against HEAD, worktree against index. */
	readonly index: string;
	readonly worktree: string;
	readonly head: Version;
	readonly staged: Version;
	readonly submodule: boolean;
};

export type Status = {
	/** null: no commit yet. */
	readonly head: string | null;
	/** null: detached. */
	readonly branch: string | null;
	readonly changes: readonly Change[];
	readonly unmerged: readonly BytePath[];
	/** A trailing slash: a repository of its own inside the worktree. */
	readonly untracked: readonly BytePath[];
};

const version = (mode = '', oid = ''): Version => (/^0*$/.test(mode) ? null : {mode, oid});

/** Splits off `count` words; the rest is a path and may hold anything. */
const words = (line: string, count: number): [string[], string] => {
	const parts = line.split(' ');
	return [parts.slice(0, count), parts.slice(count).join(' ')];
};

const parseChange = (line: string): Change => {
	const [[, xy = '..', sub = '', headMode, indexMode, , headOid, indexOid], path] = words(line, 8);
	return {
		path,
		index: xy[0] ?? '.',
		worktree: xy[1] ?? '.',
		head: version(headMode, headOid),
		staged: version(indexMode, indexOid),
		submodule: sub.startsWith('S'),
	};
};

/** Reads `git status --porcelain=v2 --branch -z --no-renames`. */
export const parseStatus = (out: string): Status => {
	const lines = out.split('\0');
	const header = (name: string) => lines.find(line => line.startsWith(`# ${name} `))?.slice(name.length + 3) ?? '';
	return {
		head: header('branch.oid') === '(initial)' ? null : header('branch.oid'),
		branch: header('branch.head') === '(detached)' ? null : header('branch.head'),
		changes: lines.filter(line => line.startsWith('1 ')).map(parseChange),
		unmerged: lines.filter(line => line.startsWith('u ')).map(line => words(line, 10)[1]),
		untracked: lines.filter(line => line.startsWith('? ')).map(line => line.slice(2)),
	};
};

export type TreeChange = {readonly path: BytePath; readonly before: Version; readonly after: Version};

/** Reads `git diff-tree --stdin -r -z --no-renames --raw`: under each commit that differs, header and path take turns. */
export const parseTreeDiffs = (out: string): Map<string, TreeChange[]> => {
	const parts = out.split('\0');
	const diffs = new Map<string, TreeChange[]>();
	let changes: TreeChange[] = [];
	for (let at = 0; at + 1 < parts.length; at++) {
		const part = parts[at] ?? '';
		if (!part.startsWith(':')) {
			changes = [];
			diffs.set(part, changes);
			continue;
		}
		const [oldMode, newMode, oldOid, newOid] = part.slice(1).split(' ');
		changes.push({path: parts[++at] ?? '', before: version(oldMode, oldOid), after: version(newMode, newOid)});
	}
	return diffs;
};

/** Reads `git diff-tree -r -z --no-renames --raw` of two trees. */
export const parseTreeDiff = (out: string): TreeChange[] => parseTreeDiffs(`\0${out}`).get('') ?? [];

export type Worktree = {readonly path: string; readonly branch: string | null; readonly bare: boolean};

/** Reads `git worktree list --porcelain -z`, or the same with line ends where git is older than 2.36. */
export const parseWorktrees = (out: string): Worktree[] => {
	const separator = out.includes('\0') ? '\0' : '\n';
	return out.split(separator + separator).flatMap(block => {
		const lines = block.split(separator).filter(line => line !== '');
		const value = (name: string) => lines.find(line => line.startsWith(`${name} `))?.slice(name.length + 1);
		const path = value('worktree');
		return path === undefined
			? []
			: [{path, branch: value('branch')?.replace('refs/heads/', '') ?? null, bare: lines.includes('bare')}];
	});
};

/** A line for `git update-index -z --index-info`; a null version removes the path. */
export const indexInfo = (path: BytePath, to: Version, oidLength: number): string =>
	to === null ? `0 ${'0'.repeat(oidLength)}\t${path}\0` : `${to.mode} ${to.oid}\t${path}\0`;

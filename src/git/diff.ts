import {mkdirSync} from 'node:fs';
import {join} from 'node:path';
import {git, gitLine, refuseMissing} from './git.ts';
import {indexInfo} from './parse.ts';
import {readStash} from './read-stash.ts';
import {commonObjectsOf} from './repository.ts';
import {stashable} from './saved-work.ts';
import {withScratch} from './scratch.ts';
import {copyIndex, statusOf} from './worktree.ts';
import {putIntoIndex} from './write-stash.ts';

export type DiffStat = {readonly files: number; readonly added: number; readonly removed: number};

/** What a session has done, as two trees that git can compare. */
type Compared = {
	readonly directory: string;
	readonly from: string;
	readonly to: string;
	readonly env: Readonly<Record<string, string>>;
};

/** A tree of everything in a worktree now. Its objects go to a throw-away folder: looking leaves nothing behind. */
const treeOfWorktree = async (worktree: string, scratch: string) => {
	const status = await statusOf(worktree);
	const {changes, untracked} = stashable(status);
	const objects = join(scratch, 'objects');
	mkdirSync(objects, {recursive: true, mode: 0o700});
	const env = {GIT_OBJECT_DIRECTORY: objects, GIT_ALTERNATE_OBJECT_DIRECTORIES: await commonObjectsOf(worktree)};
	const index = join(scratch, 'diff.index');
	copyIndex(worktree, index);
	const paths = [...changes.map(change => change.path), ...untracked];
	await putIntoIndex(worktree, index, paths, status.head?.length ?? 40, env);
	return {tree: await gitLine(worktree, ['write-tree'], {index, env}), env};
};

/** The same of a stash commit: tracked and untracked files together. */
const treeOfStash = async (repo: string, commit: string, scratch: string) => {
	const {untracked} = await readStash(repo, commit);
	const objects = join(scratch, 'objects');
	mkdirSync(objects, {recursive: true, mode: 0o700});
	const env = {GIT_OBJECT_DIRECTORY: objects, GIT_ALTERNATE_OBJECT_DIRECTORIES: await commonObjectsOf(repo)};
	const index = join(scratch, 'diff.index');
	await git(repo, ['read-tree', commit], {index, env});
	const entries = untracked.map(({path, mode, oid}) => indexInfo(path, {mode, oid}, commit.length));
	await git(repo, ['update-index', '-z', '--index-info'], {index, env, input: Buffer.from(entries.join(''), 'latin1')});
	return {tree: await gitLine(repo, ['write-tree'], {index, env}), env};
};

export type Place =
	| {readonly worktree: string}
	| {readonly repo: string; readonly stash: string}
	| {readonly repo: string; readonly commit: string};

const compare = async (place: Place, base: string, scratch: string): Promise<Compared> => {
	if ('worktree' in place) {
		const {tree, env} = await treeOfWorktree(place.worktree, scratch);
		return {directory: place.worktree, from: base, to: tree, env};
	}
	if ('stash' in place) {
		const {tree, env} = await treeOfStash(place.repo, place.stash, scratch);
		return {directory: place.repo, from: base, to: tree, env};
	}
	return {directory: place.repo, from: base, to: place.commit, env: {}};
};

/** simple-git is loaded only where people look at a diff: it costs more than a bare node start. */
const looker = async ({directory, env}: Compared) => {
	refuseMissing(directory, ['diff']);
	const {simpleGit} = await import('simple-git');
	const clean = Object.entries(process.env).filter(([name]) => /^(PATH|HOME|USER|LANG|XDG_.*|TMPDIR)$/.test(name));
	const own = {...env, GIT_OPTIONAL_LOCKS: '0'};
	return simpleGit({baseDir: directory, allowEnvironment: Object.keys(own)}).env({
		...Object.fromEntries(clean),
		...own,
		LC_ALL: 'C',
	});
};

/** Never a program that the user or the repository configured for showing diffs. */
const PLAIN = ['--no-ext-diff', '--no-textconv', '--no-color'];

export const diffStat = (place: Place, base: string, scratch: string): Promise<DiffStat> =>
	withScratch(scratch, async () => {
		const compared = await compare(place, base, scratch);
		const {files, insertions, deletions} = await (await looker(compared)).diffSummary([
			...PLAIN,
			compared.from,
			compared.to,
		]);
		return {files: files.length, added: insertions, removed: deletions};
	});

export const diffText = (place: Place, base: string, scratch: string, stat: boolean): Promise<string> =>
	withScratch(scratch, async () => {
		const compared = await compare(place, base, scratch);
		const options = stat ? ['--stat'] : [];
		return (await looker(compared)).diff([...PLAIN, ...options, compared.from, compared.to]);
	});

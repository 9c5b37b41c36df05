import {
	copyFileSync,
	existsSync,
	lstatSync,
	mkdirSync,
	readFileSync,
	readlinkSync,
	renameSync,
	rmSync,
	symlinkSync,
	writeFileSync,
} from 'node:fs';
import {join} from 'node:path';
import {type BytePath, foldersAbove, forPeople, onDisk, zList} from './bytes.ts';
import {removeFiles} from './files.ts';
import {fingerprint} from './fingerprint.ts';
import {git} from './git.ts';
import {WorkConflict} from './git-error.ts';
import {placeFiles, syncFoldersOf, syncPath, syncStaged, syncTree, withStage} from './stage.ts';

/** A file that git was told not to look at: it may differ from every commit, and no status says so. */
type Hidden = {
	readonly path: BytePath;
	readonly flag: 'skip-worktree' | 'assume-unchanged';
	/** Whether the file was there, and in a version of its own. */
	readonly file: 'absent' | 'same' | 'own';
};

/** There only while everything that it names is. */
const LIST = 'list.json';
const UNFINISHED = `${LIST}.tmp`;

const letGo = (folder: string): void => {
	rmSync(join(folder, LIST), {force: true});
	rmSync(folder, {recursive: true, force: true});
};

/** A link stays a link. */
const copyExactly = (from: Buffer, to: Buffer): void => {
	rmSync(to, {force: true});
	if (lstatSync(from).isSymbolicLink()) {
		symlinkSync(readlinkSync(from, {encoding: 'buffer'}), to);
	} else {
		copyFileSync(from, to);
	}
};

const parse = (line: string): {tag: string; mode: string; oid: string; path: BytePath} => {
	const [tag = '', mode = '', oid = ''] = line.slice(0, line.indexOf('\t')).split(' ');
	return {tag, mode, oid, path: line.slice(line.indexOf('\t') + 1)};
};

/** Keeps the hidden files of a worktree that is about to be removed, and which flags they had. */
export const keepHidden = async (worktree: string, folder: string): Promise<void> => {
	const {out} = await git(worktree, ['ls-files', '-v', '-s', '-z'], {bytes: true, looks: true});
	const flagged = out
		.split('\0')
		.map(parse)
		.filter(({tag}) => /^[a-zS]$/.test(tag));
	// A restore that was cut off before it set the flags: what it had still to do is kept as it was.
	const named = new Set(flagged.map(({path}) => path));
	const owed = readList(folder).flatMap((one, at) => (named.has(one.path) ? [] : [{...one, kept: `${at}`}]));
	if (flagged.length + owed.length === 0) {
		return;
	}
	const partial = `${folder}.partial`;
	rmSync(partial, {recursive: true, force: true});
	mkdirSync(partial, {recursive: true, mode: 0o700});
	const hidden = flagged.map(({tag, mode, oid, path}, at): Hidden => {
		const now = fingerprint(worktree, path, oid.length);
		const isOwn = now !== null && now !== 'other' && (now.oid !== oid || (now.kind === 'link') !== (mode === '120000'));
		if (isOwn) {
			copyExactly(onDisk(worktree, path), Buffer.from(join(partial, `${at}`)));
		}
		return {
			path,
			flag: tag === 'S' || tag === 's' ? 'skip-worktree' : 'assume-unchanged',
			file: now === null ? 'absent' : isOwn ? 'own' : 'same',
		};
	});
	for (const [at, {file, kept}] of owed.entries()) {
		if (file === 'own') {
			copyExactly(Buffer.from(join(folder, kept)), Buffer.from(join(partial, `${hidden.length + at}`)));
		}
	}
	const all: Hidden[] = [...hidden, ...owed.map(({path, flag, file}) => ({path, flag, file}))];
	writeFileSync(join(partial, UNFINISHED), JSON.stringify(all), {mode: 0o600});
	syncTree(partial);
	renameSync(join(partial, UNFINISHED), join(partial, LIST));
	syncPath(partial);
	letGo(folder);
	renameSync(partial, folder);
};

/** A folder that was being replaced when squad was cut off is complete under its other name. */
const readList = (folder: string): Hidden[] => {
	if (!existsSync(join(folder, LIST)) && existsSync(join(`${folder}.partial`, LIST))) {
		rmSync(folder, {recursive: true, force: true});
		renameSync(`${folder}.partial`, folder);
	}
	return existsSync(join(folder, LIST)) ? (JSON.parse(readFileSync(join(folder, LIST), 'utf8')) as Hidden[]) : [];
};

/** What git would make of files, through its filters. */
const cleaned = async (worktree: string, paths: readonly BytePath[]): Promise<string[]> =>
	paths.length === 0
		? []
		: (
				await git(worktree, ['hash-object', '--stdin-paths'], {
					input: Buffer.from(paths.map(path => `${path}\n`).join(''), 'latin1'),
					looks: true,
				})
			).out.split('\n');

/** Files that are neither as the index has them nor as they were kept: somebody has been at them since. */
const writtenSince = async (
	worktree: string,
	folder: string,
	hidden: readonly Hidden[],
	index: ReadonlyMap<BytePath, string>,
): Promise<BytePath[]> => {
	const others = hidden.flatMap(({path, file}, at) => {
		const oid = index.get(path) ?? '';
		const now = file === 'same' ? null : fingerprint(worktree, path, oid.length);
		const kept = file === 'own' ? fingerprint(folder, `${at}`, oid.length) : null;
		const isOther = now !== null && now !== 'other' && now.oid !== oid && (kept as typeof now | null)?.oid !== now.oid;
		return isOther ? [{path, oid, canBeNamed: now.kind === 'file' && !path.includes('\n')}] : [];
	});
	const named = others.filter(({canBeNamed}) => canBeNamed);
	const oids = await cleaned(
		worktree,
		named.map(({path}) => path),
	);
	const fine = named.filter(({oid}, at) => oids[at] === oid);
	return others.filter(one => !fine.includes(one)).map(({path}) => path);
};

/**
 * Puts hidden files and their flags back into a worktree that was made again. Changes nothing where somebody has written
 * one of them meanwhile. May run twice.
 */
export const restoreHidden = async (worktree: string, folder: string): Promise<void> => {
	const hidden = readList(folder);
	rmSync(`${folder}.partial`, {recursive: true, force: true});
	if (hidden.length === 0) {
		letGo(folder);
		return;
	}
	const {out} = await git(worktree, ['ls-files', '-s', '-v', '-z'], {bytes: true, looks: true});
	const index = new Map(out.split('\0').map(line => [parse(line).path, parse(line).oid] as const));
	const inTheWay = await writtenSince(worktree, folder, hidden, index);
	if (inTheWay.length > 0) {
		throw new WorkConflict(inTheWay.map(forPeople));
	}
	await withStage(worktree, async stage => {
		const own = hidden.flatMap(({path, file}, at) => (file === 'own' ? [{path, kept: join(folder, `${at}`)}] : []));
		for (const {path, kept} of own) {
			mkdirSync(onDisk(stage, foldersAbove(path)[0] ?? '.'), {recursive: true});
			copyExactly(Buffer.from(kept), onDisk(stage, path));
		}
		const paths = own.map(({path}) => path);
		await syncStaged(stage, paths);
		placeFiles(stage, worktree, paths);
		await syncFoldersOf(worktree, paths);
	});
	removeFiles(
		worktree,
		hidden.filter(({file}) => file === 'absent').map(({path}) => path),
	);
	for (const flag of ['skip-worktree', 'assume-unchanged'] as const) {
		const paths = hidden.filter(one => one.flag === flag && index.has(one.path)).map(({path}) => path);
		if (paths.length > 0) {
			await git(worktree, ['update-index', `--${flag}`, '-z', '--stdin'], {input: zList(paths)});
		}
	}
	letGo(folder);
};

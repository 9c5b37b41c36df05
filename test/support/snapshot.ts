import {createHash} from 'node:crypto';
import {lstat, readdir, readFile, readlink} from 'node:fs/promises';
import type {Lab} from './lab.ts';

/** A worktree as git and the file system see it, byte for byte; names in latin1, because they need not be UTF-8. */
export type Snapshot = {
	readonly head: string;
	readonly status: readonly string[];
	readonly index: readonly string[];
	readonly files: Readonly<Record<string, string>>;
};

const SLASH = Buffer.from('/');

const describe = async (path: Buffer) => {
	const stat = await lstat(path);
	const mode = (stat.mode & 0o777).toString(8);
	if (stat.isSymbolicLink()) return `link to ${(await readlink(path, 'buffer')).toString('latin1')}`;
	return `${mode} ${createHash('sha256')
		.update(await readFile(path))
		.digest('hex')}`;
};

const filesIn = async (folder: Buffer, prefix = ''): Promise<[string, string][]> => {
	const names = await readdir(folder, {encoding: 'buffer', withFileTypes: true});
	const found = await Promise.all(
		names.map(async (entry): Promise<[string, string][]> => {
			const name = prefix + entry.name.toString('latin1');
			const path = Buffer.concat([folder, SLASH, entry.name]);
			if (name === '.git') return [];
			return entry.isDirectory() ? filesIn(path, `${name}/`) : [[name, await describe(path)]];
		}),
	);
	return found.flat().sort(([a], [b]) => (a < b ? -1 : 1));
};

export const filesOf = async (folder: string): Promise<Record<string, string>> =>
	Object.fromEntries(await filesIn(Buffer.from(folder)));

export const snapshot = async (here: Lab, folder: string): Promise<Snapshot> => {
	const look = async (...args: string[]) => {
		const {bytes, code, stderr} = await here.run('git', ...args, {cwd: folder, env: {GIT_OPTIONAL_LOCKS: '0'}});
		if (code !== 0) throw new Error(`git ${args.join(' ')} in ${folder}: ${stderr}`);
		return bytes.toString('latin1').split('\0').filter(Boolean);
	};
	const [head = '', status, index, files] = await Promise.all([
		here.run('git', 'symbolic-ref', '-q', 'HEAD', {cwd: folder}).then(async ({stdout}) => {
			const [commit] = await look('rev-parse', 'HEAD');
			return `${stdout.trim() || 'detached'} ${commit?.trim()}`;
		}),
		look('status', '--porcelain=v2', '-z', '--untracked-files=all'),
		look('ls-files', '-s', '-v', '-z'),
		filesOf(folder),
	]);
	return {head, status, index, files};
};

/** What `git status` says of a folder with nothing unsaved. */
export const CLEAN: readonly string[] = [];

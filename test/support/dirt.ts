import {chmod, mkdir, rm, symlink, unlink, writeFile} from 'node:fs/promises';
import {dirname, join} from 'node:path';
import type {Lab} from './lab.ts';

const PICTURE = Buffer.from(Array.from({length: 4096}, (_, i) => (i * 7919) % 256));

/** Writes a file and the folders above it. */
export const put = async (folder: string, name: string, content: string | Buffer = `${name}\n`): Promise<void> => {
	const path = join(folder, name);
	await mkdir(dirname(path), {recursive: true});
	await writeFile(path, content);
};

export const commitAll = async (here: Lab, cwd: string, message = 'more'): Promise<void> => {
	await here.git('add', '-A', {cwd});
	await here.git('commit', '-q', '--no-verify', '-m', message, {cwd});
};

/** Names that shells, git's pathspecs and line-wise parsers stumble over. */
const NAMES = ['with space', 'new\nline', 'ümläut', 'u\u0308 decomposed', 'tab\there', '"quoted"', 'back\\slash'];
const TRAPS = ['-rf', '--all', '*', '[a]', ':(exclude)x', '$(touch pwned)', ' edges ', '日本語', '😀', 'n'.repeat(250)];

const COMMITTED = [
	...['staged', 'twice', 'unstaged', 'deleted', 'deleted-staged', 'mode.sh', 'mode-staged.sh', 'emptied'],
	...['folder/moved', 'folder/changed', 'deep/er/est/file'],
	...[...NAMES, ...TRAPS].map(name => `known/${name}`),
];

const lines = (name: string) => Array.from({length: 20}, (_, i) => `${name} line ${i}\n`).join('');

const prepare = async (here: Lab, cwd: string) => {
	for (const name of COMMITTED) await put(cwd, name, lines(name));
	await put(cwd, 'picture.bin', PICTURE);
	await symlink('staged', join(cwd, 'link'));
	await symlink('nowhere', join(cwd, 'dangling'));
	await commitAll(here, cwd, 'the state before');
};

const stage = async (here: Lab, cwd: string) => {
	const again = (name: string, more: string) => put(cwd, name, lines(name) + more);
	await again('staged', 'staged\n');
	await again('twice', 'staged\n');
	await put(cwd, 'new-staged', 'new and staged\n');
	await put(cwd, 'empty-staged', '');
	await put(cwd, 'picture-staged.bin', Buffer.from(PICTURE).reverse());
	await symlink('nowhere else', join(cwd, 'dangling-staged'));
	await chmod(join(cwd, 'mode-staged.sh'), 0o755);
	for (const name of [...NAMES, ...TRAPS]) await put(cwd, `staged names/${name}`);
	await unlink(join(cwd, 'deleted-staged'));
	await here.git('add', '-A', {cwd});
	await here.git('mv', 'folder/moved', 'folder/moved here', {cwd});
	await again('twice', 'staged\nand changed again\n');
	await put(cwd, 'new-staged', 'new, staged and changed\n');
};

/** A worktree with every kind of unsaved work that the issue names, the ignored files too. */
export const makeTerrible = async (here: Lab, cwd: string): Promise<void> => {
	await prepare(here, cwd);
	await stage(here, cwd);
	await put(cwd, 'unstaged', 'all different\n');
	await put(cwd, 'folder/changed', `${lines('folder/changed')}no newline at the end`);
	await unlink(join(cwd, 'deleted'));
	await put(cwd, 'emptied', '');
	await chmod(join(cwd, 'mode.sh'), 0o755);
	await put(cwd, 'picture.bin', Buffer.concat([PICTURE, Buffer.from([0, 255, 10, 13, 0])]));
	await unlink(join(cwd, 'link'));
	await symlink('unstaged', join(cwd, 'link'));
	await rm(join(cwd, 'dangling'));
	await symlink('still nowhere', join(cwd, 'dangling'));
	await symlink('folder', join(cwd, 'link to a folder'));
	await symlink('/does/not/exist', join(cwd, 'dangling untracked'));
	await put(cwd, 'empty untracked', '');
	await put(cwd, 'new folder/deep/er/file', 'untracked\n');
	await put(cwd, 'tool.sh', '#!/bin/sh\n');
	await chmod(join(cwd, 'tool.sh'), 0o755);
	for (const name of [...NAMES, ...TRAPS]) {
		await put(cwd, `known/${name}`, `changed: ${name}`);
		await put(cwd, `untracked names/${name}`);
		await put(cwd, name, `at the top: ${name}\n`);
	}
	await put(cwd, '.env', 'SECRET=only here\n');
	await put(cwd, 'debug.log', 'ignored\n');
	await put(cwd, 'node_modules/left pad/index.js', 'ignored too\n');
};

import {mkdir, writeFile} from 'node:fs/promises';
import {join} from 'node:path';
import type {RunOptions} from './run.ts';

export type Git = (...args: readonly (string | RunOptions)[]) => Promise<string>;

/** A repository with three commits on main, a tag and a second branch. */
export const makeRepository = async (git: Git, path: string): Promise<string> => {
	const at = {cwd: path};
	await mkdir(join(path, 'src'), {recursive: true});
	await git('init', '-q', '-b', 'main', at);
	const commit = async (message: string) => {
		await git('add', '-A', at);
		await git('commit', '-q', '-m', message, at);
	};
	await writeFile(join(path, 'README.md'), '# lab\n\nfirst line\nsecond line\nthird line\n');
	await writeFile(join(path, '.gitignore'), '*.log\n.env\nnode_modules/\n');
	await commit('one');
	await git('tag', '-a', 'v1', '-m', 'the first', at);
	await writeFile(join(path, 'src', 'app.txt'), 'alpha\nbeta\ngamma\n');
	await commit('two');
	await git('branch', 'feature', at);
	await writeFile(join(path, 'src', 'other.txt'), 'one\ntwo\nthree\n');
	await commit('three');
	return path;
};

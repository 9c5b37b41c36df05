import {existsSync, readFileSync} from 'node:fs';
import {join} from 'node:path';
import {gitDirOf} from './worktree.ts';

/** The git directory of a repository that is named by its main worktree, or by itself where it has none. */
const ownGitDir = (repo: string): string | undefined =>
	gitDirOf(repo) ?? (existsSync(join(repo, 'HEAD')) && existsSync(join(repo, 'objects')) ? repo : undefined);

const packedRefs = (gitDir: string): string => {
	try {
		return readFileSync(join(gitDir, 'packed-refs'), 'utf8');
	} catch (cause) {
		if (cause instanceof Error && 'code' in cause && cause.code === 'ENOENT') {
			return '';
		}
		throw cause;
	}
};

/**
 * Whether a ref is certainly not there, found out from git's files without starting git: neither a file of its own nor in
 * the list of packed ones. No means "ask git": other kinds of storage, or it is there.
 */
export const isAbsentRef = (repo: string, ref: string): boolean => {
	const gitDir = ownGitDir(repo);
	const isPlain =
		gitDir !== undefined && !existsSync(join(gitDir, 'reftable')) && !existsSync(join(gitDir, 'commondir'));
	return isPlain && !existsSync(join(gitDir, ref)) && !packedRefs(gitDir).includes(ref);
};

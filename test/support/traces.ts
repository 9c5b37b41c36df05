import {readdir} from 'node:fs/promises';
import {join, relative} from 'node:path';
import type {Run, RunOptions} from './run.ts';

type Places = {
	readonly run: (program: string, ...args: readonly (string | RunOptions)[]) => Promise<Run>;
	readonly squadHome: string;
	readonly tmp: string;
	readonly repositories: readonly string[];
};

const LOCK_OR_SCRATCH = /(^|[.-])(lock|tmp|temp|scratch|partial)([.-]|$)|^tmp_|~$/i;
/** In .git a name with squad in it is a branch, a ref or a worktree; anything else of that name is scratch. */
const SCRATCH_OF_GIT = /^index\..|^(?!sharedindex).*-index$|squad/i;
/** Folders whose names come from titles. */
const OF_A_SESSION = /^(worktrees|sessions|trash)\/[^/]+$/;
const NAMED_BY_USERS = /^(refs|logs|worktrees|modules|packed-refs)(\/|$)/;

const filesUnder = async (folder: string, skip: (path: string) => boolean = () => false): Promise<string[]> => {
	const entries = await readdir(folder, {withFileTypes: true}).catch(() => []);
	const found = await Promise.all(
		entries.map(async entry => {
			const path = join(folder, entry.name);
			if (skip(path)) return [];
			return entry.isDirectory() ? [path, ...(await filesUnder(path, skip))] : [path];
		}),
	);
	return found.flat();
};

const tracesInGit = async ({run}: Places, repository: string) => {
	const at = {cwd: repository};
	const fsck = await run('git', 'fsck', '--full', '--no-dangling', '--no-progress', at);
	const complaints = `${fsck.stdout}${fsck.stderr}`.split('\n').filter(line => line && !line.startsWith('notice:'));
	const common = (await run('git', 'rev-parse', '--path-format=absolute', '--git-common-dir', at)).stdout.trim();
	const paths = (await filesUnder(common)).map(path => relative(common, path));
	const scratch = paths.filter(path => {
		const name = path.split('/').at(-1) ?? '';
		const inWorktree = path.replace(/^worktrees\/[^/]+\//, '');
		if (/^(refs|logs)\//.test(path)) return path.endsWith('.lock');
		if (OF_A_SESSION.test(path)) return false;
		return LOCK_OR_SCRATCH.test(name) || (!NAMED_BY_USERS.test(inWorktree) && SCRATCH_OF_GIT.test(name));
	});
	return [...complaints.map(line => `fsck: ${line}`), ...scratch.map(path => `${common}/${path}`)];
};

const tracesInHome = async ({squadHome}: Places) => {
	const usersOwn = ['worktrees', 'trash'].map(name => join(squadHome, name));
	const paths = await filesUnder(squadHome, path => usersOwn.includes(path) || path.endsWith('/parked'));
	return paths.filter(
		path => !OF_A_SESSION.test(relative(squadHome, path)) && LOCK_OR_SCRATCH.test(path.split('/').at(-1) ?? ''),
	);
};

const tracesInTmp = async ({tmp}: Places) =>
	(await readdir(tmp)).filter(name => !/^(node-compile-cache|tmux-\d+)$/.test(name)).map(name => join(tmp, name));

/** Everything that a finished command must not have left behind. */
export const tracesIn = async (places: Places): Promise<string[]> => {
	const inGit = await Promise.all(places.repositories.map(repository => tracesInGit(places, repository)));
	return [...inGit.flat(), ...(await tracesInHome(places)), ...(await tracesInTmp(places))];
};

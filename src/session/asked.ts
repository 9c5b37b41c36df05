import {repositoryAt} from '../git/repository.ts';
import type {Home} from './home.ts';
import {type Loaded, loadSettings} from './settings.ts';

/** What the repository around a directory asks squad to run; undefined for nothing, or for no repository. */
export const askedAt = async (
	home: Home,
	directory: string,
): Promise<{repo: string | undefined; asked: Loaded['asked']}> => {
	const repo = (await repositoryAt(directory).catch(() => undefined))?.root;
	return {repo, asked: repo === undefined ? undefined : (await loadSettings(home, repo)).asked};
};

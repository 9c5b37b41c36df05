import {git, gitLine} from './git.ts';

/** The message under which everybody sees a paused session's work in `git stash list`. */
export const stashName = (id: string): string => `squad-pause-${id}`;

/** `git stash` wants a work tree even for what only touches refs, and a bare repository has none. */
const STASH = ['--work-tree=.', 'stash'];

type Entry = {readonly commit: string; readonly message: string};

const entries = async (repo: string): Promise<Entry[]> => {
	// What `git stash list` runs in turn. 128: there is no stash at all.
	const list = ['log', '--no-show-signature', '-z', '--format=%H %gs', '-g', '--first-parent', 'refs/stash', '--'];
	const out = await gitLine(repo, list, {looks: true, answers: [128]});
	return out
		.split('\0')
		.filter(line => line !== '')
		.map(line => ({commit: line.slice(0, line.indexOf(' ')), message: line.slice(line.indexOf(' ') + 1)}));
};

/** Lists a stash commit where `git stash list` shows it, once. The caller holds the repository's lock. */
export const listStash = async (repo: string, commit: string, name: string): Promise<void> => {
	if (!(await entries(repo)).some(entry => entry.commit === commit)) {
		await git(repo, [...STASH, 'store', '-m', name, commit]);
	}
};

/** Pins a new stash commit and lists it, both or neither, as `git stash store` does it. The caller holds the repository's lock. */
export const pinAndList = (repo: string, ref: string, commit: string, name: string) =>
	git(repo, ['update-ref', '--create-reflog', '-m', name, '--stdin'], {
		input: `update ${ref} ${commit}\nupdate refs/stash ${commit}\n`,
	});

/**
 * Takes exactly this commit from the list. git only drops by position, and the user may push a stash between the look
 * and the drop: so what was dropped is read back, and put back if it was another's.
 */
export const unlistStash = async (repo: string, commit: string): Promise<void> => {
	for (let attempt = 0; attempt < 5; attempt++) {
		const before = await entries(repo);
		const position = before.findIndex(entry => entry.commit === commit);
		if (position === -1) {
			return;
		}
		const {out} = await git(repo, [...STASH, 'drop', `stash@{${position}}`], {answers: [1]});
		const dropped = /\(([0-9a-f]{40,64})\)/.exec(out)?.[1];
		if (dropped === commit && before.filter(entry => entry.commit === commit).length === 1) {
			return;
		}
		if (dropped !== undefined && dropped !== commit) {
			const message = before.find(entry => entry.commit === dropped)?.message ?? 'put back by squad';
			await git(repo, [...STASH, 'store', '-m', message, dropped]);
		}
	}
};

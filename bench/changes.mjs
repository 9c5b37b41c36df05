// What an agent leaves uncommitted.
import {appendFileSync, rmSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {contentOf, pathOf} from './repository.mjs';

/** Far apart, so that they lie in folders of their own. */
const nth = n => pathOf(n * 997);

const STAGED = [8, 9, 10, 11, 12];
const CHANGED_AGAIN = 12;
const DELETED = 13;

/** Twenty: 8 changed, 4 staged, 1 staged and changed again, 1 new and staged, 1 deleted, 5 untracked. */
export const changeTwentyFiles = async ({run}, worktree) => {
	const write = (path, content) => writeFileSync(join(worktree, path), content);
	const append = (n, line) => appendFileSync(join(worktree, nth(n)), line);
	for (let n = 0; n < DELETED; n++) append(n, `changed ${n}\n`);
	write('src/new.ts', contentOf(1));
	await run('git', ['add', 'src/new.ts', ...STAGED.map(nth)], {cwd: worktree});
	append(CHANGED_AGAIN, 'changed again\n');
	rmSync(join(worktree, nth(DELETED)));
	for (const n of [1, 2, 3]) write(`note ${n}.md`, contentOf(n));
	for (const n of [4, 5]) write(nth(n).replace('.ts', '.new'), contentOf(n));
};

import {chmodSync, existsSync, readFileSync, renameSync, rmSync, symlinkSync} from 'node:fs';
import {join} from 'node:path';
import {describe, expect, test} from 'vitest';
import {keepHidden, restoreHidden} from '../../../src/git/hidden.ts';
import {fillWorktree, registerWorktree} from '../../../src/git/worktree.ts';
import {put} from '../../support/dirt.ts';
import {type Lab, lab} from '../../support/lab.ts';
import {named} from '../../support/named.ts';
import {snapshot} from '../../support/snapshot.ts';

const APP = 'src/app.txt';

type Case = {readonly what: string; readonly make: (wt: string) => Promise<unknown>};

const CASES: readonly Case[] = [
	{what: 'unchanged', make: async () => undefined},
	{what: 'edited', make: wt => put(wt, APP, 'precious\n')},
	{what: 'deleted', make: async wt => rmSync(join(wt, APP))},
	{
		what: 'executable by now',
		make: async wt => {
			await put(wt, APP, 'precious\n');
			chmodSync(join(wt, APP), 0o755);
		},
	},
	{
		what: 'a link by now',
		make: async wt => {
			rmSync(join(wt, APP));
			symlinkSync('/precious', join(wt, APP));
		},
	},
];

const flagged = async (here: Lab, flag: string) => {
	const wt = join(here.root, 'wt');
	await here.git('worktree', 'add', '-q', wt, 'feature');
	await here.git('update-index', `--${flag}`, APP, {cwd: wt});
	return {wt, kept: join(here.root, 'hidden')};
};

/** Removes the worktree as git does, which does not see hidden files, and makes it again on some commit. */
const again = async (here: Lab, wt: string, commit = 'feature') => {
	await here.git('worktree', 'remove', '--force', wt);
	await registerWorktree(here.repo, wt, {branch: null, commit});
	await fillWorktree(wt);
};

describe.each(['skip-worktree', 'assume-unchanged'])('a file marked %s', flag => {
	test.each(named(CASES))('comes back %s, with its mark', async (_, {make}) => {
		await using here = await lab();
		const {wt, kept} = await flagged(here, flag);
		await make(wt);
		const {index, status, files} = await snapshot(here, wt);
		await keepHidden(wt, kept);
		await again(here, wt);
		await restoreHidden(wt, kept);
		await restoreHidden(wt, kept);
		expect(await snapshot(here, wt)).toMatchObject({index, status, files});
	});

	test.each([
		['its file', ['rm', '-q', APP]],
		['its folder', ['rm', '-q', '-r', 'src']],
	])('does not keep the worktree from coming back when the branch has lost %s', async (_, command) => {
		await using here = await lab();
		const {wt, kept} = await flagged(here, flag);
		await put(wt, APP, 'precious\n');
		await keepHidden(wt, kept);
		await here.git(...command);
		await here.git('commit', '-q', '-m', 'without it');
		await again(here, wt, 'main');
		await expect(restoreHidden(wt, kept)).resolves.toBeUndefined();
		expect(
			(await here.run('find', here.root, '-type', 'f', '-exec', 'grep', '-l', 'precious', '{}', '+')).stdout,
		).not.toBe('');
	});
});

describe('written by somebody after it was kept', () => {
	test.each([
		['edited', 'precious\n'],
		['deleted', null],
	])('a file that was %s stays as it is by now, and so does what was kept', async (_, content) => {
		await using here = await lab();
		const {wt, kept} = await flagged(here, 'skip-worktree');
		content === null ? rmSync(join(wt, APP)) : await put(wt, APP, content);
		await keepHidden(wt, kept);
		await put(wt, APP, 'newer\n');
		await expect(restoreHidden(wt, kept)).rejects.toMatchObject({files: [APP]});
		expect(readFileSync(join(wt, APP), 'utf8')).toBe('newer\n');
		rmSync(join(wt, APP));
		await restoreHidden(wt, kept);
		expect(existsSync(join(wt, APP)) ? readFileSync(join(wt, APP), 'utf8') : null).toBe(content);
	});

	test('a file that only a filter makes different is not', async () => {
		await using here = await lab();
		await put(here.repo, '.gitattributes', '*.txt text eol=crlf\n');
		await here.git('add', '-A');
		await here.git('commit', '-qm', 'line ends');
		await here.git('branch', '-f', 'feature');
		const {wt, kept} = await flagged(here, 'skip-worktree');
		await put(wt, APP, 'precious\n');
		await keepHidden(wt, kept);
		await again(here, wt);
		expect(readFileSync(join(wt, APP), 'utf8')).toContain('\r\n');
		await restoreHidden(wt, kept);
		expect(readFileSync(join(wt, APP), 'utf8')).toBe('precious\n');
	});
});

describe('cut off', () => {
	test('while the list of hidden files was written, it is not believed', async () => {
		await using here = await lab();
		const {wt, kept} = await flagged(here, 'skip-worktree');
		await put(wt, APP, 'precious\n');
		const {index, status, files} = await snapshot(here, wt);
		await put(`${kept}.partial`, 'list.json.tmp', '[{"path":"src/a');
		await restoreHidden(wt, kept);
		expect(await snapshot(here, wt)).toMatchObject({index, status, files});
		await put(`${kept}.partial`, 'list.json.tmp', '[{"path":"src/a');
		await keepHidden(wt, kept);
		await again(here, wt);
		await restoreHidden(wt, kept);
		expect(await snapshot(here, wt)).toMatchObject({index, status, files});
	});

	test('while an older version was replaced, the new one is taken', async () => {
		await using here = await lab();
		const {wt, kept} = await flagged(here, 'skip-worktree');
		await put(wt, APP, 'precious\n');
		const {index, status, files} = await snapshot(here, wt);
		await keepHidden(wt, kept);
		renameSync(kept, `${kept}.partial`);
		await put(kept, '0', 'old\n');
		await again(here, wt);
		await restoreHidden(wt, kept);
		expect(await snapshot(here, wt)).toMatchObject({index, status, files});
	});

	test('while what was restored was let go, the rest goes', async () => {
		await using here = await lab();
		const {wt, kept} = await flagged(here, 'skip-worktree');
		await put(kept, '0', 'restored already\n');
		await restoreHidden(wt, kept);
		expect(existsSync(kept)).toBe(false);
	});
});

import {join} from 'node:path';
import {describe, expect, test} from 'vitest';
import {commitAll, put} from '../support/dirt.ts';
import {expectDone, expectRefusal} from '../support/expect-run.ts';
import {type Lab, lab} from '../support/lab.ts';
import {named} from '../support/named.ts';
import {isAlive} from '../support/processes.ts';
import {snapshot} from '../support/snapshot.ts';

const exists = async (here: Lab, path: string) => (await here.run('ls', path)).code === 0;

test('rm of a session with nothing to lose takes session, processes, worktree and the branch that squad made', async () => {
	await using here = await lab();
	const {id, branch, locationPath} = await here.running('done');
	const {pid} = await here.ready(id);
	expectDone(await here.squad('rm', id));
	expect(await here.list()).toEqual([]);
	expect(isAlive(pid)).toBe(false);
	expect((await here.tmux('has-session', '-t', `=${id}`)).code).not.toBe(0);
	expect(await exists(here, locationPath)).toBe(false);
	expect(await here.git('branch', '--list', branch ?? '?')).toBe('');
	expect(await here.git('worktree', 'list')).not.toContain(id);
	expect((await here.squad('status', id)).code).toBe(3);
	await here.expectNoTrace();
});

describe('rm refuses without --force, and undo brings everything back after it:', () => {
	test.each(
		named([
			{
				what: 'commits that are merged nowhere',
				make: async (here: Lab, cwd: string) => {
					await put(cwd, 'README.md', 'committed\n');
					await commitAll(here, cwd, 'unmerged');
				},
			},
			{what: 'a changed file', make: (_: Lab, cwd: string) => put(cwd, 'README.md', 'changed\n')},
			{what: 'an untracked file', make: (_: Lab, cwd: string) => put(cwd, 'new folder/file', 'untracked\n')},
			{
				what: 'staged and changed again, commits and ignored files',
				make: async (here: Lab, cwd: string) => {
					await put(cwd, 'src/app.txt', 'committed\n');
					await commitAll(here, cwd, 'unmerged');
					await put(cwd, 'README.md', 'staged\n');
					await here.git('add', 'README.md', {cwd});
					await put(cwd, 'README.md', 'staged and changed\n');
					await put(cwd, '.env', 'SECRET=only here\n');
				},
			},
		]),
	)('%s', async (_, {make}) => {
		await using here = await lab();
		const {id, token, branch, locationPath} = await here.running('work', '-p', 'remember me');
		await make(here, locationPath);
		const before = await snapshot(here, locationPath);
		const {pid} = await here.ready(id);

		expectRefusal(await here.squad('rm', id), [1, 4], /--force/);
		expect(isAlive(pid)).toBe(true);
		expect(await snapshot(here, locationPath)).toEqual(before);
		expect((await here.status(id)).status).toBe('active');
		await here.expectNoTrace();

		expectDone(await here.squad('rm', id, '--force'));
		expect(await here.list()).toEqual([]);
		expect(isAlive(pid)).toBe(false);
		expect(await exists(here, locationPath)).toBe(false);
		expect(await here.git('branch', '--list', branch ?? '?')).toBe('');
		await here.expectNoTrace();

		expectDone(await here.squad('undo'));
		const back = await here.status(id);
		expect(back).toMatchObject({id, token, branch, locationPath, title: 'work'});
		if (back.status !== 'active') expectDone(await here.squad('resume', id));
		expect(await snapshot(here, locationPath)).toEqual(before);
		expect((await here.ready(id, 2)).remembers).toEqual(['remember me']);
		await here.expectNoTrace();
	});

	test('the work of a paused session, also when its worktree is gone', async () => {
		await using here = await lab();
		for (const flags of [[], ['--free-disk']]) {
			const {id, locationPath} = await here.running('paused');
			await put(locationPath, 'README.md', 'changed\n');
			await put(locationPath, '.env', 'SECRET=only here\n');
			const before = await snapshot(here, locationPath);
			expectDone(await here.squad('pause', id, ...flags));
			expectRefusal(await here.squad('rm', id), [1, 4], /--force/);
			expectDone(await here.squad('rm', id, '--force'));
			expectDone(await here.squad('undo'));
			expectDone(await here.squad('resume', id));
			expect(await snapshot(here, locationPath)).toEqual(before);
		}
		await here.expectNoTrace();
	});
});

test('rm never deletes a branch that squad did not make, nor one that it is told to keep', async () => {
	await using here = await lab();
	const given = await here.create('given', '-b', 'feature', '--no-agent');
	const kept = await here.create('kept', '--no-agent');
	expectDone(await here.squad('rm', '--force', given.id));
	expectDone(await here.squad('rm', '--keep-branch', kept.id));
	expect(await here.git('branch', '--list', 'feature')).toContain('feature');
	expect(await here.git('branch', '--list', kept.branch ?? '?')).toContain(kept.branch);
});

test('a commit that is merged into its base does not stand in the way of rm', async () => {
	await using here = await lab();
	const {id, locationPath, branch} = await here.create('merged', '--no-agent');
	await put(locationPath, 'README.md', 'merged\n');
	await commitAll(here, locationPath, 'to be merged');
	await here.git('merge', '-q', '--ff-only', branch ?? '?');
	expectDone(await here.squad('rm', id));
	expect(await here.git('log', '-1', '--format=%s')).toBe('to be merged');
});

test('of several ids each is done and each is reported, and the exit code is the highest', async () => {
	await using here = await lab();
	const dirty = await here.create('dirty', '--no-agent');
	await put(dirty.locationPath, 'README.md', 'changed\n');
	const clean = await here.create('clean', '--no-agent');
	const several = await here.squad('rm', dirty.id, 'no-such-id', clean.id);
	expect(several.code).toBeGreaterThanOrEqual(3);
	expect(several.stderr).toContain('no-such-id');
	expect(several.stderr).toContain(dirty.id);
	expect((await here.list()).map(({id}) => id)).toEqual([dirty.id]);
});

test('undo brings back the last removed, then the one before, then says that there is none', async () => {
	await using here = await lab();
	const first = await here.create('first', '--no-agent');
	const second = await here.create('second', '--no-agent');
	expectDone(await here.squad('rm', first.id));
	expectDone(await here.squad('rm', second.id));
	expectDone(await here.squad('undo'));
	expect((await here.list()).map(({id}) => id)).toEqual([second.id]);
	expectDone(await here.squad('undo'));
	expect(new Set((await here.list()).map(({id}) => id))).toEqual(new Set([first.id, second.id]));
	expect(await exists(here, join(first.locationPath, 'README.md'))).toBe(true);
	const none = await here.squad('undo');
	expect([1, 4]).toContain(none.code);
	expect(none.stderr).toMatch(/nothing|no /i);
});

test('undo refuses, and keeps what it has, when the branch was made again meanwhile', async () => {
	await using here = await lab();
	const {id, branch, locationPath} = await here.create('gone', '--no-agent');
	await put(locationPath, 'README.md', 'committed\n');
	await commitAll(here, locationPath, 'unmerged');
	const commit = await here.git('rev-parse', 'HEAD', {cwd: locationPath});
	expectDone(await here.squad('rm', id, '--force'));
	await here.git('branch', branch ?? '?', 'v1');
	const first = await here.squad('undo');
	if (first.code !== 0) {
		expect(await here.git('rev-parse', branch ?? '?')).toBe(await here.git('rev-parse', 'v1^{commit}'));
		await here.git('branch', '-D', branch ?? '?');
		expectDone(await here.squad('undo'));
	}
	expect(await here.git('rev-parse', 'HEAD', {cwd: locationPath})).toBe(commit);
});

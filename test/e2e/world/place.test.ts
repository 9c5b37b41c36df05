import {mkdir, readFile, rename, rm, rmdir, writeFile} from 'node:fs/promises';
import {join} from 'node:path';
import {describe, expect, test} from 'vitest';
import {put} from '../../support/dirt.ts';
import {expectDone, expectRefusal} from '../../support/expect-run.ts';
import {type Lab, lab} from '../../support/lab.ts';
import {snapshot} from '../../support/snapshot.ts';

/** A session with work in it, and another that must not notice anything. */
const twoSessions = async (here: Lab) => {
	const [mine, other] = [await here.running('mine', '-p', 'a'), await here.running('other', '-p', 'b')];
	await put(mine.locationPath, 'README.md', 'changed\n');
	await put(mine.locationPath, 'new file.txt', 'new\n');
	return {...mine, other, before: await snapshot(here, mine.locationPath)};
};

const expectOtherUnaffected = async (here: Lab, id: string) => {
	expect((await here.list()).find(one => one.id === id)?.status).toBe('active');
};

test('an index.lock left behind: pause and resume say so before anything is touched, and work when it is gone', async () => {
	await using here = await lab();
	const {id, locationPath, before, other} = await twoSessions(here);
	const lock = join(here.repo, '.git', 'worktrees', id, 'index.lock');
	await writeFile(lock, '');
	expectRefusal(await here.squad('pause', id), 4, /index of .* is locked by .*index\.lock/);
	expect((await here.status(id)).status).toBe('active');
	expect(await snapshot(here, locationPath)).toEqual(before);
	await rm(lock);
	expectDone(await here.squad('pause', id));
	await writeFile(lock, '');
	expectRefusal(await here.squad('resume', id), 4, /is locked by .*index\.lock/);
	expect((await here.status(id)).status).toBe('paused');
	await rm(lock);
	expectDone(await here.squad('resume', id));
	expect(await snapshot(here, locationPath)).toEqual(before);
	await expectOtherUnaffected(here, other.id);
	await here.expectNoTrace();
});

describe('the worktree folder', () => {
	test('deleted while paused: resume brings it and the work back', async () => {
		await using here = await lab();
		const {id, locationPath, before} = await twoSessions(here);
		expectDone(await here.squad('pause', id));
		await rm(locationPath, {recursive: true});
		expect(expectDone(await here.squad('status', id)).stdout).toMatch(/place .*\(is gone\)/);
		expectDone(await here.squad('resume', id));
		expect(await snapshot(here, locationPath)).toEqual(before);
		await here.expectNoTrace();
	});

	test('deleted while running: never started elsewhere, and a pause and a resume bring it back', async () => {
		await using here = await lab();
		const {id, locationPath, other} = await twoSessions(here);
		await rm(locationPath, {recursive: true});
		expectRefusal(await here.squad('restart', id), 1, /the worktree of .* is gone/);
		expectDone(await here.squad('pause', id));
		expectDone(await here.squad('resume', id));
		expect((await here.keeper.starts(id)).map(({cwd}) => cwd)).toEqual([locationPath, locationPath]);
		expect(await readFile(join(locationPath, 'src', 'app.txt'), 'utf8')).toBe('alpha\nbeta\ngamma\n');
		await expectOtherUnaffected(here, other.id);
	});

	test.each([
		[
			'a folder of somebody',
			async (path: string) => {
				await mkdir(path);
				await put(path, 'theirs.txt', 'theirs\n');
			},
		],
		['a file', async (path: string) => writeFile(path, 'theirs\n')],
		[
			'another repository',
			async (path: string, here: Lab) => {
				await here.git('clone', '-q', here.repo, path);
				await put(path, 'theirs.txt', 'theirs\n');
			},
		],
	])('replaced by %s: it is left alone, and the way back works once it is moved away', async (_, replace) => {
		await using here = await lab();
		const {id, locationPath, before, other} = await twoSessions(here);
		expectDone(await here.squad('pause', id));
		await rm(locationPath, {recursive: true});
		await replace(locationPath, here);
		const theirs = (
			await here.run(
				'sh',
				'-c',
				'cd "$1" 2>/dev/null && git status --short; cat "$1" "$1"/theirs.txt',
				'sh',
				locationPath,
			)
		).stdout;
		expectRefusal(await here.squad('resume', id), 6, /is in the way: it is not the worktree of/);
		expectDone(await here.squad('pause', id));
		expect((await here.status(id)).status).toBe('paused');
		const now = (
			await here.run(
				'sh',
				'-c',
				'cd "$1" 2>/dev/null && git status --short; cat "$1" "$1"/theirs.txt',
				'sh',
				locationPath,
			)
		).stdout;
		expect(now).toBe(theirs);
		await rename(locationPath, join(here.root, 'theirs'));
		expectDone(await here.squad('resume', id));
		expect(await snapshot(here, locationPath)).toEqual(before);
		await expectOtherUnaffected(here, other.id);
	});

	test('replaced by another repository while running: its files are nobody’s to stash', async () => {
		await using here = await lab();
		const {id, locationPath} = await twoSessions(here);
		await rename(locationPath, join(here.root, 'mine'));
		await here.git('clone', '-q', here.repo, locationPath);
		await put(locationPath, 'README.md', 'theirs, changed\n');
		expectDone(await here.squad('pause', id));
		expect(await readFile(join(locationPath, 'README.md'), 'utf8')).toBe('theirs, changed\n');
		expect(await here.git('stash', 'list', {cwd: locationPath})).toBe('');
		await rename(locationPath, join(here.root, 'theirs'));
		await rename(join(here.root, 'mine'), locationPath);
		expectDone(await here.squad('resume', id));
		expect(await readFile(join(locationPath, 'README.md'), 'utf8')).toBe('changed\n');
	});
});

test('the repository moved away: said in words before anything is touched, and all works when it is back', async () => {
	await using here = await lab();
	const {id, locationPath, before} = await twoSessions(here);
	const paused = await here.running('paused', '-p', 'c');
	await put(paused.locationPath, 'README.md', 'of the paused one\n');
	expectDone(await here.squad('pause', paused.id));
	const away = join(here.root, 'moved');
	await rename(here.repo, away);
	const at = {cwd: here.root};
	const quick = (await here.squad('new', 'quick', '--quick', here.home, '--json', at)).json<{id: string}>();
	for (const [verb, name] of [
		['pause', id],
		['resume', paused.id],
	] as const) {
		expectRefusal(await here.squad(verb, name, at), 1, /the repository of .* is not at .* any more/);
	}
	expectRefusal(await here.squad('diff', paused.id, at), 1, /is not there/);
	expectRefusal(await here.squad('rm', paused.id, at), 4, /work whose repository .* is gone/);
	expectRefusal(await here.squad('new', 'x', '--repo', here.repo, at), 2, /is not a directory/);
	const all = (await here.squad('ls', '--json', at)).json<{id: string; status: string}[]>();
	expect(all.map(({status}) => status)).toEqual(['active', 'active', 'paused', 'active']);
	expect(expectDone(await here.squad('status', id, at)).stdout).toMatch(/repository .*\(is gone\)/);
	expectDone(await here.squad('end', quick.id, at));
	// Removing it all the same takes nothing but the session, and undo brings that back.
	expectDone(await here.squad('rm', paused.id, '--force', at));
	expectDone(await here.squad('undo', at));
	await rename(away, here.repo);
	expect(await snapshot(here, locationPath)).toEqual(before);
	expectDone(await here.squad('pause', id));
	for (const one of [id, paused.id]) expectDone(await here.squad('resume', one));
	expect(await snapshot(here, locationPath)).toEqual(before);
	expect(await readFile(join(paused.locationPath, 'README.md'), 'utf8')).toBe('of the paused one\n');
});

test('the repository deleted: the files in the worktree stay, and the session can be ended', async () => {
	await using here = await lab();
	const {id, locationPath} = await twoSessions(here);
	await rm(here.repo, {recursive: true});
	const at = {cwd: here.root};
	expectRefusal(await here.squad('pause', id, at), 1, /is not at .* any more/);
	expectDone(await here.squad('pause', id, '--warm', at));
	expectDone(await here.squad('end', id, at));
	expect(await readFile(join(locationPath, 'new file.txt'), 'utf8')).toBe('new\n');
});

test('the branch deleted, by whichever way git allows: the work comes back', async () => {
	await using here = await lab();
	const {id, branch, locationPath, before, other} = await twoSessions(here);
	expectDone(await here.squad('pause', id, '--free-disk'));
	await here.git('branch', '-q', '-D', branch ?? '');
	expectDone(await here.squad('resume', id));
	expect(await snapshot(here, locationPath)).toEqual(before);
	expectDone(await here.squad('pause', id));
	await here.git('checkout', '-q', '--detach', {cwd: locationPath});
	await here.git('branch', '-q', '-D', branch ?? '');
	expectDone(await here.squad('resume', id));
	expect(await readFile(join(locationPath, 'new file.txt'), 'utf8')).toBe('new\n');
	await expectOtherUnaffected(here, other.id);
});

test('a quick session whose directory is gone is never started somewhere else', async () => {
	await using here = await lab();
	const place = join(here.root, 'a place');
	await mkdir(place);
	const {id} = await here.running('q', '--quick', place);
	expectDone(await here.squad('pause', id));
	await rmdir(place);
	expectRefusal(await here.squad('resume', id), 1, /the folder of .* is gone/);
	expect(await here.keeper.starts(id)).toHaveLength(1);
	expect((await here.status(id)).status).toBe('paused');
	await mkdir(place);
	expectDone(await here.squad('resume', id));
	expect((await here.keeper.starts(id)).map(({cwd}) => cwd)).toEqual([place, place]);
	await rmdir(place);
	expectRefusal(await here.squad('restart', id), 1, /the folder of .* is gone/);
});

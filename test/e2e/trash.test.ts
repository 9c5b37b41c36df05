import {readdir, readFile, rename, utimes, writeFile} from 'node:fs/promises';
import {join} from 'node:path';
import {expect, test} from 'vitest';
import {commitAll, makeTerrible, put} from '../support/dirt.ts';
import {eventually} from '../support/eventually.ts';
import {expectDone, expectRefusal} from '../support/expect-run.ts';
import {type Lab, lab} from '../support/lab.ts';
import {snapshot} from '../support/snapshot.ts';

const trashOf = async (here: Lab) => (await readdir(join(here.squadHome, 'trash')).catch(() => [])).sort();
const pins = async (here: Lab) =>
	(await here.git('for-each-ref', '--format=%(refname)', 'refs/squad')).split('\n').filter(Boolean).sort();

/** As if it had been removed so long ago, and nobody had looked since. */
const age = async (here: Lab, id: string, days: number) => {
	const file = join(here.squadHome, 'trash', id, 'removal.json');
	const removal = JSON.parse(await readFile(file, 'utf8'));
	const removedAt = new Date(Date.now() - days * 86_400_000).toISOString();
	await writeFile(file, JSON.stringify({...removal, removedAt}));
	const stamp = join(here.squadHome, 'trash-emptied');
	await writeFile(stamp, '');
	await utimes(stamp, 0, 0);
};

test('undo restores exactly: files, index, ignored files, branch and what it follows, stash, token, title, scrollback', async () => {
	await using here = await lab();
	const made = await here.running('a title, with ü', '-p', 'remember me');
	const {id, locationPath, branch} = made;
	await makeTerrible(here, locationPath);
	await here.git('config', `branch.${branch}.remote`, '.');
	await here.git('config', `branch.${branch}.merge`, 'refs/heads/main');
	const before = await snapshot(here, locationPath);
	expectDone(await here.squad('rm', '--force', id));
	expect(await here.run('git', 'config', '--get-regexp', `branch\\.${branch}`, {cwd: here.repo})).toMatchObject({
		code: 1,
	});
	expectRefusal(await here.squad('rm', id), 3, new RegExp(`was removed[\\s\\S]*squad undo ${id}`));
	const back = expectDone(await here.squad('undo', '--json')).json<{session: {token: string; title: string}}>();
	expect(back.session).toMatchObject({id, title: 'a title, with ü', token: made.token, branch});
	expect(await snapshot(here, locationPath)).toEqual(before);
	expect(await here.git('config', `branch.${branch}.merge`)).toBe('refs/heads/main');
	expect((await here.squad('logs', id)).stdout).toContain('noted: remember me');
	expectRefusal(await here.squad('undo'), 4, /trash is empty/);
	await here.expectNoTrace();
});

test('an earlier one by its id, what there is by --list, and clear words for what is not there', async () => {
	await using here = await lab();
	const [first, second] = [await here.create('first', '--no-agent'), await here.create('second', '--no-agent')];
	expectDone(await here.squad('rm', first.id, second.id));
	expect((await here.squad('undo', '--list')).stdout).toMatch(/first-.*removed .* kept until \d{4}/);
	expect(
		(await here.squad('undo', '--list', '--json'))
			.json<{id: string}[]>()
			.map(({id}) => id)
			.sort(),
	).toEqual([first.id, second.id].sort());
	expectRefusal(await here.squad('undo', 'nothing'), 3, /no session "nothing" in the trash[\s\S]*--list/);
	expectDone(await here.squad('undo', 'first'));
	expect((await here.list()).map(({id}) => id)).toEqual([first.id]);
	expect(await trashOf(here)).toEqual([second.id]);
});

test('what stands in the way of an undo is said before anything is moved: branch, folder, repository', async () => {
	await using here = await lab();
	const {id, branch, locationPath} = await here.create('gone', '--no-agent');
	await put(locationPath, 'README.md', 'committed\n');
	await commitAll(here, locationPath, 'unmerged');
	expectDone(await here.squad('rm', id, '--force'));
	await here.git('branch', branch ?? '?', 'v1');
	expectRefusal(await here.squad('undo'), 6, /was made again/);
	await here.git('branch', '-D', branch ?? '?');
	await put(locationPath, 'mine', '');
	expectRefusal(await here.squad('undo', id), 6, /is in the way/);
	await here.run('rm', '-r', locationPath);
	await rename(here.repo, `${here.repo}.away`);
	expectRefusal(await here.squad('undo', {cwd: here.root}), 1, /the repository of .* is not at/);
	expect(await trashOf(here)).toEqual([id]);
	await rename(`${here.repo}.away`, here.repo);
	expectDone(await here.squad('undo'));
	expect(await here.git('log', '-1', '--format=%s', branch ?? '?')).toBe('unmerged');
});

test('the trash is emptied after 14 days, pins and all, by whichever squad comes along, once a day', async () => {
	await using here = await lab();
	const old = await here.create('old', '--no-agent');
	const young = await here.create('young', '--no-agent');
	for (const {locationPath} of [old, young]) {
		await put(locationPath, 'README.md', 'changed\n');
		await put(locationPath, '.env', 'SECRET=1\n');
	}
	expectDone(await here.squad('rm', '--force', old.id, young.id));
	const both = await pins(here);
	expect(both.filter(ref => ref.includes(old.id)).length).toBeGreaterThan(0);
	await age(here, young.id, 13);
	await age(here, old.id, 15);
	expectDone(await here.squad('status', 'x', '--help'));
	expect(await trashOf(here)).toEqual([old.id, young.id].sort());
	expectDone(await here.squad('undo', '--list'));
	expect(await trashOf(here)).toEqual([young.id]);
	expect(await pins(here)).toEqual(both.filter(ref => ref.includes(young.id)));
	await age(here, young.id, 15);
	await writeFile(join(here.squadHome, 'trash-emptied'), '');
	expectDone(await here.squad('undo', '--list'));
	expect(await trashOf(here)).toEqual([young.id]);
	expectDone(await here.squad('undo'));
	expect(await readFile(join(young.locationPath, '.env'), 'utf8')).toBe('SECRET=1\n');
	await here.expectNoTrace();
});

test('nothing goes while its repository is away, and pins that a shared worktree needs stay', async () => {
	await using here = await lab();
	const owner = await here.create('owner', '--no-agent');
	const guest = await here.create('guest', '--with', owner.id, '--no-agent');
	await put(owner.locationPath, 'README.md', 'changed\n');
	expectDone(await here.squad('rm', '--force', owner.id));
	expectDone(await here.squad('pause', guest.id, '--force'));
	const needed = await pins(here);
	expect(needed.length).toBeGreaterThan(0);
	await age(here, owner.id, 100);
	await rename(here.repo, `${here.repo}.away`);
	await here.squad('undo', '--list', {cwd: here.root});
	expect(await trashOf(here)).toEqual([owner.id]);
	await rename(`${here.repo}.away`, here.repo);
	await age(here, owner.id, 100);
	expectDone(await here.squad('undo', '--list'));
	expect(await trashOf(here)).toEqual([]);
	expect(await pins(here)).toEqual(needed);
	expectDone(await here.squad('resume', guest.id));
	await eventually(async () => (await readFile(join(guest.locationPath, 'README.md'), 'utf8')) === 'changed\n');
});

test('trash.days says for how long; null is for ever', async () => {
	await using here = await lab();
	const {id} = await here.create('kept', '--no-agent');
	expectDone(await here.squad('config', 'set', 'trash.days', 'null'));
	expectDone(await here.squad('rm', id));
	await age(here, id, 4000);
	expectDone(await here.squad('undo', '--list'));
	expect(await trashOf(here)).toEqual([id]);
	expectDone(await here.squad('config', 'set', 'trash.days', '3'));
	await age(here, id, 4);
	expectDone(await here.squad('undo', '--list'));
	expect(await trashOf(here)).toEqual([]);
});

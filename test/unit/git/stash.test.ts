import {rmSync} from 'node:fs';
import {readdir} from 'node:fs/promises';
import {join} from 'node:path';
import {describe, expect, test} from 'vitest';
import {readStash} from '../../../src/git/read-stash.ts';
import {notHeld, stashable} from '../../../src/git/saved-work.ts';
import {withScratch} from '../../../src/git/scratch.ts';
import {listStash, stashName, unlistStash} from '../../../src/git/stash-list.ts';
import {statusOf} from '../../../src/git/worktree.ts';
import {writeStash} from '../../../src/git/write-stash.ts';
import {makeTerrible, put} from '../../support/dirt.ts';
import {type Lab, lab} from '../../support/lab.ts';
import {CLEAN, snapshot} from '../../support/snapshot.ts';

const write = async (here: Lab, name = stashName('x')) =>
	(await writeStash(here.repo, await statusOf(here.repo), name, join(here.root, 'scratch'))).commit;

const listed = async (here: Lab) => (await here.git('stash', 'list', '--format=%gs')).split('\n').filter(Boolean);

test('the stash is an ordinary one: plain git applies it with its index', async () => {
	await using here = await lab();
	await makeTerrible(here, here.repo);
	await here.git('clean', '-fdxq', '-e', 'known', '-e', 'new folder');
	const before = await snapshot(here, here.repo);
	const commit = await write(here);
	await here.git('reset', '-q', '--hard');
	await here.git('clean', '-fdq');
	expect((await snapshot(here, here.repo)).status).toEqual(CLEAN);
	await here.git('stash', 'apply', '-q', '--index', commit);
	expect((await snapshot(here, here.repo)).status).toEqual(before.status);
});

test('the stash names its branch, and its author is squad whoever the user is', async () => {
	await using here = await lab();
	await put(here.repo, 'new');
	const commit = await write(here);
	expect(await here.git('log', '-1', '--format=%s|%an|%P', commit)).toMatch(
		/^On main: squad-pause-x\|squad\|(\w+ ?){3}$/,
	);
});

test('on a detached HEAD, too', async () => {
	await using here = await lab();
	await here.git('checkout', '-q', '--detach');
	await put(here.repo, 'new');
	const {head, untracked} = await readStash(here.repo, await write(here));
	expect({head, untracked: untracked.map(({path}) => path)}).toEqual({
		head: await here.git('rev-parse', 'HEAD'),
		untracked: ['new'],
	});
});

test('submodules and nested repositories are named and left', async () => {
	await using here = await lab();
	await here.git('-c', 'protocol.file.allow=always', 'submodule', '--quiet', 'add', here.repo, 'sub');
	await here.git('commit', '-q', '-m', 'with a submodule');
	await put(here.repo, 'sub/README.md', 'changed in the submodule\n');
	await here.git('init', '-q', join(here.repo, 'nested'));
	await put(here.repo, 'nested/file');
	const {changes, untracked, left} = stashable(await statusOf(here.repo));
	expect({changes, untracked, left}).toEqual({changes: [], untracked: [], left: ['sub', 'nested/']});
});

test('what the stash does not hold is noticed before anything is removed', async () => {
	await using here = await lab();
	await put(here.repo, 'new');
	const saved = await readStash(here.repo, await write(here));
	await put(here.repo, 'later');
	await put(here.repo, 'src/app.txt', 'later\n');
	expect(notHeld(here.repo, await statusOf(here.repo), saved)).toEqual(['src/app.txt', 'later']);
});

test('a stash that cannot be written leaves no trace and says why', async () => {
	await using here = await lab();
	await put(here.repo, 'new');
	const status = await statusOf(here.repo);
	rmSync(join(here.repo, 'new'));
	await expect(writeStash(here.repo, status, 'x', join(here.root, 'scratch'))).rejects.toThrow(/git update-index.*new/);
	expect(await readdir(here.root)).not.toContain('scratch');
});

test('scratch files go whatever happens, and old ones are never used', async () => {
	await using here = await lab();
	const scratch = join(here.root, 'scratch');
	await put(scratch, 'from a crash');
	await expect(
		withScratch(scratch, async () => {
			expect(await readdir(scratch)).toEqual([]);
			throw new Error('in the middle');
		}),
	).rejects.toThrow('in the middle');
	expect(await readdir(here.root)).not.toContain('scratch');
});

describe('the list that `git stash list` shows', () => {
	test('gets a stash once, however often it is told', async () => {
		await using here = await lab();
		await put(here.repo, 'new');
		const commit = await write(here);
		await listStash(here.repo, commit, stashName('x'));
		await listStash(here.repo, commit, stashName('x'));
		expect(await listed(here)).toEqual(['squad-pause-x']);
	});

	test('loses exactly one entry, wherever it stands, and none that is not there', async () => {
		await using here = await lab();
		await put(here.repo, 'new');
		const [mine, other] = [await write(here), await write(here, stashName('other'))];
		await listStash(here.repo, other, stashName('other'));
		await listStash(here.repo, mine, stashName('x'));
		await here.git('stash', 'push', '-q', '-u', '-m', 'of the user');
		await unlistStash(here.repo, mine);
		await unlistStash(here.repo, mine);
		expect(await listed(here)).toEqual(['On main: of the user', 'squad-pause-other']);
	});

	test('is left alone in a repository that never had a stash', async () => {
		await using here = await lab();
		await unlistStash(here.repo, await here.git('rev-parse', 'HEAD'));
		expect(await listed(here)).toEqual([]);
	});
});

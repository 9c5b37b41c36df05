import {expect, test} from 'vitest';
import {put} from '../support/dirt.ts';
import {expectDone} from '../support/expect-run.ts';
import {type Lab, lab} from '../support/lab.ts';
import {snapshot} from '../support/snapshot.ts';

/** Two sessions in one worktree, with work that git alone would not bring back to the byte. */
const two = async (here: Lab) => {
	await put(here.repo, '.gitattributes', '*.txt text eol=lf\n');
	await here.git('add', '-A');
	await here.git('commit', '-qm', 'line ends');
	const owner = await here.running('owner');
	const guest = await here.running('guest', '--with', owner.id);
	const cwd = owner.locationPath;
	await put(cwd, 'new.txt', 'with\r\nline ends\r\n');
	await put(cwd, '.env', 'ignored\n');
	return {owner, guest, cwd, before: await snapshot(here, cwd)};
};

const branches = (here: Lab) => here.git('branch', '--list', 'squad/*');

test('the owner of a shared worktree may go first: the guest keeps everything, and the last one takes the branch', async () => {
	await using here = await lab();
	const {owner, guest, cwd, before} = await two(here);
	expectDone(await here.squad('pause', owner.id, guest.id));
	expectDone(await here.squad('rm', '--force', owner.id));
	expectDone(await here.squad('resume', guest.id));
	expect(await snapshot(here, cwd)).toEqual(before);
	expectDone(await here.squad('rm', '--force', guest.id));
	expect(await branches(here)).toBe('');
	expectDone(await here.squad('undo'));
	expect(await snapshot(here, cwd)).toEqual(before);
	expectDone(await here.squad('undo'));
	for (const {id} of [owner, guest]) expectDone(await here.squad('resume', id));
	expect(await snapshot(here, cwd)).toEqual(before);
	expect(await here.git('stash', 'list')).toBe('');
	await here.expectNoTrace();
});

test('a removal is undone although the worktree was removed meanwhile, and its files come back once', async () => {
	await using here = await lab();
	const {owner, guest, cwd, before} = await two(here);
	expectDone(await here.squad('rm', '--force', owner.id));
	expectDone(await here.squad('pause', guest.id, '--free-disk'));
	expectDone(await here.squad('undo'));
	expectDone(await here.squad('resume', owner.id));
	expect(await snapshot(here, cwd)).toEqual(before);
	expectDone(await here.squad('resume', guest.id));
	expect(await snapshot(here, cwd)).toEqual(before);
	expect(await here.git('for-each-ref', 'refs/squad')).toBe('');
	await here.expectNoTrace();
});

/** Which conversation an agent was started with last. */
const talkOf = async (here: Lab, id: string) => (await here.keeper.events(id)).findLast(({event}) => event === 'ready');

test.each(['rm', 'end'])(
	'after %s of a guest its owner goes on with its own conversation, not with the latest',
	async verb => {
		await using here = await lab();
		const owner = await here.running('owner', '-p', 'what the owner was told');
		const guest = await here.running('guest', '--with', owner.id, '-p', 'what the guest was told');
		expectDone(await here.squad(verb, '--force', guest.id));
		expectDone(await here.squad('restart', owner.id));
		await here.ready(owner.id, 2);
		expect((await here.status(owner.id)).token).toBe(owner.token);
		expect(await talkOf(here, owner.id)).toMatchObject({conversation: owner.token});
		// Nor later, when both are as if they had never met.
		expectDone(await here.squad('pause', owner.id));
		expectDone(await here.squad('resume', owner.id));
		await here.ready(owner.id, 3);
		expect(await talkOf(here, owner.id)).toMatchObject({conversation: owner.token});
	},
);

test('an owner that was removed before its guest goes on with its own conversation when it comes back alone', async () => {
	await using here = await lab();
	const {owner, guest} = await two(here);
	expectDone(await here.squad('rm', '--force', owner.id));
	expectDone(await here.squad('restart', guest.id));
	await here.ready(guest.id, 2);
	expect(await talkOf(here, guest.id)).toMatchObject({conversation: guest.token});
	expectDone(await here.squad('rm', '--force', guest.id));
	expectDone(await here.squad('undo', owner.id));
	expectDone(await here.squad('resume', owner.id));
	await here.ready(owner.id, 2);
	expect(await talkOf(here, owner.id)).toMatchObject({conversation: owner.token});
});

test('a new conversation is the latest again, whoever was there before', async () => {
	await using here = await lab();
	const {owner, guest} = await two(here);
	expectDone(await here.squad('rm', '--force', guest.id));
	expectDone(await here.squad('restart', '--fresh', owner.id));
	await here.ready(owner.id, 2);
	const {token} = await here.status(owner.id);
	expectDone(await here.squad('restart', owner.id));
	expect(await here.ready(owner.id, 3)).toMatchObject({conversation: token});
	expect((await here.keeper.starts(owner.id)).at(-1)?.argv).toContain('-c');
});

test('a guest that comes back brings no stash with it that its owner has used up meanwhile', async () => {
	await using here = await lab();
	const {owner, guest, cwd, before} = await two(here);
	expectDone(await here.squad('pause', owner.id));
	expectDone(await here.squad('pause', guest.id));
	expectDone(await here.squad('rm', '--force', guest.id));
	expectDone(await here.squad('resume', owner.id));
	expectDone(await here.squad('pause', owner.id));
	expectDone(await here.squad('undo'));
	expect((await here.git('stash', 'list')).split('\n')).toHaveLength(1);
	for (const {id} of [owner, guest]) expectDone(await here.squad('resume', id));
	expect(await snapshot(here, cwd)).toEqual(before);
	expect(await here.git('stash', 'list')).toBe('');
	await here.expectNoTrace();
});

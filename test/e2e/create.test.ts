import {readdir, stat} from 'node:fs/promises';
import {join} from 'node:path';
import {afterAll, beforeAll, describe, expect, test} from 'vitest';
import {put} from '../support/dirt.ts';
import {expectDone, expectRefusal} from '../support/expect-run.ts';
import {type Lab, lab} from '../support/lab.ts';
import {makeRepository} from '../support/repository.ts';

/** A title is one line: how squad writes its white space is its own affair. */
const oneSpaced = (title: string) => title.replace(/\s+/g, ' ').trim();

describe('titles', () => {
	let here: Lab;
	beforeAll(async () => {
		here = await lab();
	});
	afterAll(() => here[Symbol.asyncDispose]());

	test.each([
		['with spaces', 'fix the  login page'],
		['in Chinese', '修复登录页面'],
		['of emoji', '🚀🔥'],
		['with colons', 'feat: a:b::c'],
		['with dots', '../..//a..b.lock'],
		['of 200 characters', 'long '.repeat(40)],
		['of one 200 character word', 'w'.repeat(200)],
		['with a command in it', '$(touch x) `touch x`; touch x'],
		['with quotes and backslashes', `it's "quoted" \\ and %s #{pane_id} ~^:?*[`],
		['with newlines', 'two\nlines'],
		['that is empty', ''],
		['that is a dash and more', ' -rf'],
		['in capitals', 'HEAD'],
		['that looks like a reference', 'refs/heads/main@{0}'],
		['that ends in a dot', 'v1.'],
	])('%s make a session, a branch and a worktree with safe names', async (_, title) => {
		const session = await here.create(title, '--no-agent');
		const {id, branch, locationPath, worktreePath, tmux} = session;
		if (title !== '') expect(oneSpaced(session.title)).toBe(oneSpaced(title));
		expect(id).toMatch(/^[\p{L}\p{N}][\p{L}\p{N}_-]*$/u);
		expect(Buffer.byteLength(id)).toBeLessThanOrEqual(100);
		await here.git('check-ref-format', '--branch', branch ?? '');
		expect(await here.git('rev-parse', '--abbrev-ref', 'HEAD', {cwd: locationPath})).toBe(branch);
		expect(worktreePath).toBe(locationPath);
		expect(locationPath).toMatch(new RegExp(`^${join(here.squadHome, 'worktrees')}/[^/]+/${id}$`));
		expect(tmux.session).toBe(id);
		expect(expectDone(await here.squad('status', id)).code).toBe(0);
	});

	test('leave no stray file, and ls prints each session on one line', async () => {
		expect(await readdir(here.repo)).toEqual(['.git', '.gitignore', 'README.md', 'src'].toSorted());
		const sessions = await here.list();
		const lines = expectDone(await here.squad('ls')).stdout.split('\n');
		for (const {id} of sessions) expect(lines.filter(line => line.includes(id)).length, id).toBeLessThanOrEqual(1);
		await here.expectNoTrace();
	});

	test('that begin with a dash are flags: refused as wrong usage, and nothing is made', async () => {
		const count = (await here.list()).length;
		expect((await here.squad('new', '-rf', '--no-agent')).code).toBe(2);
		expect(await here.list()).toHaveLength(count);
	});
});

test('one title twice makes two sessions, which their title alone cannot tell apart', async () => {
	await using here = await lab();
	const first = await here.create('same', '--no-agent');
	const second = await here.create('same', '--no-agent');
	expect(
		new Set([first.id, second.id, first.branch, second.branch, first.locationPath, second.locationPath]).size,
	).toBe(6);
	const ambiguous = await here.squad('status', 'same');
	expect(ambiguous.code).toBe(3);
	for (const {id} of [first, second]) expect(ambiguous.stderr).toContain(id);
	expectDone(await here.squad('status', first.id));
});

describe('--base', () => {
	let here: Lab;
	beforeAll(async () => {
		here = await lab();
		const upstream = await makeRepository(here.git, join(here.root, 'upstream'));
		await here.git('checkout', '-q', '-b', 'far/away', {cwd: upstream});
		await put(upstream, 'far.txt');
		await here.git('add', '-A', {cwd: upstream});
		await here.git('commit', '-q', '-m', 'far', {cwd: upstream});
		await here.git('remote', 'add', 'origin', upstream);
		await here.git('fetch', '-q', 'origin');
	});
	afterAll(() => here[Symbol.asyncDispose]());

	test.each(['feature', 'v1', 'HEAD~1', 'origin/far/away', 'refs/heads/feature'])('takes %s', async base => {
		const session = await here.create('based', '--base', base, '--no-agent');
		const commit = await here.git('rev-parse', `${base}^{commit}`);
		expect(session.baseCommit).toBe(commit);
		expect(session.base).toEqual(expect.any(String));
		expect(await here.git('rev-parse', 'HEAD', {cwd: session.locationPath})).toBe(commit);
	});

	test('takes an abbreviated commit', async () => {
		const commit = await here.git('rev-parse', 'v1^{commit}');
		const session = await here.create('based', '--base', commit.slice(0, 8), '--no-agent');
		expect(session.baseCommit).toBe(commit);
	});

	test.each(['no-such-ref', '--detach', 'HEAD:README.md', ''])('refuses %j, and makes nothing', async base => {
		const [sessions, refs] = [(await here.list()).length, await here.git('for-each-ref')];
		const refused = await here.squad('new', 'based', `--base=${base}`, '--no-agent');
		expect([1, 2]).toContain(refused.code);
		expect(refused.stderr).toContain(base);
		expect(await here.list()).toHaveLength(sessions);
		expect(await here.git('for-each-ref')).toBe(refs);
		await here.expectNoTrace();
	});
});

describe('--branch', () => {
	test('works on a branch that exists, and makes one that does not', async () => {
		await using here = await lab();
		const tip = await here.git('rev-parse', 'feature');
		const existing = await here.create('on it', '-b', 'feature', '--no-agent');
		expect(existing.branch).toBe('feature');
		expect(await here.git('rev-parse', 'HEAD', {cwd: existing.locationPath})).toBe(tip);
		expect((await here.status(existing.id)).diff).toMatchObject({files: 0, added: 0, removed: 0});
		const fresh = await here.create('mine', '--branch', 'team/mine', '--no-agent');
		expect(fresh.branch).toBe('team/mine');
		expect(await here.git('rev-parse', 'team/mine')).toBe(await here.git('rev-parse', 'main'));
	});

	test('refuses one that is checked out elsewhere and says where, and a name that is none', async () => {
		await using here = await lab();
		expectRefusal(await here.squad('new', 'x', '-b', 'main', '--no-agent'), [1, 4], new RegExp(here.repo));
		const session = await here.create('on it', '-b', 'feature', '--no-agent');
		expectRefusal(
			await here.squad('new', 'x', '-b', 'feature', '--no-agent'),
			[1, 4],
			new RegExp(session.locationPath),
		);
		for (const name of ['a..b', 'with space', '-D', 'x.lock'])
			expect([1, 2]).toContain((await here.squad('new', 'x', `--branch=${name}`, '--no-agent')).code);
		expect(await here.list()).toHaveLength(1);
		await here.expectNoTrace();
	});
});

describe('where no session can be', () => {
	test('outside a repository new exits 1 with the hint --quick', async () => {
		await using here = await lab();
		expectRefusal(await here.squad('new', 'x', {cwd: here.home}), 1, /--quick/);
		expectRefusal(await here.squad('new', 'x', '--repo', here.home), 1, /repository/i);
		expect(await here.list()).toEqual([]);
		expect(await readdir(here.home)).not.toContain('.git');
	});

	test('a repository without a commit is refused with the reason', async () => {
		await using here = await lab();
		const empty = join(here.root, 'empty');
		await here.git('init', '-q', empty);
		expectRefusal(await here.squad('new', 'x', {cwd: empty}), 1, /commit/i);
		expect(await here.list()).toEqual([]);
		expect((await stat(empty)).isDirectory()).toBe(true);
		await here.expectNoTrace(empty);
	});
});

test('--repo names another repository, also from a folder inside it', async () => {
	await using here = await lab();
	const other = await makeRepository(here.git, join(here.root, 'other'));
	const session = await here.create('far', '--repo', join(other, 'src'), '--no-agent');
	expect(session.repo).toBe(other);
	expect((await here.list('--repo', other)).map(({id}) => id)).toEqual([session.id]);
	expect(await here.list('--repo', here.repo)).toEqual([]);
});

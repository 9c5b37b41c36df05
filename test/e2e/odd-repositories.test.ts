import {chmod, readdir, readFile, writeFile} from 'node:fs/promises';
import {join} from 'node:path';
import {describe, expect, test} from 'vitest';
import {commitAll, put} from '../support/dirt.ts';
import {expectDone} from '../support/expect-run.ts';
import {type Lab, lab} from '../support/lab.ts';
import {named} from '../support/named.ts';
import {makeRepository} from '../support/repository.ts';
import {CLEAN, snapshot} from '../support/snapshot.ts';

const HOOKS = ['pre-commit', 'post-checkout', 'post-commit', 'pre-push', 'reference-transaction', 'post-index-change'];

const program = async (path: string, text: string) => {
	await writeFile(path, text);
	await chmod(path, 0o755);
};

type Case = {
	readonly what: string;
	/** Makes the repository and returns where `squad new` is called. */
	readonly make: (here: Lab) => Promise<string>;
	readonly also?: (here: Lab, cwd: string) => Promise<unknown>;
};

const configured = (key: string, value: string) => async (here: Lab) => {
	await here.git('config', key, value);
	return here.repo;
};

const CASES: readonly Case[] = [
	{
		what: 'with spaces and quotes in its path',
		make: here => makeRepository(here.git, join(here.root, `my "own" repo's $(x)`)),
	},
	{
		what: 'that is bare, called from one of its worktrees',
		make: async here => {
			const bare = join(here.root, 'bare.git');
			await here.git('clone', '-q', '--bare', here.repo, bare);
			await here.git('worktree', 'add', '-q', join(here.root, 'wt'), 'feature', {cwd: bare});
			return join(here.root, 'wt');
		},
	},
	{
		what: 'with a sparse checkout',
		make: async here => {
			await put(here.repo, 'big/file.txt');
			await commitAll(here, here.repo);
			await here.git('sparse-checkout', 'set', 'src');
			return here.repo;
		},
	},
	{
		what: 'whose files pass through a filter, as with LFS',
		make: async here => {
			const tool = join(here.bin, 'pointer');
			await program(
				tool,
				`#!/bin/sh\n[ "$1" = clean ] && exec sed 's/^big /pointer /'\nexec sed 's/^pointer /big /'\n`,
			);
			await here.git('config', 'filter.pointer.clean', `${tool} clean`);
			await here.git('config', 'filter.pointer.smudge', `${tool} smudge`);
			await here.git('config', 'filter.pointer.required', 'true');
			await put(here.repo, '.gitattributes', '*.big filter=pointer\n');
			await put(here.repo, 'data.big', 'big content\n');
			await commitAll(here, here.repo);
			return here.repo;
		},
		also: (_, cwd) => put(cwd, 'data.big', 'big content, changed\n'),
	},
	{what: 'with core.fsmonitor set to a failing program', make: configured('core.fsmonitor', '/bin/false')},
	{what: 'that signs commits with a failing program', make: configured('commit.gpgsign', 'true')},
	{what: 'with core.autocrlf', make: configured('core.autocrlf', 'input')},
	{what: 'that never shows untracked files', make: configured('status.showUntrackedFiles', 'no')},
	{what: 'whose diffs have no prefixes', make: configured('diff.noprefix', 'true')},
	{what: 'without file modes', make: configured('core.fileMode', 'false')},
	{
		what: 'whose hooks all fail',
		make: async here => {
			for (const hook of HOOKS) await program(join(here.repo, '.git', 'hooks', hook), '#!/bin/sh\nexit 1\n');
			return here.repo;
		},
	},
	{
		what: 'that is a shallow clone',
		make: async here => {
			const shallow = join(here.root, 'shallow');
			await here.git('clone', '-q', '--depth', '1', `file://${here.repo}`, shallow);
			return shallow;
		},
	},
	{
		what: 'that is seen through a symlink',
		make: async here => {
			await here.run('ln', '-s', here.repo, join(here.root, 'alias'));
			return join(here.root, 'alias');
		},
	},
];

/** Staged, changed again and untracked, without `git add`: hooks and filters of the case are the user's, not ours. */
const dirty = async (here: Lab, cwd: string) => {
	await put(cwd, 'src/app.txt', 'staged\n');
	await here.run('git', '-c', 'core.hooksPath=/dev/null', 'add', 'src/app.txt', {cwd});
	await put(cwd, 'src/app.txt', 'staged and changed\n');
	await put(cwd, 'src/untracked file', 'untracked\n');
	await put(cwd, 'debug.log', 'ignored\n');
};

describe('a session makes the round trip in a repository', () => {
	test.each(named(CASES))('%s', async (_, {make, also}) => {
		await using here = await lab();
		const from = await make(here);
		const session = await here.running('odd', {cwd: from});
		const cwd = session.locationPath;
		await dirty(here, cwd);
		await also?.(here, cwd);
		const before = await snapshot(here, cwd);
		for (const flags of [[], ['--free-disk']]) {
			expectDone(await here.squad('pause', session.id, ...flags));
			if (flags.length === 0) expect((await snapshot(here, cwd)).status).toEqual(CLEAN);
			expectDone(await here.squad('resume', session.id));
			expect(await snapshot(here, cwd)).toEqual(before);
		}
		expectDone(await here.squad('diff', session.id));
		await here.expectNoTrace(from);
		expectDone(await here.squad('rm', '--force', session.id));
		expect(await here.git('worktree', 'list', {cwd: from})).not.toContain(session.id);
		await here.expectNoTrace(from);
	});
});

describe('what git cannot stash is named and left in place, and keeps the worktree from being removed:', () => {
	test('a submodule with changes', async () => {
		await using here = await lab();
		const library = await makeRepository(here.git, join(here.root, 'library'));
		await here.git('-c', 'protocol.file.allow=always', 'submodule', 'add', '-q', library, 'lib');
		await here.git('commit', '-q', '-m', 'with a library');
		const {id, locationPath} = await here.running('sub');
		const at = {cwd: locationPath};
		await here.git('-c', 'protocol.file.allow=always', 'submodule', 'update', '-q', '--init', at);
		await put(join(locationPath, 'lib'), 'README.md', 'changed in the library\n');
		await put(locationPath, 'README.md', 'changed outside\n');
		const before = await snapshot(here, locationPath);

		const paused = await here.squad('pause', id, '--free-disk');
		expect(`${paused.stdout}${paused.stderr}`).toMatch(/\blib\b/);
		expect(await readFile(join(locationPath, 'lib/README.md'), 'utf8')).toBe('changed in the library\n');
		expectDone(await here.squad('resume', id));
		expect(await snapshot(here, locationPath)).toEqual(before);
		await here.expectNoTrace();
	});

	test('a nested repository', async () => {
		await using here = await lab();
		const {id, locationPath} = await here.running('nested');
		const nested = await makeRepository(here.git, join(locationPath, 'vendor/nested'));
		await put(nested, 'README.md', 'changed in the nested one\n');
		await put(locationPath, 'README.md', 'changed outside\n');
		const before = await snapshot(here, locationPath);

		const paused = await here.squad('pause', id, '--free-disk');
		expect(`${paused.stdout}${paused.stderr}`).toContain('vendor/nested');
		expect(await readdir(nested)).toContain('.git');
		expectDone(await here.squad('resume', id));
		expect(await snapshot(here, locationPath)).toEqual(before);
		await here.expectNoTrace();
	});
});

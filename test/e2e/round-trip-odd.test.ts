import {chmod, mkdir, rename, rm, symlink, unlink, writeFile} from 'node:fs/promises';
import {join} from 'node:path';
import {afterAll, beforeAll, describe, expect, test} from 'vitest';
import {commitAll, put} from '../support/dirt.ts';
import {expectDone} from '../support/expect-run.ts';
import {type Lab, lab} from '../support/lab.ts';
import {named} from '../support/named.ts';
import type {Outcome} from '../support/session-json.ts';
import {snapshot} from '../support/snapshot.ts';

type Kind = {
	readonly what: string;
	/** Committed before the dirt. */
	readonly given?: (cwd: string) => Promise<unknown>;
	readonly dirt: (cwd: string, here: Lab) => Promise<unknown>;
};

const CRLF = Buffer.from('one\r\ntwo\r\n');
const bytes = (folder: string, name: number[]) => Buffer.concat([Buffer.from(`${folder}/`), Buffer.from(name)]);
const LATIN1 = [0x66, 0xfc, 0x72, 0xff];

const KINDS: readonly Kind[] = [
	{
		what: 'an intent to add',
		dirt: async (cwd, here) => {
			await put(cwd, 'intended.txt', 'not yet added\n');
			await here.git('add', '-N', 'intended.txt', {cwd});
		},
	},
	{
		what: 'a file that became a folder',
		given: cwd => put(cwd, 'thing', 'a file\n'),
		dirt: async cwd => {
			await unlink(join(cwd, 'thing'));
			await put(cwd, 'thing/inside/it', 'a folder now\n');
		},
	},
	{
		what: 'a folder that became a file',
		given: cwd => put(cwd, 'things/inside', 'in a folder\n'),
		dirt: async cwd => {
			await rm(join(cwd, 'things'), {recursive: true});
			await put(cwd, 'things', 'a file now\n');
		},
	},
	{
		what: 'a file that became a symlink, and a symlink that became a file',
		given: async cwd => {
			await put(cwd, 'plain', 'plain\n');
			await symlink('plain', join(cwd, 'alias'));
		},
		dirt: async cwd => {
			await unlink(join(cwd, 'alias'));
			await put(cwd, 'alias', 'no alias any more\n');
			await rename(join(cwd, 'plain'), join(cwd, 'moved'));
			await symlink('moved', join(cwd, 'plain'));
		},
	},
	{
		what: 'a staged deletion of a file that is there again',
		given: cwd => put(cwd, 'phoenix', 'old\n'),
		dirt: async (cwd, here) => {
			await here.git('rm', '-q', '--cached', 'phoenix', {cwd});
			await put(cwd, 'phoenix', 'risen\n');
		},
	},
	{
		what: 'names that are not UTF-8, untracked and changed',
		given: cwd => writeFile(bytes(cwd, [...LATIN1, 0x31]), 'old\n'),
		dirt: async cwd => {
			await writeFile(bytes(cwd, LATIN1), 'new\n');
			await writeFile(bytes(cwd, [...LATIN1, 0x31]), 'changed\n');
			await mkdir(bytes(cwd, [0xe9, 0x64]));
			await writeFile(bytes(cwd, [0xe9, 0x64, 0x2f, 0xfe]), 'deep\n');
		},
	},
	{
		what: 'CRLF line ends under text=auto, changed, staged and untracked',
		given: async cwd => {
			await put(cwd, '.gitattributes', '* text=auto\n');
			await put(cwd, 'changed.txt', 'one\n');
			await put(cwd, 'staged.txt', 'one\n');
		},
		dirt: async (cwd, here) => {
			await put(cwd, 'staged.txt', CRLF);
			await here.git('add', 'staged.txt', {cwd});
			await put(cwd, 'changed.txt', Buffer.concat([CRLF, Buffer.from('mixed\nends\r\n')]));
			await put(cwd, 'untracked.txt', CRLF);
		},
	},
	{
		what: 'files that git was told not to look at (skip-worktree, assume-unchanged)',
		given: async cwd => {
			await put(cwd, 'local.conf', 'shared\n');
			await put(cwd, 'assumed.conf', 'shared\n');
		},
		dirt: async (cwd, here) => {
			await here.git('update-index', '--skip-worktree', 'local.conf', {cwd});
			await here.git('update-index', '--assume-unchanged', 'assumed.conf', {cwd});
			await put(cwd, 'local.conf', 'mine\n');
			await put(cwd, 'assumed.conf', 'mine too\n');
			await put(cwd, 'README.md', 'changed\n');
		},
	},
	{
		what: 'a .gitignore that was edited to ignore more',
		dirt: async cwd => {
			await put(cwd, '.gitignore', '*.log\n.env\nnode_modules/\nsecret/\n');
			await put(cwd, 'secret/key', 'only here\n');
			await put(cwd, 'fresh/.gitignore', '*\n');
			await put(cwd, 'fresh/cache', 'only here\n');
		},
	},
	{
		what: 'a .gitignore that was edited to ignore less',
		dirt: async cwd => {
			await put(cwd, '.gitignore', '.env\n');
			await put(cwd, 'build.log', 'no longer ignored\n');
		},
	},
	{
		what: 'an ignored file that was added by force',
		dirt: async (cwd, here) => {
			await put(cwd, 'forced.log', 'wanted\n');
			await here.git('add', '-f', 'forced.log', {cwd});
			await put(cwd, 'forced.log', 'wanted and changed\n');
		},
	},
	{
		what: 'private files that nobody else may read',
		given: cwd => put(cwd, 'credentials', 'old\n'),
		dirt: async cwd => {
			await put(cwd, 'credentials', 'new\n');
			await put(cwd, 'token', 'secret\n');
			await chmod(join(cwd, 'credentials'), 0o600);
			await chmod(join(cwd, 'token'), 0o600);
		},
	},
	{
		what: 'a commit that only a detached HEAD holds',
		dirt: async (cwd, here) => {
			await here.git('checkout', '-q', '--detach', {cwd});
			await put(cwd, 'detached.txt');
			await commitAll(here, cwd, 'on no branch');
			await put(cwd, 'detached.txt', 'and changed\n');
		},
	},
	{
		what: 'another branch than the one squad made',
		dirt: async (cwd, here) => {
			await here.git('checkout', '-q', '-b', `own-${cwd.split('-').at(-1)}`, {cwd});
			await put(cwd, 'README.md', 'on my own branch\n');
		},
	},
];

describe.each(
	named([
		{what: 'a cold pause', flags: []},
		{what: 'a pause with --free-disk', flags: ['--free-disk']},
	]),
)('%s and a resume bring back', (_, {flags}) => {
	let here: Lab;
	beforeAll(async () => {
		here = await lab();
	});
	afterAll(() => here[Symbol.asyncDispose]());

	test.each(named(KINDS))('%s', async (_, {given, dirt}) => {
		const {id, locationPath} = await here.running('odd', '--base', 'main');
		if (given) {
			await given(locationPath);
			await commitAll(here, locationPath);
		}
		await dirt(locationPath, here);
		const before = await snapshot(here, locationPath);
		expectDone(await here.squad('pause', id, ...flags));
		expect(expectDone(await here.squad('resume', id, '--json')).json<Outcome>().success).toBe(true);
		expect(await snapshot(here, locationPath)).toEqual(before);
		await here.expectNoTrace();
	});
});

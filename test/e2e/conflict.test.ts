import {readFile} from 'node:fs/promises';
import {join} from 'node:path';
import {describe, expect, test} from 'vitest';
import {commitAll, put} from '../support/dirt.ts';
import {expectDone, expectRefusal} from '../support/expect-run.ts';
import {type Lab, lab} from '../support/lab.ts';
import {named} from '../support/named.ts';
import {isAlive} from '../support/processes.ts';
import type {Failure} from '../support/session-json.ts';
import {snapshot} from '../support/snapshot.ts';

/** Paused with a staged, a changed and an untracked file. */
const pausedSession = async (here: Lab) => {
	const session = await here.running('work');
	const cwd = session.locationPath;
	await put(cwd, 'src/app.txt', 'alpha\nbeta, staged\ngamma\n');
	await here.git('add', 'src/app.txt', {cwd});
	await put(cwd, 'README.md', 'the work of the agent\n');
	await put(cwd, 'untracked.txt', 'the work of the agent\n');
	const before = await snapshot(here, cwd);
	expectDone(await here.squad('pause', session.id));
	return {...session, cwd, before};
};

describe('resume changes nothing, names the files and exits 6', () => {
	test.each(
		named([
			{
				what: 'the branch moved in the same file',
				file: 'README.md',
				hinder: async (here: Lab, cwd: string) => {
					await put(cwd, 'README.md', 'somebody else was here\n');
					await commitAll(here, cwd, 'moved on');
				},
				clear: (here: Lab, cwd: string) => here.git('reset', '-q', '--hard', 'HEAD~1', {cwd}),
			},
			{
				what: 'a changed file was changed again by hand',
				file: 'README.md',
				hinder: (_: Lab, cwd: string) => put(cwd, 'README.md', 'by hand\n'),
				clear: (here: Lab, cwd: string) => here.git('checkout', '-q', '--', '.', {cwd}),
			},
			{
				what: 'a staged file was changed by hand',
				file: 'src/app.txt',
				hinder: (_: Lab, cwd: string) => put(cwd, 'src/app.txt', 'alpha\nby hand\ngamma\n'),
				clear: (here: Lab, cwd: string) => here.git('checkout', '-q', '--', '.', {cwd}),
			},
			{
				what: 'an untracked file was made by hand',
				file: 'untracked.txt',
				hinder: (_: Lab, cwd: string) => put(cwd, 'untracked.txt', 'by hand\n'),
				clear: (here: Lab, cwd: string) => here.git('clean', '-qfd', {cwd}),
			},
			{
				what: 'an untracked file was committed meanwhile',
				file: 'untracked.txt',
				hinder: async (here: Lab, cwd: string) => {
					await put(cwd, 'untracked.txt', 'committed meanwhile\n');
					await commitAll(here, cwd, 'in the way');
				},
				clear: (here: Lab, cwd: string) => here.git('reset', '-q', '--hard', 'HEAD~1', {cwd}),
			},
			{
				what: 'a folder is where an untracked file was',
				file: 'untracked.txt',
				hinder: (_: Lab, cwd: string) => put(cwd, 'untracked.txt/in the way', 'by hand\n'),
				clear: (here: Lab, cwd: string) => here.git('clean', '-qfd', {cwd}),
			},
		]),
	)('when %s, and works after cleaning', async (_, {file, hinder, clear}) => {
		await using here = await lab();
		const {id, cwd, before} = await pausedSession(here);
		await hinder(here, cwd);
		const hindered = await snapshot(here, cwd);
		const stashes = await here.git('stash', 'list', '--format=%H %gs');

		const refused = await here.squad('resume', id);
		expect(refused.code, refused.stderr).toBe(6);
		expect(refused.stderr).toContain(file);
		const {error} = (await here.squad('resume', id, '--json')).json<Failure>();
		expect(error).toMatchObject({code: expect.any(String), session: id, hint: expect.stringMatching(/./)});
		expect(JSON.stringify(error)).toContain(file);

		expect(await snapshot(here, cwd)).toEqual(hindered);
		expect(await here.git('stash', 'list', '--format=%H %gs')).toBe(stashes);
		expect(await here.keeper.starts(id)).toHaveLength(1);
		expect(await here.status(id)).toMatchObject({canResume: true, isResumable: true});
		await here.expectNoTrace();

		await clear(here, cwd);
		expectDone(await here.squad('resume', id));
		expect(await snapshot(here, cwd)).toEqual(before);
		await here.expectNoTrace();
	});
});

test('dirt that is in nobody’s way is kept and the work comes back beside it', async () => {
	await using here = await lab();
	const {id, cwd, before} = await pausedSession(here);
	await put(cwd, 'src/other.txt', 'by hand\n');
	await put(cwd, 'made by hand.txt', 'by hand\n');
	const dirt = await snapshot(here, cwd);
	expectDone(await here.squad('resume', id));
	const {files, status} = await snapshot(here, cwd);
	const byHand = ['src/other.txt', 'made by hand.txt'].map(name => [name, dirt.files[name]]);
	expect(files).toEqual({...before.files, ...Object.fromEntries(byHand)});
	expect(status).toEqual(expect.arrayContaining([...before.status]));
});

test('a branch that moved elsewhere keeps its new commit and gets the work on top', async () => {
	await using here = await lab();
	const {id, cwd, before} = await pausedSession(here);
	await put(cwd, 'src/other.txt', 'committed meanwhile\n');
	await commitAll(here, cwd, 'moved on');
	const head = await here.git('rev-parse', 'HEAD', {cwd});
	expectDone(await here.squad('resume', id));
	expect(await here.git('rev-parse', 'HEAD', {cwd})).toBe(head);
	expect(await readFile(join(cwd, 'src/other.txt'), 'utf8')).toBe('committed meanwhile\n');
	expect((await snapshot(here, cwd)).status).toEqual(before.status);
});

/** A branch `theirs` and a commit on the session's branch that change the same line. */
const withRival = async (here: Lab) => {
	const session = await here.running('work');
	const at = {cwd: session.locationPath};
	await here.git('branch', 'theirs', at);
	await put(at.cwd, 'README.md', 'ours\n');
	await commitAll(here, at.cwd, 'ours');
	const mine = session.branch ?? '';
	await here.git('checkout', '-q', 'theirs', at);
	await put(at.cwd, 'README.md', 'theirs\n');
	await commitAll(here, at.cwd, 'theirs');
	await here.git('checkout', '-q', mine, at);
	return {...session, ...at};
};

describe('pause refuses with the reason and touches nothing', () => {
	test.each(
		named([
			{what: 'a merge', command: ['merge', 'theirs'], word: /merge/i},
			{what: 'a rebase', command: ['rebase', 'theirs'], word: /rebase/i},
			{what: 'a cherry-pick', command: ['cherry-pick', 'theirs'], word: /cherry-pick/i},
		]),
	)('in the middle of %s', async (_, {command, word}) => {
		await using here = await lab();
		const {id, cwd} = await withRival(here);
		expect((await here.run('git', ...command, {cwd})).code).not.toBe(0);
		const before = await snapshot(here, cwd);
		const {pid} = await here.ready(id);
		expectRefusal(await here.squad('pause', id), [1, 4, 6], word);
		expect(await snapshot(here, cwd)).toEqual(before);
		expect(isAlive(pid)).toBe(true);
		expect((await here.status(id)).status).toBe('active');
		expect(await here.git('stash', 'list')).toBe('');
		await here.expectNoTrace();
	});
});

test('a merge that is resolved but not committed is refused, or comes back as a merge', async () => {
	await using here = await lab();
	const {id, cwd} = await withRival(here);
	await here.run('git', 'merge', 'theirs', {cwd});
	await put(cwd, 'README.md', 'both\n');
	await here.git('add', 'README.md', {cwd});
	const before = await snapshot(here, cwd);
	if ((await here.squad('pause', id)).code === 0) expectDone(await here.squad('resume', id));
	expect(await snapshot(here, cwd)).toEqual(before);
	expect(await here.git('rev-parse', 'MERGE_HEAD', {cwd})).toBe(await here.git('rev-parse', 'theirs'));
});

import {readdir, readFile, stat, writeFile} from 'node:fs/promises';
import {join} from 'node:path';
import {describe, expect, test} from 'vitest';
import {put} from '../support/dirt.ts';
import {expectDone} from '../support/expect-run.ts';
import {lab} from '../support/lab.ts';
import {named} from '../support/named.ts';
import type {Outcome} from '../support/session-json.ts';
import {snapshot} from '../support/snapshot.ts';

describe('config', () => {
	test('path, get and set tell and change the file, and set keeps what it does not know', async () => {
		await using here = await lab();
		expect(expectDone(await here.squad('config', 'path')).stdout.trim()).toBe(here.config);
		expect(expectDone(await here.squad('config', 'get', 'branchPrefix')).stdout.trim()).toBe('squad/');
		expect(expectDone(await here.squad('config', 'get', 'pause.timeoutSeconds')).stdout.trim()).toBe('30');
		expectDone(await here.squad('config', 'set', 'branchPrefix', 'me/'));
		expectDone(await here.squad('config', 'set', 'pause.timeoutSeconds', '5'));
		expect(expectDone(await here.squad('config', 'get', 'branchPrefix')).stdout.trim()).toBe('me/');
		const settings = JSON.parse(await readFile(here.config, 'utf8'));
		expect(settings).toMatchObject({branchPrefix: 'me/', pause: {timeoutSeconds: 5}, defaultAgent: 'keeper'});
		expect(settings.agents.keeper.command).toBe(here.keeper.program);
		expect((await here.create('x', '--no-agent')).branch).toMatch(/^me\/x/);
	});

	test.each([
		['pause.timeoutSeconds', 'soon'],
		['pause.interrupt', 'perhaps'],
		['no.such.setting', '1'],
	])('set %s %s is refused and changes nothing', async (key, value) => {
		await using here = await lab();
		const before = await readFile(here.config, 'utf8');
		const refused = await here.squad('config', 'set', key, value);
		expect([1, 2]).toContain(refused.code);
		expect(refused.stderr).toContain(key.split('.')[0]);
		expect(await readFile(here.config, 'utf8')).toBe(before);
	});
});

describe('an invalid config.json names field and line, is not changed, and does not stop squad', () => {
	test.each(
		named([
			{
				what: 'a wrong type',
				text: '{\n\t"defaultAgent": "keeper",\n\t"branchPrefix": 7\n}\n',
				field: /branchPrefix/,
				line: 3,
			},
			{
				what: 'a wrong word deep inside',
				text: '{\n\t"pause": {\n\t\t"interrupt": false,\n\t\t"timeoutSeconds": "soon"\n\t}\n}\n',
				field: /timeoutSeconds/,
				line: 4,
			},
			{
				what: 'a pattern that is no regular expression',
				text: '{\n\t"agents": {\n\t\t"mybot": {\n\t\t\t"command": "mybot",\n\t\t\t"patterns": {"active": ["("]}\n\t\t}\n\t}\n}\n',
				field: /patterns|active/,
				line: 5,
			},
			{what: 'no JSON at all', text: '{\n\t"defaultAgent": "keeper",\n\t"branchPrefix": \n}\n', field: /./, line: 4},
		]),
	)('%s', async (_, {text, field, line}) => {
		await using here = await lab();
		const {id} = await here.create('x', '--no-agent');
		await writeFile(here.config, text);
		const listed = expectDone(await here.squad('ls'));
		expect(listed.stdout).toContain(id);
		expect(listed.stderr).toMatch(field);
		expect(listed.stderr).toMatch(new RegExp(`\\b${line}\\b`));
		expect(expectDone(await here.squad('ls', '--json')).json<unknown[]>()).toHaveLength(1);
		expect(await readFile(here.config, 'utf8')).toBe(text);
	});
});

test('a definition with the name of a built-in agent changes only the fields it gives', async () => {
	await using here = await lab();
	const standIn = await here.agent('stand-in', 'keeper');
	const settings = JSON.parse(await readFile(here.config, 'utf8'));
	settings.agents.claude = {command: standIn.program};
	await writeFile(here.config, JSON.stringify(settings));
	const {id, token, agent} = await here.running('x', '-a', 'claude', '-p', 'hello');
	const [{argv = []} = {}] = await standIn.starts(id);
	expect(agent).toBe('claude');
	expect(argv).toEqual(expect.arrayContaining(['--session-id', token, 'hello']));
});

test('pause.stash false leaves the work in the worktree', async () => {
	await using here = await lab();
	expectDone(await here.squad('config', 'set', 'pause.stash', 'false'));
	const {id, locationPath} = await here.running('x');
	await put(locationPath, 'README.md', 'work\n');
	const before = await snapshot(here, locationPath);
	const {session} = expectDone(await here.squad('pause', id, '--json')).json<Outcome>();
	expect(session.pauseState?.stash).toBeNull();
	expect(await snapshot(here, locationPath)).toEqual(before);
	expect(expectDone(await here.squad('resume', id, '--json')).json<Outcome>().source).toBe('worktree');
	expect(await snapshot(here, locationPath)).toEqual(before);
});

test('pause.freeDisk and worktreeRoot do what they say', async () => {
	await using here = await lab();
	const root = join(here.root, 'elsewhere');
	expectDone(await here.squad('config', 'set', 'worktreeRoot', root));
	expectDone(await here.squad('config', 'set', 'pause.freeDisk', 'true'));
	const {id, locationPath} = await here.running('x');
	expect(locationPath.startsWith(`${root}/`)).toBe(true);
	const {session} = expectDone(await here.squad('pause', id, '--json')).json<Outcome>();
	expect(session.pauseState?.worktreeRemoved).toBe(true);
	expectDone(await here.squad('resume', id));
	expect((await stat(locationPath)).isDirectory()).toBe(true);
});

test('the home is readable by its owner only, and what it holds is plain JSON', async () => {
	await using here = await lab();
	const {id} = await here.running('x', '-p', 'secret words');
	expectDone(await here.squad('pause', id));
	const entries = (await readdir(here.squadHome, {recursive: true})).filter(name => !name.startsWith('worktrees'));
	for (const name of ['', ...entries]) {
		const {mode} = await stat(join(here.squadHome, name));
		expect([name, (mode & 0o077).toString(8)]).toEqual([name, '0']);
	}
	expect(entries).toEqual(
		expect.arrayContaining([`sessions/${id}/session.json`, `sessions/${id}/journal.jsonl`, 'tmux.conf']),
	);
	expect(JSON.parse(await readFile(join(here.squadHome, 'sessions', id, 'session.json'), 'utf8')).id).toBe(id);
});

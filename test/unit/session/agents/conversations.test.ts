import {createHash} from 'node:crypto';
import {mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {dirname, join} from 'node:path';
import {afterEach, beforeEach, describe, expect, it} from 'vitest';
import {builtInAgents} from '../../../../src/session/agents/table.ts';

const HERE = '/work/my.repo_1';
const ONE = '11111111-1111-4111-8111-111111111111';
const TWO = '22222222-2222-4222-8222-222222222222';

let home = '';
beforeEach(() => {
	home = mkdtempSync(join(tmpdir(), 'squad-agents-'));
});
afterEach(() => rmSync(home, {recursive: true, force: true}));

/** A file of records, last changed `at` seconds after 1970. */
const write = (path: string, records: readonly unknown[], at = 1000): void => {
	const file = join(home, path);
	mkdirSync(dirname(file), {recursive: true});
	writeFileSync(file, records.map(record => `${JSON.stringify(record)}\n`).join(''));
	utimesSync(file, at, at);
};

const tokens = (name: string, directory = HERE, env: Record<string, string> = {}): readonly string[] =>
	builtInAgents[name]?.conversations?.(directory, {home, env})?.map(({token}) => token) ?? ['cannot look'];

const hash = (directory: string) => createHash('sha256').update(directory).digest('hex');

const looking = ['claude', 'codex', 'gemini', 'qwen', 'copilot', 'demo'];

it.each(looking)('%s: no folder, no conversation, no error', name => {
	expect(tokens(name)).toEqual([]);
	expect(tokens(name, '/')).toEqual([]);
});

describe('claude', () => {
	const line = (cwd: string) => ({type: 'user', message: {role: 'user', content: 'say "cwd":"/no"'}, cwd});
	const folder = '.claude/projects/-work-my-repo-1';

	it('gives the conversations of the directory, newest first', () => {
		write(`${folder}/${ONE}.jsonl`, [{type: 'mode', mode: 'normal'}, line(HERE)], 1000);
		write(`${folder}/${TWO}.jsonl`, [line(HERE), line('/elsewhere')], 2000);
		expect(tokens('claude')).toEqual([TWO, ONE]);
		expect(builtInAgents.claude?.conversations?.(HERE, {home, env: {}})?.[0]).toMatchObject({
			token: TWO,
			file: join(home, folder, `${TWO}.jsonl`),
			modifiedAt: 2_000_000,
		});
	});

	it('passes over another directory with the same folder name, subagents, and files without a message', () => {
		write(`${folder}/${ONE}.jsonl`, [line('/work/my/repo-1')]);
		write(`${folder}/agent-12.jsonl`, [line(HERE)]);
		write(`${folder}/${TWO}.jsonl`, [{type: 'mode', mode: 'normal'}]);
		expect(tokens('claude')).toEqual([]);
	});

	it('finds the directory behind a very long first prompt', () => {
		write(`${folder}/${ONE}.jsonl`, [{type: 'user', message: {content: 'x'.repeat(200_000)}, cwd: HERE}]);
		expect(tokens('claude')).toEqual([ONE]);
	});

	it('finds a long path whose folder name was cut and hashed', () => {
		const long = `/work/${'deep/'.repeat(60)}end`;
		const name = long.replaceAll(/[^a-zA-Z0-9]/gu, '-');
		write(`.claude/projects/${name.slice(0, 200)}-1x2y3z/${ONE}.jsonl`, [line(long)]);
		expect(tokens('claude', long)).toEqual([ONE]);
	});

	it('honours CLAUDE_CONFIG_DIR', () => {
		write(`elsewhere/projects/-work-my-repo-1/${ONE}.jsonl`, [line(HERE)]);
		expect(tokens('claude', HERE, {CLAUDE_CONFIG_DIR: join(home, 'elsewhere')})).toEqual([ONE]);
	});
});

describe('codex', () => {
	const meta = (cwd: string, more = {source: 'cli'}) => ({type: 'session_meta', payload: {id: 'x', cwd, ...more}});
	const file = (day: string, id: string) => `.codex/sessions/${day}/rollout-2026-11-18T07-02-53-${id}.jsonl`;

	it('gives the conversations of the directory by the time of their last message, not of their first', () => {
		write(file('2025/02/03', ONE), [meta(HERE)], 3000);
		write(file('2026/11/18', TWO), [meta(HERE)], 2000);
		write(file('2026/11/18', '33333333-3333-4333-8333-333333333333'), [meta('/work/other')], 4000);
		expect(tokens('codex')).toEqual([ONE, TWO]);
	});

	it.each([[{source: {subagent: 'review'}}], [{source: 'exec'}], [{source: 'cli', thread_source: 'title'}]])(
		'passes over a thread that `resume --last` passes over: %j',
		more => {
			write(file('2026/11/18', ONE), [meta(HERE, more as {source: string})]);
			expect(tokens('codex')).toEqual([]);
		},
	);

	it('honours CODEX_HOME', () => {
		write(file('2026/11/18', ONE).replace('.codex', 'elsewhere'), [meta(HERE)]);
		expect(tokens('codex', HERE, {CODEX_HOME: join(home, 'elsewhere')})).toEqual([ONE]);
	});
});

describe('gemini', () => {
	const records = (id: string, directory = HERE) => [
		{sessionId: id, projectHash: hash(directory), startTime: '2026', kind: 'main'},
		{$set: {messages: [{type: 'user', content: [{text: '<session_context>'}]}]}},
		{id: '1', type: 'user', content: [{text: 'say hello'}]},
	];

	it.each([
		['by projects.json', 'my-repo', () => write('.gemini/projects.json', [{projects: {[HERE]: 'my-repo'}}])],
		[
			'by the mark in its folder',
			'my-repo-1',
			() => {
				mkdirSync(join(home, '.gemini/tmp/my-repo-1'), {recursive: true});
				writeFileSync(join(home, '.gemini/tmp/my-repo-1/.project_root'), HERE);
			},
		],
		['by the hash of the directory', hash(HERE), () => undefined],
	])('finds the project %s', (_how, project, prepare) => {
		prepare();
		write(`.gemini/tmp/${project}/chats/session-1.jsonl`, records(ONE));
		write(`.gemini/tmp/${project}/chats/session-2.jsonl`, records(TWO), 2000);
		write('.gemini/tmp/other/chats/session-3.jsonl', records('no', '/work/other'));
		expect(tokens('gemini')).toEqual([TWO, ONE]);
	});

	it('gives one conversation for several files of one id, and none without a prompt', () => {
		const chats = `.gemini/tmp/${hash(HERE)}/chats`;
		write(`${chats}/session-1.jsonl`, records(ONE), 1000);
		write(`${chats}/session-2.jsonl`, records(ONE), 2000);
		write(`${chats}/session-3.jsonl`, records(TWO).slice(0, 2), 3000);
		expect(builtInAgents.gemini?.conversations?.(HERE, {home, env: {}})).toMatchObject([
			{token: ONE, file: join(home, chats, 'session-2.jsonl'), modifiedAt: 2_000_000},
		]);
	});
});

describe('qwen', () => {
	it('gives the conversations of the directory, newest first', () => {
		const folder = '.qwen/projects/-work-my-repo-1/chats';
		write(`${folder}/${ONE}.jsonl`, [{sessionId: ONE, type: 'user', cwd: HERE}], 1000);
		write(`${folder}/${TWO}.jsonl`, [{sessionId: TWO, type: 'user', cwd: HERE}], 2000);
		write(`${folder}/no.jsonl`, [{sessionId: 'no', type: 'user', cwd: '/work/my/repo/1'}], 3000);
		expect(tokens('qwen')).toEqual([TWO, ONE]);
	});
});

describe('copilot', () => {
	it('gives the conversations of the directory, newest first', () => {
		const start = (cwd: string) => ({type: 'session.start', data: {context: {cwd, gitRoot: cwd}}});
		write(`.copilot/session-state/${ONE}/events.jsonl`, [start(HERE)], 1000);
		write(`.copilot/session-state/${TWO}/events.jsonl`, [start(HERE)], 2000);
		write('.copilot/session-state/other/events.jsonl', [start('/work/other')], 3000);
		mkdirSync(join(home, '.copilot/session-state/empty'));
		expect(tokens('copilot')).toEqual([TWO, ONE]);
	});
});

describe('demo', () => {
	it('gives the conversations of the directory, newest first, and honours SQUAD_DEMO_HOME', () => {
		write(`.squad-demo/-work-my-repo-1/${ONE}.jsonl`, [{type: 'user', content: 'hello'}], 1000);
		write(`.squad-demo/-work-my-repo-1/${TWO}.jsonl`, [{type: 'user', content: 'hello'}], 2000);
		write('elsewhere/-work-my-repo-1/three.jsonl', [{type: 'user', content: 'hello'}]);
		expect(tokens('demo')).toEqual([TWO, ONE]);
		expect(tokens('demo', HERE, {SQUAD_DEMO_HOME: join(home, 'elsewhere')})).toEqual(['three']);
	});
});

it.each(looking)('%s: folders where files should be, and files where folders should be, are no conversations', name => {
	mkdirSync(join(home, `.claude/projects/-work-my-repo-1/${ONE}.jsonl`), {recursive: true});
	mkdirSync(join(home, '.codex/sessions/2026/11/18', `rollout-1-${ONE}.jsonl`), {recursive: true});
	mkdirSync(join(home, `.qwen/projects/-work-my-repo-1/chats/${ONE}.jsonl`), {recursive: true});
	mkdirSync(join(home, `.copilot/session-state/${ONE}/events.jsonl`), {recursive: true});
	mkdirSync(join(home, `.squad-demo/-work-my-repo-1/${ONE}.jsonl`), {recursive: true});
	write(`.gemini/tmp/${hash(HERE)}`, [{}]);
	write('.gemini/projects.json', ['no object']);
	expect(tokens(name)).toEqual([]);
});

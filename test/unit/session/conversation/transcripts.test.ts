import {readFileSync} from 'node:fs';
import {fileURLToPath} from 'node:url';
import {describe, expect, test} from 'vitest';
import {readClaude} from '../../../../src/session/conversation/claude.ts';
import {readCodex} from '../../../../src/session/conversation/codex.ts';
import {digested, EMPTY, type Entry, pendingTasks} from '../../../../src/session/conversation/digest.ts';
import {readGemini, readQwen} from '../../../../src/session/conversation/gemini.ts';
import {readPart} from '../../../../src/session/conversation/opencode.ts';
import type {ReadRecord, Said} from '../../../../src/session/conversation/said.ts';

/** Real transcripts, long texts cut. */
const recordsOf = (name: string) =>
	readFileSync(fileURLToPath(new URL(`../../../fixtures/transcripts/${name}.jsonl`, import.meta.url)), 'utf8')
		.trimEnd()
		.split('\n')
		.map(line => JSON.parse(line));

const fold = (said: readonly (readonly Said[])[]) => {
	let digest = EMPTY;
	const entries: Entry[] = [];
	for (const more of said) {
		const next = digested(digest, more);
		digest = next.digest;
		entries.push(...next.entries);
	}
	return {digest, entries, lines: entries.map(({type, content}) => `${type}: ${content.split('\n')[0]}`)};
};

const read = (name: string, reader: ReadRecord) => fold(recordsOf(name).map(reader));

describe('Claude Code', () => {
	const {digest, lines} = read('claude', readClaude);

	test('tells what was asked and done, and nothing of its own making', () => {
		expect(digest.lastPrompt).toBe('say hello');
		expect(digest.lastAction).toBe('Hello! How can I help you with this project today?');
		expect(lines).toContain('tool: Edit: /work/tr/calc.py');
		expect(lines).toContain('system: interrupted by the user');
		expect(lines).toContain('system: conversation compacted');
		expect(lines.filter(line => line.startsWith('user: '))).toEqual(
			[
				'say hello',
				'edit file',
				'run touch x.txt',
				'ask question',
				'work slowly 20s',
				'subagent 3s',
				'bad request',
				'say hello',
			].map(prompt => `user: ${prompt}`),
		);
	});

	test('counts an answer once, however many records it has', () => {
		expect(digest.usage).toEqual({input: 1476, cached: 163_701, output: 149});
		expect(digest.context).toBe(13_899);
	});

	test('knows what is to do, from either of its lists', () => {
		expect(pendingTasks(read('claude-tasks', readClaude).digest)).toEqual([
			'Read the parser',
			'Fix the rounding',
			'Add a test',
		]);
		expect(pendingTasks(read('claude-todos', readClaude).digest)).toEqual(['Fix the rounding', 'Add a test']);
	});

	test('drops a task that is done', () => {
		const {digest: done} = fold([
			[{kind: 'task', id: '1', text: 'one', status: 'pending'}],
			[{kind: 'task', id: '2', text: 'two', status: 'pending'}],
			[{kind: 'task', id: '1', status: 'completed'}],
		]);
		expect(pendingTasks(done)).toEqual(['two']);
	});
});

describe('Codex', () => {
	const {digest, lines} = read('codex', readCodex);

	test('tells what was asked and done', () => {
		expect(digest).toMatchObject({lastPrompt: 'say hello', context: 14_742});
		expect(lines).toEqual(
			expect.arrayContaining(['tool: run: touch x.txt', 'tool: edit: /work/ctr/calc.py', 'user: make a plan']),
		);
		expect(lines.filter(line => line === 'tool: run: touch x.txt')).toHaveLength(1);
		expect(digest.usage).toEqual({input: 190_451, cached: 0, output: 296});
	});

	test.each([
		[
			'as a tool',
			{
				name: 'update_plan',
				arguments: JSON.stringify({
					plan: [
						{step: 'look', status: 'completed'},
						{step: 'mend', status: 'pending'},
					],
				}),
			},
		],
		[
			'in a program',
			{
				name: 'exec',
				input:
					'const r = await tools.update_plan({"plan":[{"step":"look","status":"completed"},{"step":"mend","status":"in_progress"}]});\ntext(1)',
			},
		],
	])('knows the plan, given %s', (_, call) => {
		const {digest: planned} = fold([readCodex({type: 'response_item', payload: {type: 'function_call', ...call}})]);
		expect(pendingTasks(planned)).toEqual(['mend']);
	});

	test('reads what older versions wrote', () => {
		const {lines: old} = fold(
			[
				{type: 'event_msg', payload: {type: 'user_message', message: 'hello'}},
				{
					type: 'response_item',
					payload: {type: 'function_call', name: 'shell', arguments: '{"command":["bash","-lc","ls"]}'},
				},
				{type: 'event_msg', payload: {type: 'agent_message', message: 'done'}},
			].map(readCodex),
		);
		expect(old).toEqual(['user: hello', 'tool: run: ls', 'assistant: done']);
	});
});

describe('Gemini and Qwen', () => {
	test('Gemini: a message that is written again counts once', () => {
		const {digest, lines} = read('gemini', readGemini);
		expect(lines.map(line => line.split(':')[0])).toEqual(['user', 'tool', 'assistant']);
		expect(digest).toMatchObject({lastPrompt: 'run sleep 6', lastAction: 'The slow command is done.'});
		expect(digest.usage).toEqual({input: 2000, cached: 0, output: 40});
	});

	test('Qwen: thoughts are not said', () => {
		const {digest, lines} = read('qwen', readQwen);
		expect(digest).toMatchObject({lastPrompt: 'run ls', lastAction: 'run_shell_command: ls -la'});
		expect(lines).toContain('assistant: I have thought about it. The answer is 42.');
		expect(digest.usage).toEqual({input: 10_000, cached: 0, output: 200});
	});

	test.each([
		[
			'write_todos',
			(args: object) => readGemini({type: 'gemini', id: 'x', toolCalls: [{name: 'write_todos', args}]}),
			'description',
		],
		[
			'todo_write',
			(args: object) => readQwen({type: 'assistant', message: {parts: [{functionCall: {name: 'todo_write', args}}]}}),
			'content',
		],
	])('%s: what is to do', (_, call, field) => {
		const todos = [
			{[field]: 'look', status: 'completed'},
			{[field]: 'mend', status: 'pending'},
		];
		expect(pendingTasks(fold([call({todos})]).digest)).toEqual(['mend']);
	});
});

describe('opencode', () => {
	const part = (role: string, data: object) =>
		fold([readPart({id: 'p', role, data: JSON.stringify(data), time_updated: 0})]).lines;

	test.each([
		['a prompt', 'user', {type: 'text', text: 'hello'}, ['user: hello']],
		['an answer', 'assistant', {type: 'text', text: 'yes', time: {start: 1, end: 2}}, ['assistant: yes']],
		['an answer that is being written', 'assistant', {type: 'text', text: 'ye', time: {start: 1}}, []],
		[
			'a tool',
			'assistant',
			{type: 'tool', tool: 'bash', state: {status: 'completed', input: {command: 'ls'}}},
			['tool: bash: ls'],
		],
		[
			'a tool that runs',
			'assistant',
			{type: 'tool', tool: 'bash', state: {status: 'running', input: {command: 'ls'}}},
			[],
		],
		['what it told itself', 'user', {type: 'text', text: 'x', synthetic: true}, []],
	] as const)('%s', (_, role, data, lines) => {
		expect(part(role, data)).toEqual(lines);
	});
});

test.each([readClaude, readCodex, readGemini, readQwen])('nothing in a record is taken on trust', reader => {
	const odd: unknown[] = [null, 3, 'x', [], {}, {type: 1}, [null]];
	for (const type of ['user', 'assistant', 'gemini', 'event_msg', 'response_item', 'system'])
		for (const value of odd)
			for (const field of ['message', 'payload', 'content', 'toolCalls', 'tokens', 'toolUseResult', 'usageMetadata'])
				expect(Array.isArray(reader({type, [field]: value}))).toBe(true);
});

import {describe, expect, test} from 'vitest';
import {plan, type Step} from '../../../src/demo/script.ts';

const TABLE: readonly [prompt: string, steps: Step[]][] = [
	['work', [{kind: 'work', seconds: 5}]],
	['WORK 3', [{kind: 'work', seconds: 3}]],
	['work slowly 7s', [{kind: 'work', seconds: 7}]],
	['work slowly', [{kind: 'work', seconds: 5}]],
	['work for 0.5 seconds', [{kind: 'work', seconds: 0.5}]],
	['work on issue 1234', [{kind: 'work', seconds: 5}]],
	['work 999999999', [{kind: 'work', seconds: 86_400}]],
	['working', [{kind: 'chat', text: 'working'}]],
	['stream 2', [{kind: 'stream', seconds: 2}]],
	['ask', [{kind: 'ask', question: 'Do you want to run npm test?'}]],
	['ask Deploy now', [{kind: 'ask', question: 'Deploy now?'}]],
	['ask Deploy now?', [{kind: 'ask', question: 'Deploy now?'}]],
	['write a.txt some  text', [{kind: 'write', path: 'a.txt', text: 'some  text'}]],
	['write a.txt one\ntwo', [{kind: 'write', path: 'a.txt', text: 'one\ntwo'}]],
	['write "my file.txt" x', [{kind: 'write', path: 'my file.txt', text: 'x'}]],
	['append a.txt x', [{kind: 'append', path: 'a.txt', text: 'x'}]],
	['delete a.txt', [{kind: 'delete', path: 'a.txt'}]],
	['delete the old code', [{kind: 'chat', text: 'delete the old code'}]],
	['edit', [{kind: 'edit'}]],
	['run npm test', [{kind: 'run', command: 'npm test'}]],
	['detach', [{kind: 'detach', seconds: 600}]],
	['detach 30', [{kind: 'detach', seconds: 30}]],
	['remember the milk', [{kind: 'remember', text: 'the milk'}]],
	['What do you remember?', [{kind: 'recall'}]],
	['recall', [{kind: 'recall'}]],
	['say hello', [{kind: 'say', text: 'hello'}]],
	['todo a; b;; c', [{kind: 'todo', items: ['a', 'b', 'c']}]],
	['todo', [{kind: 'todo', items: []}]],
	['crash', [{kind: 'crash', code: 3}]],
	['crash 0', [{kind: 'crash', code: 0}]],
	['crash 999', [{kind: 'crash', code: 255}]],
	['hang', [{kind: 'hang'}]],
	['spam', [{kind: 'spam', lines: 1000}]],
	['spam 20', [{kind: 'spam', lines: 20}]],
	['please fix the bug', [{kind: 'chat', text: 'please fix the bug'}]],
	['', [{kind: 'chat', text: ''}]],
];

describe('one step', () => {
	test.each(TABLE)('%j', (prompt, steps) => expect(plan(prompt)).toEqual(steps));
});

const JOINED: typeof TABLE = [
	[
		'work 1 THEN ask',
		[
			{kind: 'work', seconds: 1},
			{kind: 'ask', question: 'Do you want to run npm test?'},
		],
	],
	['say a then b', [{kind: 'say', text: 'a then b'}]],
	[
		'say a then work 2',
		[
			{kind: 'say', text: 'a'},
			{kind: 'work', seconds: 2},
		],
	],
	[
		'work 2 then be nice',
		[
			{kind: 'work', seconds: 2},
			{kind: 'chat', text: 'be nice'},
		],
	],
	['look there then here', [{kind: 'chat', text: 'look there then here'}]],
	[
		'write a b then c then delete a',
		[
			{kind: 'write', path: 'a', text: 'b then c'},
			{kind: 'delete', path: 'a'},
		],
	],
];

describe('several steps', () => {
	test.each(JOINED)('%j', (prompt, steps) => expect(plan(prompt)).toEqual(steps));
});

test.each([
	['blanks', `say x${' '.repeat(100_000)}y`],
	['many steps', 'work 1 then '.repeat(8000)],
	['many words', `say ${'then a '.repeat(15_000)}`],
	['one word', 'x'.repeat(100_000)],
])('a huge prompt of %s is understood quickly', (_, prompt) => {
	const start = performance.now();
	expect(plan(prompt).length).toBeGreaterThan(0);
	expect(performance.now() - start).toBeLessThan(1000);
});

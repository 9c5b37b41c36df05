import {describe, expect, test} from 'vitest';
import {SquadError} from '../../../src/session/errors.ts';
import type {SessionRecord} from '../../../src/session/session.ts';
import type {Squad} from '../../../src/session/squad.ts';
import type {Call} from '../../../src/ui/command.ts';
import {errorJson, forEachSession, paced} from '../../../src/ui/several.ts';

const AT_ONCE = {atOnce: 8, betweenMs: 0};
const shortly = (ms: number) => new Promise(resolve => setTimeout(resolve, ms));

describe('many things are done', () => {
	test.each([
		[0, 3],
		[1, 3],
		[10, 1],
		[10, 3],
		[10, 100],
	])('%i of them, at most %i at once, in order of their answers', async (count, atOnce) => {
		let [now, most] = [0, 0];
		const items = Array.from({length: count}, (_, at) => at);
		const results = await paced(items, {atOnce, betweenMs: 0}, async item => {
			most = Math.max(most, ++now);
			await shortly(Math.random() * 5);
			now--;
			return item * 2;
		});
		expect(results).toEqual(items.map(item => item * 2));
		expect(most).toBe(Math.min(atOnce, count));
	});

	test('with a pause between two starts', async () => {
		const starts: number[] = [];
		await paced([1, 2, 3], {atOnce: 3, betweenMs: 30}, async () => {
			starts.push(performance.now());
		});
		expect((starts[1] ?? 0) - (starts[0] ?? 0)).toBeGreaterThanOrEqual(25);
		expect((starts[2] ?? 0) - (starts[1] ?? 0)).toBeGreaterThanOrEqual(25);
	});

	test('and a failure is not swallowed', async () => {
		await expect(paced([1], AT_ONCE, () => Promise.reject(new Error('a bug')))).rejects.toThrow('a bug');
	});
});

/** Sessions `a`, `b`, `c`; what is done with them fails for `b` and finds nothing called `z`. */
const call = (json: boolean) => {
	const [out, err]: [string[], string[]] = [[], []];
	const squad = {
		workAlone: () => undefined,
		find: (word: string) => {
			if (word === 'z') throw new SquadError('no_such_session', 'there is no session "z"', 'look', 'z');
			return {id: word} as SessionRecord;
		},
	} as unknown as Squad;
	const terminal = {out: (text: string) => out.push(text), err: (text: string) => err.push(text)};
	const run = (words: readonly string[], asArray = false) =>
		forEachSession({terminal, json, squad} as unknown as Call, words, {pace: AT_ONCE, asArray}, async ({id}) => {
			if (id === 'b') throw new SquadError('not_safe', 'b is\nbusy', 'wait', 'b');
			if (id === 'bug') throw new TypeError('a bug');
			return {json: {done: id}, line: `done ${id}`};
		});
	return {run, out: () => out.join(''), err: () => err.join('')};
};

describe('each session is done and reported', () => {
	test.each([
		[['a'], 0, 'done a\n', ''],
		[['a', 'c', 'a'], 0, 'done a\ndone c\n', ''],
		[['a', 'b', 'c'], 5, 'done a\ndone c\n', 'squad: b is�busy\n  wait\n'],
		[['z', 'b'], 5, '', 'squad: there is no session "z"\n  look\nsquad: b is�busy\n  wait\n'],
		[['z', 'a'], 3, 'done a\n', 'squad: there is no session "z"\n  look\n'],
	])('%j: the exit code is the highest', async (words, code, out, err) => {
		const here = call(false);
		expect(await here.run(words)).toBe(code);
		expect({out: here.out(), err: here.err()}).toEqual({out, err});
	});

	const ERROR = {error: {code: 'not_safe', message: 'b is\nbusy', hint: 'wait', session: 'b'}};

	test.each([
		['one', ['a'], false, {done: 'a'}],
		['one that failed', ['b'], false, ERROR],
		['several', ['a', 'b'], false, [{done: 'a'}, ERROR]],
		['one of a choice', ['a'], true, [{done: 'a'}]],
		['none of a choice', [], true, []],
	])('in exactly one JSON value: %s', async (_, words, asArray, json) => {
		const here = call(true);
		await here.run(words, asArray);
		expect(JSON.parse(here.out())).toEqual(json);
	});

	test('a bug stays a bug', async () => {
		await expect(call(false).run(['bug'])).rejects.toThrow(TypeError);
	});
});

test('an error without a session does not name one', () => {
	expect(errorJson(new SquadError('usage', 'what', 'do'))).toEqual({
		error: {code: 'usage', message: 'what', hint: 'do'},
	});
});

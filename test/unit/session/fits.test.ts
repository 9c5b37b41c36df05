import fc from 'fast-check';
import * as v from 'valibot';
import {describe, expect, test} from 'vitest';
import {fits} from '../../../src/session/fits.ts';
import {RecordSchema} from '../../../src/session/session.ts';

const RECORD = {
	...{schema: 1, id: 'fix-login-7k2m', title: 'fix login', type: 'worktree', createdAt: '2026-01-01T00:00:00.000Z'},
	...{repo: '/r', locationPath: '/w', worktreePath: '/w', sharesWorktreeOf: null, branch: 'b', madeBranch: true},
	...{
		base: 'main',
		baseCommit: 'c'.repeat(40),
		agent: 'claude',
		args: ['--x'],
		task: null,
		intent: 'paused',
		resumedAt: null,
	},
	...{pausedAt: '2026-01-01T00:00:00.000Z', token: 't', launches: 1, lastPrompt: null, lastError: null, diff: null},
	workers: [{id: 'agent', name: 'claude', type: 'agent', createdAt: '2026-01-01T00:00:00.000Z'}],
	pauseState: {
		...{pausedAt: '2026-01-01T00:00:00.000Z', reason: 'user', depth: 'cold', scrollback: ['/s'], lastAction: null},
		...{stash: {commit: 'c'.repeat(40), ref: 'r', files: 3}, worktreeRemoved: false, pendingTasks: []},
	},
};

/** Every place in a value, as a list of keys. */
const placesIn = (value: unknown): string[][] =>
	typeof value !== 'object' || value === null
		? [[]]
		: [[], ...Object.entries(value).flatMap(([key, one]) => placesIn(one).map(rest => [key, ...rest]))];

const replaced = (value: unknown, [key, ...rest]: readonly string[], by: unknown): unknown => {
	if (key === undefined) return by;
	const copy: Record<string, unknown> = Array.isArray(value)
		? ([...value] as unknown as Record<string, unknown>)
		: {...(value as Record<string, unknown>)};
	if (rest.length === 0 && by === undefined) delete copy[key];
	else copy[key] = replaced(copy[key], rest, by);
	return copy;
};

describe('a record', () => {
	test('that is as it should be needs no slower judge', () => {
		expect(fits(RecordSchema, v.parse(RecordSchema, RECORD))).toBe(true);
	});

	test('never fits where valibot would refuse or change it', () => {
		const record = v.parse(RecordSchema, RECORD);
		const odd = fc.oneof(fc.jsonValue(), fc.constantFrom(undefined, 'running', 'cold', null, 1, -1, 'a b', [], {}));
		const place = fc.constantFrom(...placesIn(record), ['new'], ['pauseState', 'new'], ['workers', '0', 'new']);
		fc.assert(
			fc.property(place, odd, (path, by) => {
				const value = JSON.parse(JSON.stringify(replaced(record, path, by) ?? null));
				const judged = v.safeParse(RecordSchema, value);
				if (fits(RecordSchema, value)) expect(judged).toMatchObject({success: true, output: value});
			}),
			{numRuns: 2000},
		);
	});
});

test.each([
	['what it does not know', v.date(), new Date()],
	[
		'a check of one’s own',
		v.pipe(
			v.string(),
			v.check(() => true),
		),
		'x',
	],
	['what would be changed', v.pipe(v.string(), v.trim()), 'x'],
	['a default that is missing', v.object({a: v.optional(v.string(), 'x')}), {}],
])('says no to %s', (_, schema, value) => {
	expect(fits(schema, value)).toBe(false);
});

test('says yes to what may be missing', () => {
	const schema = v.object({a: v.optional(v.string()), b: v.exactOptional(v.number())});
	for (const value of [{}, {a: 'x'}, {b: 1}, {a: 'x', b: 1}]) expect(fits(schema, value)).toBe(true);
});

import fc from 'fast-check';
import {describe, expect, test} from 'vitest';
import type {SessionView} from '../../../src/session/view.ts';
import {ago, bytes, painter, safe, stateOf, tilde} from '../../../src/ui/print.ts';

describe('what is printed', () => {
	test('never holds anything that a terminal would obey', () => {
		fc.assert(
			fc.property(fc.string({unit: 'binary'}), text => {
				expect(safe(text)).not.toMatch(/[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/u);
			}),
			{numRuns: 2000},
		);
	});

	test.each([
		['plain ümläut 😀 👩‍💻', 'plain ümläut 😀 👩‍💻'],
		['a\tb', 'a b'],
		['a\nb', 'a�b'],
		['\x1b[31m', '�[31m'],
		['\x9b31m', '�31m'],
		['\u202eevil', '�evil'],
	])('%j is shown as %j', (text, shown) => {
		expect(safe(text)).toBe(shown);
	});

	test('is coloured only where colours are wanted', () => {
		expect(painter(true)('red', 'x')).toBe('\x1b[31mx\x1b[0m');
		expect(painter(true)(undefined, 'x')).toBe('x');
		expect(painter(false)('red', 'x')).toBe('x');
	});
});

const NOW = Date.parse('2026-01-10T00:00:00Z');

test.each([
	['2026-01-09T23:57:00Z', '3m'],
	['2026-01-09T22:00:01Z', '1h'],
	['2026-01-05T00:00:00Z', '5d'],
	['2026-01-09T00:00:00Z', '1d'],
	[null, ''],
	['not a date', ''],
])('since %s it is %j', (since, text) => {
	expect(ago(since, NOW)).toBe(text);
});

test.each(['2026-01-10T00:00:00Z', '2026-01-09T23:59:30Z', '2027-01-01T00:00:00Z'])(
	'since %s it is less than a minute, also when clocks differ',
	since => {
		expect(ago(since, NOW)).toMatch(/^(<1m|\d{1,2}s)$/);
	},
);

test.each([
	[0, ''],
	[3 << 20, '3 MB'],
	[1 << 30, '1.0 GB'],
	[5.25 * 2 ** 30, '5.3 GB'],
])('%d bytes are %j', (count, text) => {
	expect(bytes(count)).toBe(text);
});

test.each([
	['/home/me/x', '/home/me', '~/x'],
	['/home/me', '/home/me', '~'],
	['/home/menu', '/home/me', '/home/menu'],
	['/x', undefined, '/x'],
	['/x', '', '/x'],
])('%s of somebody at home in %s is shown as %s', (path, home, shown) => {
	expect(tilde(path, home)).toBe(shown);
});

const STATUSES = [
	'starting',
	'active',
	'pausing',
	'resuming',
	'paused',
	'interrupted',
	'completed',
	'failed',
	'error',
	'ended',
];

describe('what a session does is told by a glyph and a word', () => {
	test.each([
		['asking', '?', 'asks'],
		['active', '●', 'working'],
		['idle', '✓', 'idle'],
		['unknown', '●', 'running'],
	] as const)('%s', (activity, glyph, word) => {
		expect(stateOf({status: 'active', activity} as SessionView)).toMatchObject({glyph, word});
	});

	test.each(STATUSES.filter(status => status !== 'active'))('%s', status => {
		const {glyph, word} = stateOf({status, activity: 'unknown'} as SessionView);
		expect(word).toBe(status);
		expect(glyph).toMatch(/^\S$/u);
	});
});

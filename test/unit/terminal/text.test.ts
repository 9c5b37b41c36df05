import {describe, expect, test} from 'vitest';
import {clean, graphemes, shorten, widthOf, wrap} from '../../../src/terminal/text.ts';

test.each([
	['abc', 3],
	['日本', 4],
	['e\u0301', 1],
	['👩‍👩‍👧', 2],
	['🇩🇪', 2],
	['한국', 4],
	['ｱ', 1],
	['\x1b[31mred\x1b[39m', 3],
])('%j is %d cells wide', (text, width) => expect(widthOf(text)).toBe(width));

test.each([
	['ae\u0301b', ['a', 'e\u0301', 'b']],
	['👩‍👩‍👧x\n', ['👩‍👩‍👧', 'x', '\n']],
	['', []],
])('%j is made of %j', (text, signs) => expect(graphemes(text)).toEqual(signs));

test.each([
	['a\r\nb\rc', 'a\nb\nc'],
	['\x1b[2J\x07', '^[[2J^G'],
	['\x7f\x00', '^?^@'],
	['\u009b31m', '\ufffd31m'],
	['a\u202eb', 'a\ufffdb'],
	['\ud800', '\ufffd'],
	['日本 👍', '日本 👍'],
])('%j is shown as %j', (text, shown) => expect(clean(text)).toBe(shown));

test.each([
	['short', 10, 'short'],
	['a\n  b', 10, 'a b'],
	['0123456789', 5, '0123…'],
	['日本語日本語', 6, '日本…'],
	['x', 0, ''],
	['x', -3, ''],
])('%j in %d cells is %j', (text, cells, shown) => expect(shorten(text, cells)).toBe(shown));

describe('lines', () => {
	test.each([
		['one two three', 8, ['one two', 'three']],
		['abcdefghij', 4, ['abcd', 'efgh', 'ij']],
		['日本語', 4, ['日本', '語']],
		['日本', 1, ['日', '本']],
		['a\n\nb', 4, ['a', '', 'b']],
	])('%j in %d cells', (text, cells, lines) => expect(wrap(text, cells)).toEqual(lines));

	test('a word of 100,000 signs is broken quickly', () => {
		const start = performance.now();
		expect(wrap('x'.repeat(100_000), 80)).toHaveLength(1250);
		expect(performance.now() - start).toBeLessThan(1000);
	});
});

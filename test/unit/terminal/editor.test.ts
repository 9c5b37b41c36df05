import {describe, expect, test} from 'vitest';
import {EMPTY, edit, layOut} from '../../../src/terminal/editor.ts';
import {keyDecoder} from '../../../src/terminal/keys.ts';

/** The text after typing, with | where the cursor is. */
const typed = (input: string): string => {
	const {text, cursor} = keyDecoder().feed(input).reduce(edit, EMPTY);
	return `${text.slice(0, cursor)}|${text.slice(cursor)}`;
};

const LEFT = '\x1b[D';
const RIGHT = '\x1b[C';

describe('typing', () => {
	test.each([
		['abc', 'abc|'],
		['abc\x7f', 'ab|'],
		['\x7f', '|'],
		[`abc${LEFT}${LEFT}x`, 'ax|bc'],
		[`${LEFT}a${RIGHT}${RIGHT}b`, 'ab|'],
		['abc\x01x', 'x|abc'],
		['abc\x01\x1b[3~', '|bc'],
		['abc\x01\x05x', 'abcx|'],
		['abc\x15', '|'],
		['ab\ncd\x01x', 'ab\nx|cd'],
		['ab\ncd\x01\x0b', 'ab\n|'],
		['one two\x17', 'one |'],
		['日本\x7f', '日|'],
		['a👩‍👩‍👧\x7f', 'a|'],
		[`👍🏽e\u0301${LEFT}${LEFT}x`, 'x|👍🏽e\u0301'],
		['\x1b[200~a\r\nb\rc\x1b[201~', 'a\nb\nc|'],
	])('%j gives %j', (input, text) => expect(typed(input)).toBe(text));
});

describe('rows', () => {
	test.each([
		['', 10, [''], [0, 0]],
		['abcdef', 4, ['abcd', 'ef'], [1, 2]],
		['abcd', 4, ['abcd', ''], [1, 0]],
		['a\nb', 4, ['a', 'b'], [1, 1]],
		['a\n', 4, ['a', ''], [1, 0]],
		['日本語', 4, ['日本', '語'], [1, 2]],
		['a日本', 4, ['a日', '本'], [1, 2]],
		['\x1bx', 4, ['^[x'], [0, 3]],
	])('%j in %d cells', (text, cells, rows, [row, column]) => {
		expect(layOut({text, cursor: text.length}, cells)).toEqual({rows, cursor: {row, column}});
	});

	test('the cursor is found in the middle of the text', () => {
		expect(layOut({text: 'ab\ncdef', cursor: 5}, 3).cursor).toEqual({row: 1, column: 2});
		expect(layOut({text: 'ab\ncd', cursor: 2}, 9).cursor).toEqual({row: 0, column: 2});
	});
});

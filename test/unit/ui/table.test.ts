import fc from 'fast-check';
import stringWidth from 'string-width';
import {expect, test} from 'vitest';
import {alignTable} from '../../../src/ui/table.ts';

const cells = (rows: readonly (readonly string[])[]) => rows.map(row => row.map(text => ({text})));

const table = (rows: readonly (readonly string[])[], columns = Number.POSITIVE_INFINITY) =>
	alignTable(cells(rows), columns, 1, false);

test.each([
	[
		'columns stand below each other',
		[
			['a', 'bb', 'c'],
			['aaa', 'b', 'c'],
		],
		'a    bb  c\naaa  b   c\n',
	],
	[
		'wide characters take two columns',
		[
			['日本', 'x'],
			['abcd', 'y'],
		],
		'日本  x\nabcd  y\n',
	],
	[
		'accents take none',
		[
			['e\u0301', 'x'],
			['f', 'y'],
		],
		'e\u0301  x\nf  y\n',
	],
	[
		'a family is one character',
		[
			['👩‍👩‍👧', 'x'],
			['ab', 'y'],
		],
		'👩‍👩‍👧  x\nab  y\n',
	],
	[
		'no spaces are left at the end',
		[
			['a', ''],
			['a', 'b'],
		],
		'a\na  b\n',
	],
	['short rows are fine', [['a'], ['b', 'c']], 'a\nb  c\n'],
	['nothing is nothing', [], ''],
])('%s', async (_, rows, text) => {
	expect(await table(rows)).toBe(text);
});

test.each([
	['text', ['id', 'a title that is long', 'x'], 20, 'id  a title that…  x\n'],
	[
		'wide text, never through the middle of a character',
		['id', '日本語日本語日本語', 'x'],
		19,
		'id  日本語日本…   x\n',
	],
	[
		'emoji, never through the middle of one',
		['id', '👩‍👩‍👧👩‍👩‍👧👩‍👩‍👧👩‍👩‍👧👩‍👩‍👧', 'x'],
		15,
		'id  👩‍👩‍👧👩‍👩‍👧👩‍👩‍👧…   x\n',
	],
])('the flexible column gives way: %s', async (_, row, columns, text) => {
	expect(await table([row], columns)).toBe(text);
});

test('a narrow terminal is never overflown as long as the flexible column has 8 columns left', async () => {
	const word = fc.string({unit: 'grapheme', maxLength: 60}).filter(text => !/\p{C}/u.test(text));
	await fc.assert(
		fc.asyncProperty(
			fc.array(fc.tuple(fc.constantFrom('a', 'bb', '日本'), word, fc.constantFrom('x', 'yy'))),
			async rows => {
				for (const line of (await table(rows, 18)).split('\n')) expect(stringWidth(line)).toBeLessThanOrEqual(18);
			},
		),
	);
});

test('colours take no room', async () => {
	const rows = [
		[{text: 'a', colour: 'red' as const}, {text: 'b'}],
		[{text: 'aaa'}, {text: 'b'}],
	];
	expect(await alignTable(rows, 80, 1, true)).toBe('\x1b[31ma\x1b[0m    b\naaa  b\n');
	expect(await alignTable(rows, 80, 1, false)).toBe('a    b\naaa  b\n');
});

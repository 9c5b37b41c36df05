import {expect, test} from 'vitest';
import {composer} from '../../../../../src/ui/tui/terminal/canvas.ts';

const left = {row: 0, column: 0, columns: 5, rows: 2};
const right = {row: 0, column: 6, columns: 4, rows: 2};

test('pieces stand side by side, each in its own columns', () => {
	const rows = composer()(
		[
			{...right, lines: ['x', '日本語']},
			{...left, lines: ['one', '']},
		],
		3,
	);
	expect(rows).toEqual(['one\x1b[0m\x1b[7Gx\x1b[0m', '\x1b[7G日\x1b[9G本\x1b[11G\x1b[0m', '']);
});

test('no line is longer than its place, and none stands below it', () => {
	const rows = composer()([{...left, lines: ['\x1b[31mtoo long\x1b[39m', 'two', 'three']}], 5);
	expect(rows[0]).toBe('\x1b[31mtoo l\x1b[39m\x1b[0m');
	expect(rows.slice(2)).toEqual(['', '', '']);
});

import {describe, expect, test} from 'vitest';
import {CHROME_ROWS, layoutOf} from '../../../../../src/ui/tui/state/layout.ts';

describe('every size from 60x15 to 300x100 is used to the last cell', () => {
	const sizes = [60, 80, 99, 100, 140, 220, 300].flatMap(columns =>
		[15, 19, 20, 24, 40, 60, 100].map(rows => ({columns, rows})),
	);
	test.each(sizes)('$columns x $rows', size => {
		const {list, detail, side} = layoutOf(size, 'list');
		const height = size.rows - CHROME_ROWS;
		const columns = side ? (list?.columns ?? 0) + 1 + (detail?.columns ?? 0) : (list?.columns ?? 0);
		const rows = side ? (list?.rows ?? 0) : (list?.rows ?? 0) + (detail?.rows ?? 0);
		expect({columns, rows}).toEqual({columns: size.columns, rows: height});
		expect(list?.columns).toBeGreaterThanOrEqual(40);
	});
});

test('a small screen shows one of the two', () => {
	expect(layoutOf({columns: 60, rows: 15}, 'list').detail).toBeNull();
	expect(layoutOf({columns: 60, rows: 15}, 'detail').list).toBeNull();
});

import {describe, expect, test} from 'vitest';
import {anchored, repaint} from '../../../../../src/ui/tui/terminal/frame.ts';

describe('what is written to the terminal', () => {
	test('nothing when nothing has changed', () => {
		expect(repaint(['a', 'b'], ['a', 'b'])).toBe('');
	});
	test('only the lines that differ', () => {
		const out = repaint(['one', 'two', 'three'], ['one', 'TWO', 'three']);
		expect(out).toContain('\x1b[2;1H');
		expect(out).toContain('TWO');
		expect(out).not.toContain('one');
		expect(out).not.toContain('three');
	});
	test('everything at first, on a cleared screen', () => {
		const out = repaint(null, ['one', 'two']);
		expect(out).toContain('\x1b[2J');
		expect(out).toContain('one');
		expect(out).toContain('two');
	});
	test('lines that are no longer there are cleared', () => {
		expect(repaint(['a', 'b', 'c'], ['a'])).toContain('\x1b[2;1H\x1b[0m\x1b[J');
	});
});

describe('characters that terminals measure differently', () => {
	test.each([
		['plain │ text', 'plain │ text'],
		['日│', '日\x1b[3G│'],
		['\x1b[31m🎉\x1b[0m x', '\x1b[31m🎉\x1b[3G\x1b[0m x'],
		['é ok', 'é\x1b[2G ok'],
	])('%j', (line, written) => expect(anchored(line)).toBe(written));
});

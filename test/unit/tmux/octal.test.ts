import {describe, expect, test} from 'vitest';
import {paneTexts, unescapeOctal} from '../../../src/tmux/octal.ts';

describe('tmux escapes are undone', () => {
	test.each([
		['plain', 'plain'],
		['\\015\\012', '\r\n'],
		['\\134', '\\'],
		['\\134\\134 x', '\\\\ x'],
		['\\134015', '\\015'],
		['\\033[31m', '\x1b[31m'],
		['\\01', '\\01'],
		['\\', '\\'],
		['\\089', '\\089'],
		['é\\001😀', 'é\x01😀'],
		['', ''],
	])('%j', (escaped, text) => {
		expect(unescapeOctal(Buffer.from(escaped)).toString()).toBe(text);
	});

	test('bytes that are no text stay as they are', () => {
		expect([...unescapeOctal(Buffer.from([0xc3, 0x5c, 0x33, 0x30, 0x33, 0xff]))]).toEqual([0xc3, 0xc3, 0xff]);
	});
});

describe('a character cut in two is put together', () => {
	const cuts = [1, 2, 3, 4, 5, 6, 7, 8, 9];
	test.each(cuts)('cut at byte %i', at => {
		const bytes = Buffer.from('é€😀x');
		const textOf = paneTexts();
		expect(textOf('%1', bytes.subarray(0, at)) + textOf('%1', bytes.subarray(at))).toBe('é€😀x');
	});

	test('byte by byte, two panes at once', () => {
		const textOf = paneTexts();
		const texts = ['', ''];
		for (const [at, byte] of Buffer.from('é€😀').entries()) {
			texts[0] += textOf('%1', Buffer.from([byte]));
			texts[1] += textOf('%2', Buffer.from('😀😀é').subarray(at, at + 1));
		}
		texts[1] += textOf('%2', Buffer.from('😀😀é').subarray(9));
		expect(texts).toEqual(['é€😀', '😀😀é']);
	});

	test.each([
		[[0xff, 0x41], '\ufffdA'],
		[[0x80, 0x80, 0x80], '\ufffd\ufffd\ufffd'],
		[[0xc3, 0x41], '\ufffdA'],
	])('what can become no character is not waited for: %j', (bytes, text) => {
		expect(paneTexts()('%1', Buffer.from(bytes))).toBe(text);
	});
});

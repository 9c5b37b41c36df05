import fc from 'fast-check';
import {describe, expect, test} from 'vitest';
import {onlyColours, plain} from '../../../src/tmux/pane.ts';

/** Pieces that, put together anyhow, make sequences, halves of sequences and sequences inside others. */
const PIECES = [
	...['\x1b', '\x1b[', '\x1b]', '\x1bP', '\x1b_', '\x1b^', '\x1bX', '\x1b\\', '\x07', '\x9b', '\x9d', '\x90', '\x9c'],
	...['0', '1;31', '38;2;1;2;3', '38:2::1:2:3', ':', ';', '?', '>', '!', ' ', '$', '"', '#'],
	...[
		'm',
		'H',
		'J',
		'h',
		'l',
		'n',
		'c',
		'q',
		't',
		'u',
		'8',
		'(B',
		'text',
		'ü😀',
		'\n',
		'\t',
		'\r',
		'\b',
		'\x00',
		'\x7f',
		'\x0e',
	],
	...[
		'\x1b[31m',
		'\x1b[0m',
		'\x1b]0;title\x07',
		'\x1b]52;c;aGk=\x1b\\',
		'\x1b[2J',
		'\x1b[?1049h',
		'\x1b[6n',
		'\x1bPq\x1b\\',
	],
];

const screen = fc.oneof(
	fc.array(fc.constantFrom(...PIECES), {maxLength: 30}).map(parts => parts.join('')),
	fc.string({unit: 'binary'}),
);

/** Text, line ends, tabs and colours: nothing else. */
const ONLY_COLOURS = /^(?:\x1b\[[0-9;:]*m|[^\x00-\x08\x0b-\x1f\x7f-\x9f])*$/;

describe('of what a program wrote', () => {
	test('only text and colours pass, whatever it was', () => {
		fc.assert(
			fc.property(screen, text => {
				expect(onlyColours(text)).toMatch(ONLY_COLOURS);
			}),
			{numRuns: 20_000},
		);
	});

	test('what has passed once passes unchanged', () => {
		fc.assert(
			fc.property(screen, text => {
				expect(onlyColours(onlyColours(text))).toBe(onlyColours(text));
			}),
			{numRuns: 5000},
		);
	});

	test('not even colours pass where plain text is wanted', () => {
		fc.assert(
			fc.property(screen, text => {
				expect(plain(text)).not.toMatch(/[\x00-\x08\x0b-\x1f\x7f-\x9f]/);
			}),
			{numRuns: 20_000},
		);
	});

	test.each([
		['text and line ends', 'a\n\tb ü😀\n', 'a\n\tb ü😀\n'],
		['colours', '\x1b[1;31mred\x1b[0m \x1b[38;2;1;2;3mtrue\x1b[m', '\x1b[1;31mred\x1b[0m \x1b[38;2;1;2;3mtrue\x1b[m'],
		['colours with colons', '\x1b[38:2::1:2:3mx', '\x1b[38:2::1:2:3mx'],
		['a title', 'a\x1b]0;evil\x07b', 'ab'],
		['a link', '\x1b]8;;http://x\x1b\\link\x1b]8;;\x1b\\', 'link'],
		['the clipboard', 'a\x1b]52;c;aGk=\x07b', 'ab'],
		['a device string', 'a\x1bPtmux;\x1b\\b', 'ab'],
		['moves of the cursor', 'a\x1b[2J\x1b[H\x1b[3Ab', 'ab'],
		['modes', '\x1b[?1049h\x1b[?25lx', 'x'],
		['questions to the terminal', '\x1b[6n\x1b[c\x1b[>qx', 'x'],
		['keyboard modes that end in m', '\x1b[>4;2mx\x1b[?4mx', 'xx'],
		['short sequences', '\x1b(B\x1b7\x1b=\x1bcx', 'x'],
		['one-byte sequences', '\x9b31mx', '31mx'],
		['a sequence that was cut off', 'x\x1b[31', 'x31'],
		['a title that was cut off', 'x\x1b]0;evil', 'x'],
		['bells, backspaces and carriage returns', 'a\x07\b\rb', 'ab'],
	])('%s', (_, text, passed) => {
		expect(onlyColours(text)).toBe(passed);
	});

	test('plain text is what a reader sees', () => {
		expect(plain('\x1b[1;31mred\x1b[0m \x1b[38:2::1:2:3mtrue\x1b[m\n')).toBe('red true\n');
	});
});

import {describe, expect, test} from 'vitest';
import {type Key, keyDecoder} from '../../../src/terminal/keys.ts';

/** Texts as they are, pastes in brackets, other keys by name. */
const told = (keys: readonly Key[]): string[] =>
	keys.map(key => (key.name === 'paste' ? `[${key.text}]` : key.name === 'text' ? key.text : `<${key.name}>`));

const decode = (...chunks: string[]): string[] => {
	const decoder = keyDecoder();
	return [...chunks.flatMap(chunk => told(decoder.feed(chunk))), ...told(decoder.flush())];
};

describe('what the terminal sends', () => {
	test.each<[chunks: string[], keys: string[]]>([
		[['hello\r'], ['hello', '<enter>']],
		[
			['a', '\n', 'b'],
			['a', '<newline>', 'b'],
		],
		[['\x1b[A\x1bOB\x1b[C\x1b[D'], ['<up>', '<down>', '<right>', '<left>']],
		[['\x1b', '[A'], ['<up>']],
		[['\x1b[', 'A'], ['<up>']],
		[['\x1b'], ['<escape>']],
		[['x\x1b'], ['x', '<escape>']],
		[['\x1b\x15hi'], ['<escape>', '<ctrl-u>', 'hi']],
		[['\x1bhi'], ['<escape>', 'hi']],
		[['\x1b\x1b'], ['<escape>', '<escape>']],
		[['\x1b\r'], ['<newline>']],
		[['\x1b[15~\x1b[I\x00'], []],
		[['\t\x1b[Z\x1b[5~\x1b[6~\x11'], ['<tab>', '<shift-tab>', '<page-up>', '<page-down>', '<ctrl-q>']],
		[['日本\x7f'], ['日本', '<backspace>']],
		[['\x1b[200~a\rb\x1b[201~\r'], ['[a\rb]', '<enter>']],
		[
			['x\x1b[20', '0~a', 'b\x1b[2', '01~y'],
			['x', '[ab]', 'y'],
		],
		[['\x1b[200~a\x1b[31mb\x03\x1b[201~'], ['[a\x1b[31mb\x03]']],
		[['\x1b[200~1\x1b[201~\x1b[200~2\x1b[201~'], ['[1]', '[2]']],
		[['\x1b[200~cut off'], ['[cut off]']],
	])('%j', (chunks, keys) => expect(decode(...chunks)).toEqual(keys));
});

test('waits shortly after an Esc, longer within a paste, and not at all otherwise', () => {
	const decoder = keyDecoder();
	expect(decoder.patience()).toBeUndefined();
	decoder.feed('\x1b');
	expect(decoder.patience()).toBeLessThan(100);
	decoder.feed('[200~x');
	expect(decoder.patience()).toBeGreaterThan(1000);
	decoder.feed('\x1b[201~');
	expect(decoder.patience()).toBeUndefined();
});

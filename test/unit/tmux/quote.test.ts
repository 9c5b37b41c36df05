import {describe, expect, test} from 'vitest';
import {commandLine, quoteArgument} from '../../../src/tmux/quote.ts';

describe('an argument reaches the command as it is', () => {
	test.each([
		['plain-word_1.2/3', 'plain-word_1.2/3'],
		['', "''"],
		['two words', "'two words'"],
		[';', "';'"],
		['a;b', "'a;b'"],
		['#{pane_id} # no comment', "'#{pane_id} # no comment'"],
		[`$HOME \${HOME}`, `'$HOME \${HOME}'`],
		['~/x', "'~/x'"],
		['{a}', "'{a}'"],
		['%if', "'%if'"],
		['A=b', "'A=b'"],
		['"', `'"'`],
		['\\', "'\\'"],
		['\\n', "'\\n'"],
		["it's", `'it'"'"'s'`],
		["'", `"'"`],
		["''x", `"''"'x'`],
		['a\nb', `'a'"\\n"'b'`],
		["\r\n'", `"\\r\\n'"`],
		['a\\\nb', `'a\\'"\\n"'b'`],
		['\t', "'\t'"],
		['é😀', "'é😀'"],
	])('%j as %s', (text, quoted) => {
		expect(quoteArgument(text)).toBe(quoted);
	});

	test.each([["a'\n;~"], ["'\n'\r'"]])('%j stays on one line', text => {
		expect(quoteArgument(text)).not.toContain('\n');
	});

	test('a NUL is refused, for tmux would end the text there', () => {
		expect(() => quoteArgument('a\0b')).toThrow(TypeError);
	});
});

describe('a command is one line', () => {
	test.each([
		[['display-message', '-p', 'a b'], "display-message -p 'a b'"],
		[' list-panes ; list-windows ', 'list-panes ; list-windows'],
	])('%j', (command, line) => {
		expect(commandLine(command)).toBe(line);
	});

	test.each([
		['an empty line, which would detach', ''],
		['spaces', '  '],
		['two lines', 'a\nb'],
		['NUL', 'a\0'],
		['nothing', []],
	])('refuses %s', (_, command) => {
		expect(() => commandLine(command)).toThrow(TypeError);
	});
});

import {expect, test} from 'vitest';
import {coloured} from '../../../src/tmux/rows.ts';

test.each([
	['plain rows stay as they are', ['one', '', 'two'], ['one', '', 'two']],
	[
		'a colour goes on into the next row',
		['\x1b[32mone', 'two\x1b[39m', 'three'],
		['\x1b[32mone\x1b[0m', '\x1b[32mtwo\x1b[39m', 'three'],
	],
	[
		'what has ended is not carried on',
		['\x1b[32mone\x1b[39m \x1b[1mb\x1b[22m', '', 'x'],
		['\x1b[32mone\x1b[39m \x1b[1mb\x1b[22m', '', 'x'],
	],
	[
		'the later of two colours counts',
		['\x1b[31m\x1b[38;5;7m\x1b[41ma', 'b'],
		['\x1b[31m\x1b[38;5;7m\x1b[41ma\x1b[0m', '\x1b[38;5;7;41mb\x1b[0m'],
	],
	[
		'a reset ends all, also with a colour behind it',
		['\x1b[1;31ma\x1b[0;32mb', 'c\x1b[m', 'd'],
		['\x1b[1;31ma\x1b[0;32mb\x1b[0m', '\x1b[32mc\x1b[m', 'd'],
	],
	[
		'true colours stay whole',
		['\x1b[38;2;1;2;3m\x1b[48;2;4;5;6ma', 'b\x1b[49m', 'c'],
		[
			'\x1b[38;2;1;2;3m\x1b[48;2;4;5;6ma\x1b[0m',
			'\x1b[38;2;1;2;3;48;2;4;5;6mb\x1b[49m\x1b[0m',
			'\x1b[38;2;1;2;3mc\x1b[0m',
		],
	],
])('%s', (_, captured, rows) => expect(coloured(captured)).toEqual(rows));

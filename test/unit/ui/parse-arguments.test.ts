import {mkdtempSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {afterAll, beforeAll, describe, expect, test} from 'vitest';
import type {Command} from '../../../src/ui/command.ts';
import {newCommand} from '../../../src/ui/commands/new.ts';
import {pauseCommand} from '../../../src/ui/commands/pause.ts';
import {hasFlag, numberFlag, parseArguments, requireWords, textFlag} from '../../../src/ui/parse-arguments.ts';

const parse = (line: readonly string[], command: Command = newCommand) => {
	const {words, flags, rest} = parseArguments(command, line);
	return {words, flags: {...flags}, rest};
};

describe('a command line is understood:', () => {
	test.each([
		[[], [], {}, []],
		[['fix login'], ['fix login'], {}, []],
		[['x', '-p', 'do it', '--json'], ['x'], {prompt: 'do it', json: true}, []],
		[['--prompt=a=b', 'x'], ['x'], {prompt: 'a=b'}, []],
		[['-pdo it'], [], {prompt: 'do it'}, []],
		[['-p', '-'], [], {prompt: '-'}, []],
		[['-p', '$(x)\n'], [], {prompt: '$(x)\n'}, []],
		[['x', '--', '--model', 'opus', '--'], ['x'], {}, ['--model', 'opus', '--']],
		[['--', '-p'], [], {}, ['-p']],
		[['-h'], [], {help: true}, []],
		[['-a', 'one', '-a', 'two'], [], {agent: 'two'}, []],
		[['-'], ['-'], {}, []],
	])('%j', (line, words, flags, rest) => {
		expect(parse(line)).toEqual({words, flags, rest});
	});
});

describe('--quick takes a directory, or none:', () => {
	const folder = mkdtempSync(join(tmpdir(), 'sq-quick-'));
	beforeAll(() => process.chdir(folder));
	afterAll(() => {
		process.chdir('/');
		rmSync(folder, {recursive: true});
	});
	test.each([
		[['--quick'], [], ''],
		[['--quick', 'title'], ['title'], ''],
		[['--quick', '/tmp'], [], '/tmp'],
		[['--quick', '.'], [], '.'],
		[['--quick', './nothing'], [], './nothing'],
		[['--quick=/tmp', 'title'], ['title'], '/tmp'],
		[['title', '--quick'], ['title'], ''],
		[['--quick', '--json'], [], ''],
		[['--quick', '-p', '/tmp'], [], ''],
		[['-p', '--quick=x'], [], undefined],
		[['x', '--', '--quick'], ['x'], undefined],
	])('%j', (line, words, quick) => {
		const attempt = () => parse(line);
		if (line[0] === '-p') expect(attempt).toThrow(expect.objectContaining({code: 'usage'}));
		else expect(attempt()).toMatchObject({words, flags: quick === undefined ? {} : {quick}});
	});
});

describe('a wrong command line is refused in words, with the way out:', () => {
	test.each([
		[['--nothing'], /there is no option '--nothing'/],
		[['-x'], /there is no option '-x'/],
		[['--__proto__'], /there is no option '--__proto__'/],
		[['--agent'], /--agent/],
		[['--json=yes'], /--json/],
		[['-p', '--json'], /--prompt/],
	])('%j', (line, message) => {
		expect(() => parse(line)).toThrow(
			expect.objectContaining({
				code: 'usage',
				message: expect.stringMatching(message),
				hint: expect.stringContaining('squad new --help'),
			}),
		);
	});
});

test('flags are read by their kind', () => {
	const input = parseArguments(newCommand, ['--json', '-a', 'codex']);
	expect([hasFlag(input, 'json'), hasFlag(input, 'agent'), hasFlag(input, 'attach')]).toEqual([true, false, false]);
	expect([textFlag(input, 'agent'), textFlag(input, 'json'), textFlag(input, 'base')]).toEqual([
		'codex',
		undefined,
		undefined,
	]);
});

test.each([
	['30', 30],
	['0', 0],
	['1.5', 1.5],
	['1e3', 1000],
])('--timeout %s is %d', (text, value) => {
	expect(numberFlag(pauseCommand, parseArguments(pauseCommand, ['x', '--timeout', text]), 'timeout')).toBe(value);
});

test.each([[''], [' '], ['soon'], ['30s'], ['Infinity'], ['NaN'], ['=-1']])('--timeout %j is refused', text => {
	const line = ['x', `--timeout=${text.replace(/^=/, '')}`];
	expect(() => numberFlag(pauseCommand, parseArguments(pauseCommand, line), 'timeout')).toThrow(
		expect.objectContaining({code: 'usage'}),
	);
});

test('no number is no number', () => {
	expect(numberFlag(pauseCommand, parseArguments(pauseCommand, ['x']), 'timeout')).toBeUndefined();
});

test.each([
	[0, 1, 1, /missing/],
	[2, 1, 1, /too many/],
	[1, 1, 1, undefined],
	[9, 1, undefined, undefined],
])('%i words where %i to %s are wanted: %s', (count, least, most, message) => {
	const attempt = () => requireWords(pauseCommand, {words: Array(count).fill('x'), flags: {}, rest: []}, least, most);
	if (message === undefined) expect(attempt).not.toThrow();
	else expect(attempt).toThrow(message);
});

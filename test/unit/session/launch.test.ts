import {spawn, spawnSync} from 'node:child_process';
import {once} from 'node:events';
import {mkdtempSync, readFileSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import fc from 'fast-check';
import {describe, expect, test} from 'vitest';
import {type Launch, launchArgv, RESUMED_LINE, sinceResumed} from '../../../src/session/launch.ts';

const folder = () => {
	const path = mkdtempSync(join(tmpdir(), 'sq-launch-'));
	return {path, [Symbol.dispose]: () => rmSync(path, {recursive: true})};
};

/** Prints each of its arguments, ended by NUL, which no argument can hold. */
const PRINT = ['/usr/bin/printf', '%s\\0'];

type Wanted = Omit<Launch, 'exitFile'> & Partial<Launch>;

const run = (launch: Wanted, env: NodeJS.ProcessEnv = process.env) => {
	const [shell = '', ...args] = launchArgv({exitFile: '/dev/null/none', ...launch});
	const {stdout, stderr, status} = spawnSync(shell, args, {env, maxBuffer: 1 << 24});
	return {out: stdout.toString(), stderr: stderr.toString(), status};
};

const argumentsOf = (launch: Wanted) =>
	run({...launch, command: [...PRINT, ...launch.command]})
		.out.split('\0')
		.slice(0, -1);

const HOSTILE = [
	...[
		'',
		' ',
		"'",
		'"',
		`it's "quoted"`,
		'$(touch pwned)',
		'`id`',
		'$HOME',
		`\${HOME}`,
		';',
		'a;',
		'&&',
		'|',
		'*',
		'~',
	],
	...[
		'\n',
		'a\n',
		'\n\na\n\n',
		'\\',
		'a\\',
		'\\n',
		'\t',
		'-n',
		'--',
		'-rf',
		'!!',
		'#',
		'%s',
		'\x1b[31m',
		'ü😀',
		'a=b',
		'{}',
	],
];

const argument = fc.oneof(
	fc.constantFrom(...HOSTILE),
	fc.string({unit: 'binary'}).map(text => Buffer.from(text.replaceAll('\0', '')).toString()),
	fc.array(fc.constantFrom(...HOSTILE)).map(parts => parts.join('')),
);

describe('every word reaches the program byte for byte', () => {
	test.each(HOSTILE.map(text => [text]))('%j', text => {
		expect(argumentsOf({command: [text, 'x', text]})).toEqual([text, 'x', text]);
	});

	test('whatever they are', () => {
		fc.assert(
			fc.property(fc.array(argument, {minLength: 1, maxLength: 8}), words => {
				expect(argumentsOf({command: words})).toEqual(words);
			}),
			{numRuns: 150},
		);
	});

	test('also {prompt}, when there is no prompt', () => {
		expect(argumentsOf({command: ['{prompt}', 'a {prompt} b']})).toEqual(['{prompt}', 'a {prompt} b']);
	});
});

describe('the prompt takes the place of {prompt} byte for byte', () => {
	const withPrompt = (prompt: string, command: readonly string[]) => {
		using here = folder();
		const promptFile = join(here.path, `-it's a "file"`);
		writeFileSync(promptFile, prompt);
		return argumentsOf({command, promptFile});
	};

	test.each([
		...HOSTILE.map(text => [JSON.stringify(text), text]),
		['line ends at the end', 'text\n\n\n'],
		['only line ends', '\n\n'],
		['a dot at the end', 'text.'],
		['{prompt} itself', 'say {prompt} twice: {prompt}'],
		['100 KB', 'x'.repeat(100_000)],
		['100 KB of hostile text', `'"$(x)\n;`.repeat(12_500)],
	])('%s', (_, prompt) => {
		expect(withPrompt(prompt, ['-p', '{prompt}'])).toEqual(['-p', prompt]);
	});

	test('whatever it is, and inside an argument', () => {
		fc.assert(
			fc.property(argument, argument, (prompt, word) => {
				expect(withPrompt(prompt, [word, '--prompt={prompt}', word])).toEqual([word, `--prompt=${prompt}`, word]);
			}),
			{numRuns: 100},
		);
	});

	test('everywhere in an argument', () => {
		expect(withPrompt('x', ['{prompt} and {prompt}'])).toEqual(['x and x']);
	});
});

describe('the program', () => {
	test.each([0, 1, 42])('passes its exit code %i on', code => {
		expect(run({command: ['/bin/sh', '-c', `exit ${code}`]}).status).toBe(code);
	});

	test('writes it down too, in place of what an earlier one left', () => {
		using here = folder();
		const exitFile = join(here.path, `-it's "here"`);
		writeFileSync(exitFile, 'old');
		const {out, status} = run({command: ['/bin/sh', '-c', 'ls "$0"; exit 42', here.path], exitFile});
		expect({out, status, written: readFileSync(exitFile, 'utf8')}).toEqual({out: '', status: 42, written: '42\n'});
	});

	test('that a signal ended says so as shells do', () => {
		expect(run({command: ['/bin/sh', '-c', 'kill -9 $$']}).status).toBe(137);
	});

	test('that is not there says so in its own words', () => {
		const {status, stderr} = run({command: ['/no/such/program']});
		expect({status, says: /no\/such\/program/.test(stderr)}).toEqual({status: 127, says: true});
	});

	test('sees nothing of tmux, and all else of its environment', () => {
		const env = {
			PATH: '/bin:/usr/bin',
			TMUX: 'x',
			TMUX_PANE: '%1',
			TMUX_TMPDIR: '/t',
			OWN: 'a\nb',
			prompt: 'mine',
			left: '1',
		};
		const names = run({command: ['/usr/bin/env', '-0']}, env)
			.out.split('\0')
			.map(line => line.split('=')[0])
			.filter(name => !['PWD', 'OLDPWD', 'SHLVL', '_', ''].includes(name ?? ''));
		expect(names.sort()).toEqual(['OWN', 'PATH', 'left', 'prompt']);
	});

	test('gets an interrupt from the keyboard, while its shell stays to tell its exit code', async () => {
		const [shell = '', ...args] = launchArgv({
			exitFile: '/dev/null/none',
			command: ['/bin/sh', '-c', 'trap "exit 3" INT; echo ready; while :; do sleep 0.05; done'],
		});
		const child = spawn(shell, args, {detached: true, stdio: ['ignore', 'pipe', 'ignore']});
		await once(child.stdout, 'data');
		process.kill(-(child.pid ?? 0), 'SIGINT');
		expect(await once(child, 'exit')).toEqual([3, null]);
	});
});

test('a saved screen stands above the new output, with a line between that says since when', () => {
	using here = folder();
	const savedScreen = join(here.path, 'agent.ansi');
	writeFileSync(savedScreen, '\x1b[31mold\n');
	const {out} = run({command: ['/bin/echo', 'new'], savedScreen, resumedAt: '2026-01-01'});
	expect(out).toBe(`\x1b[31mold\n\x1b[0m\x1b[2m${RESUMED_LINE}2026-01-01 ──\x1b[0m\nnew\n`);
	expect(sinceResumed(out.replace(/\x1b\[\d*m/g, '').split('\n'))).toEqual(['new', '']);
});

test.each([
	['all, when it was never resumed', ['a', 'b'], ['a', 'b']],
	['what comes after the last line', ['a', `${RESUMED_LINE}x ──`, 'b', `${RESUMED_LINE}y ──`, 'c'], ['c']],
	['what merely quotes the line', [`> ${RESUMED_LINE}x ──`, 'b'], [`> ${RESUMED_LINE}x ──`, 'b']],
])('a worker’s own lines are %s', (_, lines, own) => {
	expect(sinceResumed(lines)).toEqual(own);
});

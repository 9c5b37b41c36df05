import {afterAll, beforeAll, describe, expect, test} from 'vitest';
import {expectRefusal} from '../../support/expect-run.ts';
import {fingerprint} from '../../support/fingerprint.ts';
import {type Lab, lab} from '../../support/lab.ts';
import type {Run} from '../../support/run.ts';
import type {Session} from '../../support/session-json.ts';
import {someOf} from '../../support/world-size.ts';

let here: Lab;
let session: Session;
let before: Awaited<ReturnType<typeof fingerprint>>;
beforeAll(async () => {
	here = await lab();
	session = await here.running('the only one', '-p', 'first');
	before = await fingerprint(here);
});
afterAll(() => here[Symbol.asyncDispose]());

/** What no session is called, and git, tmux, file systems and command lines give a meaning to. */
const IDS: readonly (readonly [id: string, code: number])[] = [
	['no-such-id', 3],
	['..', 3],
	['../sessions', 3],
	['a/b', 3],
	['/', 3],
	['=the-only', 3],
	['the-only:0', 3],
	['the=only', 3],
	['', 3],
	[' ', 3],
	['*', 3],
	['%0', 3],
	['$(id)', 3],
	['two\nlines', 3],
	['-x', 2],
	['a'.repeat(10_000), 3],
];

/** The verbs that name a session, with what else they need. */
const OF_A_SESSION: readonly (readonly [verb: string, after: readonly string[]])[] = [
	...['status', 'explain', 'attach', 'pause', 'resume', 'restart', 'logs', 'diff', 'end', 'rm', 'undo'].map(
		verb => [verb, []] as const,
	),
	['send', ['words']],
	['answer', ['yes']],
	['rename', ['title']],
	['new --with', []],
];

/** Four at a time: hundreds of commands, each a process. */
const each = async <T>(of: readonly T[], run: (one: T) => Promise<void>): Promise<void> => {
	const queue = [...of];
	const worker = async () => {
		for (let one = queue.shift(); one !== undefined; one = queue.shift()) await run(one);
	};
	await Promise.all([worker(), worker(), worker(), worker()]);
};

const expectShort = (run: Run) => expect(`${run.stdout}${run.stderr}`.length).toBeLessThan(2000);

describe('an id that names no session is refused in two lines and changes nothing:', () => {
	test.each(OF_A_SESSION)('%s', async (verb, after) => {
		await each(someOf(IDS), async ([id, code]) => {
			const run = await here.squad(...verb.split(' '), id, ...after);
			// As the value of a flag, an empty text is an unset variable of a script.
			expectShort(expectRefusal(run, verb.includes('--') && id === '' ? 2 : code));
			expect(run.stdout).toBe('');
		});
		expect(await fingerprint(here)).toEqual(before);
	});

	test('with --json the refusal is the one JSON value', async () => {
		await each(someOf(IDS), async ([id, code]) => {
			const run = await here.squad('pause', '--json', id);
			expect(run.code).toBe(code);
			expect(run.json()).toMatchObject({error: {message: expect.any(String), hint: expect.any(String)}});
		});
		expect(await fingerprint(here)).toEqual(before);
	});
});

const NUMBERS = ['NaN', '-1', '1e999', 'Infinity', '-Infinity', 'soon', '', ' ', '1,5', '5s', '٣', '9'.repeat(10_000)];

/** `ID` is the session that is there. */
const WRONG: readonly (readonly [what: string, code: number, lines: readonly (readonly string[])[]])[] = [
	[
		'numbers',
		2,
		NUMBERS.flatMap(number => [
			['pause', 'ID', `--timeout=${number}`],
			['end', 'ID', `--timeout=${number}`],
			['logs', 'ID', `-n${number === '' ? ' ' : number}`],
		]),
	],
	[
		'unknown flags',
		2,
		[
			...['new', 'adopt', 'ls', 'undo', 'trust', 'recover', 'doctor', 'config', 'completion', 'demo'].map(verb => [
				verb,
			]),
			...OF_A_SESSION.filter(([verb]) => !verb.includes(' ')).map(([verb, after]) => [verb, 'ID', ...after]),
		].flatMap(line => [
			[...line, '--frobnicate'],
			[...line, '--frobnicate=1'],
			[...line, '-Q'],
		]),
	],
	[
		'missing values',
		2,
		[
			...['--agent', '--prompt', '--base', '--branch', '--repo', '--with'].map(flag => ['new', 'x', flag]),
			['ls', '--status'],
			['ls', '--repo'],
			['pause', 'ID', '--timeout'],
			['pause', 'ID', '--reason'],
			['resume', 'ID', '--prompt'],
			['attach', 'ID', '--worker'],
			['logs', 'ID', '-n'],
			['explain', '--agent'],
			['explain', '--agent', 'claude', '--screen'],
		],
	],
	[
		'values that are none',
		2,
		[
			['ls', '--status', 'bored'],
			['pause', 'ID', '--reason', 'boredom'],
			['pause', 'ID', '--warm', '--free-disk'],
			['pause'],
			['rm'],
			['send', 'ID'],
			['rename', 'ID', ''],
			['rename', 'ID', ' '],
			...['0', '10', 'maybe', '', '-1', '1e0', 'YES NO'].map(word => ['answer', 'ID', word]),
			['status', 'ID', 'ID'],
			['recover', 'ID'],
			['doctor', 'ID'],
			['completion', 'csh'],
			['config', 'shout'],
			['config', 'set', 'noSuchSetting', '1'],
			['config', 'set', 'pause.timeoutSeconds', '-1'],
			['config', 'set', 'pause.timeoutSeconds', 'NaN'],
			['new', 'x', '--quick', '--with', 'ID'],
			['new', 'x', 'y'],
			['new', 'x', '--repo', '/no/such/folder'],
			['new', 'x', '--base', 'no-such-branch'],
			['new', 'x', '--base', '-x'],
			['new', 'x', '--base=--all'],
			...[
				'..',
				'a..b',
				'-x',
				'a b',
				'a~',
				'a^',
				'a:b',
				'a?',
				'*',
				'[',
				'a\\b',
				'/a',
				'a/',
				'a//b',
				'a.lock',
				'@',
				'HEAD',
				'@{u}',
				'a.',
				'.a',
				'a\nb',
			].map(name => ['new', 'x', `--branch=${name}`]),
			['new', 'x', `--branch=${'a'.repeat(10_000)}`],
		],
	],
	[
		'agents that are none',
		7,
		['..', 'no such agent', '$(id)', '__proto__', 'constructor'].map(name => ['new', 'x', '-a', name]),
	],
];

describe('wrong usage is refused in two lines and changes nothing:', () => {
	test.each(WRONG)('%s: exit %d', async (_, code, lines) => {
		await each(someOf(lines), async line => {
			const run = await here.squad(...line.map(word => (word === 'ID' ? session.id : word)));
			const words = JSON.stringify(line).slice(0, 200);
			expect(run.code, `${words}: ${run.stdout}${run.stderr}`).toBe(code);
			expect(run.stderr.trimEnd().split('\n'), words).toHaveLength(2);
			expect(run.stdout, words).toBe('');
			expectShort(run);
		});
		expect(await fingerprint(here)).toEqual(before);
	});
});

test('a timeout longer than any clock waits, and is no timeout of nothing', async () => {
	expect((await here.squad('pause', session.id, '--timeout', '1e300')).code).toBe(0);
	expect((await here.squad('resume', session.id)).code).toBe(0);
});

import {spawnSync} from 'node:child_process';
import {mkdirSync, mkdtempSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import fc from 'fast-check';
import {afterAll, beforeAll, describe, expect, test} from 'vitest';
import {chain, PANE_FORMAT, parsePane} from '../../../src/tmux/format.ts';
import {tmuxServer} from '../../../src/tmux/server.ts';
import {openSession} from '../../../src/tmux/session.ts';
import {eventually} from '../../support/eventually.ts';

const root = mkdtempSync(join(tmpdir(), 'sq-format-'));
const tmux = (...commands: readonly (readonly string[])[]) =>
	spawnSync('tmux', ['-u', '-S', join(root, 's'), '-f', '/dev/null', ...chain(commands)], {
		encoding: 'utf8',
		cwd: root,
	});

/** Keeps the server while the tests open and close theirs. */
beforeAll(() => {
	tmux(['new-session', '-d', '-s', 'kept', 'cat']);
});

afterAll(() => {
	tmux(['kill-server']);
	rmSync(root, {recursive: true});
});

const NAMES = [
	'plain',
	'a b',
	'a%b',
	'100%',
	'%H:%M',
	'%%',
	'a#b',
	'##',
	'#{pid}',
	'#(touch pwned)',
	'#[bold]',
	'##[x',
	'#,',
	'}',
	';',
	'a;',
	"it's",
	'"',
	'$HOME',
	'~',
];

describe('tmux takes a text with formats in it as it is:', () => {
	test.each(NAMES)('the directory and the window name %j', async name => {
		const directory = join(root, 'dirs', name);
		mkdirSync(directory, {recursive: true});
		await openSession(tmuxServer(join(root, 's'), '/dev/null'), {
			name: 'x',
			directory,
			size: {columns: 80, rows: 24},
			env: {},
			windows: [{worker: 'agent', name, argv: ['cat', '-']}],
		});
		const printed = () => tmux(['display-message', '-p', '-t', '=x:', '#{pane_current_path}\n#{window_name}']).stdout;
		// tmux 3.4 prints a backslash before a dollar. While the shell is not yet there, it says its own directory.
		await eventually(() => expect(printed().replace(/\n$/, '').replaceAll('\\$', '$')).toBe(`${directory}\n${name}`));
		tmux(['kill-session', '-t', '=x']);
	});
});

/** tmux's own rule for its arguments: one that ends in `;` ends the command, unless a backslash stands before it. */
const split = (args: readonly string[]): string[][] => {
	const commands: string[][] = [[]];
	for (const arg of args) {
		if (!arg.endsWith(';')) commands.at(-1)?.push(arg);
		else if (arg.endsWith('\\;')) commands.at(-1)?.push(`${arg.slice(0, -2)};`);
		else {
			if (arg !== ';') commands.at(-1)?.push(arg.slice(0, -1));
			commands.push([]);
		}
	}
	return commands;
};

const argument = fc.oneof(
	fc.constantFrom(';', 'a;', '\\;', 'a\\;', ';;', '\\', '', ' ', '"', "'", '#{x}', '$x', '\n', '-t', '--', '{', '}'),
	fc.string({unit: 'binary'}).map(text => Buffer.from(text.replaceAll('\0', '')).toString()),
);

describe('commands that are chained', () => {
	test('come apart again as they were', () => {
		fc.assert(
			fc.property(fc.array(fc.array(argument, {minLength: 1}), {minLength: 1}), commands => {
				expect(split(chain(commands))).toEqual(commands);
			}),
		);
	});

	test('reach tmux argument by argument, byte for byte', () => {
		const texts = fc.array(
			argument.filter(text => text !== ''),
			{minLength: 1, maxLength: 6},
		);
		fc.assert(
			fc.property(texts, all => {
				const set = all.map((text, at) => ['set-buffer', '-b', `b${at}`, '--', text]);
				expect(tmux(...set).stderr).toBe('');
				expect(all.map((_, at) => tmux(['save-buffer', '-b', `b${at}`, '-']).stdout)).toEqual(all);
			}),
			{numRuns: 25},
		);
	});
});

describe('a pane is read', () => {
	test('as tmux writes it', () => {
		tmux(
			['new-session', '-d', '-s', 'w', '-x', '90', '-y', '20', '-n', 'agent', '--', 'cat'],
			// tmux 3.2 forgets the size.
			['resize-window', '-t', '=w:0', '-x', '90', '-y', '20'],
			['set-option', '-w', '-t', '=w:0', '@squad_worker', 'agent'],
			['select-pane', '-t', '=w:0.0', '-T', 'a ␟ title: ü😀'],
		);
		const {stdout} = tmux(['list-panes', '-t', '=w', '-F', PANE_FORMAT]);
		tmux(['kill-session', '-t', '=w']);
		expect(parsePane(stdout.replace(/\n$/, ''))).toMatchObject({
			session: 'w',
			windowIndex: 0,
			windowName: 'agent',
			worker: 'agent',
			paneId: expect.stringMatching(/^%\d+$/),
			paneIndex: 0,
			pid: expect.any(Number),
			dead: false,
			exitCode: null,
			attached: false,
			size: {columns: 90, rows: 20},
			title: 'a ␟ title: ü😀',
		});
	});

	test.each([
		['0', 0],
		['137', 137],
		['', null],
	])('with its exit code %j', (status, exitCode) => {
		const line = `x␟0␟n␟agent␟%1␟0␟7␟1␟${status}␟2␟3␟4␟80␟24␟100␟1␟/dev/pts/9␟1700000000␟t`;
		expect(parsePane(line)).toMatchObject({
			dead: true,
			exitCode,
			attached: true,
			cursor: {x: 3, y: 4},
			historySize: 100,
			cursorVisible: true,
			tty: '/dev/pts/9',
			wroteAt: 1_700_000_000,
			title: 't',
		});
	});

	test('as far as it goes when there is less than expected', () => {
		expect(parsePane('')).toMatchObject({session: '', pid: 0, dead: false, exitCode: null, title: ''});
	});
});

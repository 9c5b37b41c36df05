import {describe, expect, it} from 'vitest';
import {optionFor} from '../../../../src/session/agents/choice.ts';
import {menuOn} from '../../../../src/session/agents/menu.ts';
import {optionsInLine} from '../../../../src/session/agents/options.ts';
import {readScreen} from '../../../../src/session/agents/read-screen.ts';
import {screenOf} from '../../../../src/session/agents/screen.ts';
import {agentNamed, builtInAgents} from '../../../../src/session/agents/table.ts';

const menu = (...labels: string[]) =>
	menuOn(
		labels.map((label, at) => `${at === 0 ? '❯' : ' '} ${at + 1}. ${label}`),
		'digits',
	)?.options ?? [];

describe('yes and no', () => {
	it.each([
		[['Yes', "Yes, and don't ask again for: npm publish *", 'Yes, and switch to auto mode', 'No'], 'Yes', 'No'],
		[
			['Yes, and use auto mode', 'Yes, manually approve edits', 'No, keep planning'],
			'Yes, manually approve edits',
			'No, keep planning',
		],
		[['Allow once', 'Allow for this session', 'No, suggest changes (esc)'], 'Allow once', 'No, suggest changes (esc)'],
		[['Trust folder (x)', 'Trust parent folder (y)', "Don't trust (esc)"], 'Trust folder (x)', "Don't trust (esc)"],
		[
			['Yes, proceed (y)', "Yes, and don't ask again (p)", 'No, and tell Codex what to do differently (esc)'],
			'Yes, proceed (y)',
			'No, and tell Codex what to do differently (esc)',
		],
		[['No, exit', 'Yes, I accept'], 'Yes, I accept', 'No, exit'],
		[['Submit answers', 'Cancel'], 'Submit answers', 'Cancel'],
		[['SQLite', 'PostgreSQL', 'MySQL'], undefined, undefined],
		[['Notes', 'Yesterday'], undefined, undefined],
	])('of %j', (labels, yes, no) => {
		expect(optionFor(menu(...labels), 'yes')?.label).toBe(yes);
		expect(optionFor(menu(...labels), 'no')?.label).toBe(no);
	});

	it.each([
		'Go on? [Y/n]',
		'Go on? (y/N):',
		'Go on (yes/no)?',
		"Run it? (Y)es/(N)o/(D)on't ask again [Yes]:",
		'Log in? [(y)es, (n)o]:',
	])('in a line: %s', line => {
		expect(optionFor(optionsInLine(line), 'yes')?.keys).toEqual(['y', 'Enter']);
		expect(optionFor(optionsInLine(line), 'no')?.keys).toEqual(['n', 'Enter']);
	});
});

it('a number means the option that has it, chosen or not', () => {
	expect(optionFor(menu('Red', 'Green'), '2')).toMatchObject({label: 'Green', keys: ['2'], chosen: false});
	expect(optionFor(menu('Red', 'Green'), '3')).toBeUndefined();
});

describe('the options of a menu', () => {
	it('without numbers are reached by arrows', () => {
		const lines = ' Which?\n\n ❯ Red\n   Green\n   Blue\n\n ↑/↓ select'.split('\n');
		expect(menuOn(lines, 'digits', true)?.options).toEqual([
			{number: 1, label: 'Red', chosen: true, keys: ['Enter']},
			{number: 2, label: 'Green', chosen: false, keys: ['Down', 'Enter']},
			{number: 3, label: 'Blue', chosen: false, keys: ['Down', 'Down', 'Enter']},
		]);
	});

	it('may have explanations and a rule between them', () => {
		const lines = [
			'❯ 1. SQLite',
			'     A single file',
			'  2. MySQL',
			'     A server',
			'─'.repeat(20),
			'  3. Chat about this',
		];
		expect(menuOn(lines, 'digits')?.options.map(({label}) => label)).toEqual(['SQLite', 'MySQL', 'Chat about this']);
	});

	it('do not begin in the list of a plan above them', () => {
		const lines = ['1. Change it', '2. Test it', '', 'Proceed?', '  1. Yes', '❯ 2. No'];
		expect(menuOn(lines, 'arrows')?.options).toEqual([
			{number: 1, label: 'Yes', chosen: false, keys: ['Up', 'Enter']},
			{number: 2, label: 'No', chosen: true, keys: ['Enter']},
		]);
	});
});

it('the colour behind a button tells which one Enter would take', () => {
	const {opencode} = builtInAgents;
	if (opencode === undefined) throw new Error('no opencode');
	const button = (text: string, on: boolean) =>
		on ? `\x1b[48;2;245;167;66m ${text} \x1b[48;2;30;30;30m` : ` ${text} `;
	const row = (chosen: number) =>
		`  ┃\x1b[48;2;30;30;30m  ${['Allow once', 'Allow always', 'Reject'].map((text, at) => button(text, at === chosen)).join(' ')} ctrl+f fullscreen  ⇆ select  enter confirm`;
	const lines = (chosen: number) => ['  ┃  △ Permission required', '  ┃  $ rm -rf build', '', row(chosen)];
	expect(readScreen(opencode, screenOf(lines(2), '')).options).toEqual([
		{number: 1, label: 'Allow once', chosen: false, keys: ['Left', 'Left', 'Enter']},
		{number: 2, label: 'Allow always', chosen: false, keys: ['Left', 'Enter']},
		{number: 3, label: 'Reject', chosen: true, keys: ['Enter']},
	]);
});

it('a question that wraps is put together again, however many lines it takes', () => {
	const lines = [
		'said before',
		'',
		'Shall I rewrite everything that is left',
		'in the whole repository, or leave it as it',
		'is for today?',
		'',
		'❯ 1. Yes',
		'  2. No',
	];
	expect(menuOn(lines, 'digits')?.question).toBe(
		'Shall I rewrite everything that is left in the whole repository, or leave it as it is for today?',
	);
	expect(menuOn(['said before', '', 'sure?', '❯ 1. Yes'], 'digits')?.question).toBe('sure?');
});

it('an unknown agent is never answered by numbers alone', () => {
	const agent = agentNamed('stranger', {stranger: {}});
	if (agent === undefined) throw new Error('no stranger');
	const {options} = readScreen(agent, screenOf(['Sure?', '❯ 1. Yes', '  2. No'], ''));
	expect(options.map(({keys}) => keys)).toEqual([['Enter'], ['Down', 'Enter']]);
});

import {describe, expect, it} from 'vitest';
import type {Agent} from '../../../../src/session/agents/agent.ts';
import {badPattern, readScreen} from '../../../../src/session/agents/read-screen.ts';
import {agentNamed, builtInAgents} from '../../../../src/session/agents/table.ts';

const screen = (text: string, title = '') => ({lines: text.split('\n'), title});

const named = (name: string, custom = {}): Agent => {
	const agent = agentNamed(name, custom);
	if (agent === undefined) throw new Error(name);
	return agent;
};

describe('an agent of which squad knows nothing', () => {
	const stranger = named('stranger', {stranger: {}});

	it.each([
		['idle', 'ready\n> '],
		['idle', '❯'],
		['idle', '> half a sentence'],
		['idle', 'me@host:~/work$ '],
		['idle', '$ '],
		['idle', '╭────╮\n│ >  │\n╰────╯'],
		['asking', 'Overwrite the file? [Y/n]'],
		['asking', 'Overwrite the file? [y/N]: '],
		['asking', 'Go on (y/n)'],
		['asking', 'Go on (yes/no)?'],
		['asking', 'Press any key to continue . . .'],
		['asking', '? Which colour'],
		['asking', 'Shall I?'],
		['asking', '❯ 1. Red\n  2. Green\n'],
		['unknown', 'compiling src/main.c'],
		['unknown', 'Overwrite the file? [Y/n] y\ncompiling src/main.c'],
		['unknown', ''],
	])('%s: %j', (activity, text) => {
		expect(readScreen(stranger, screen(text)).activity).toBe(activity);
	});

	it('a prompt below an old question means that it was answered', () => {
		expect(readScreen(stranger, screen('Overwrite? [Y/n]\ndone\n> ')).activity).toBe('idle');
	});

	it('is active while it writes, unless it shows a prompt', () => {
		expect(readScreen(stranger, screen('compiling'), 0.5).activity).toBe('active');
		expect(readScreen(stranger, screen('compiling'), 30).activity).toBe('unknown');
		expect(readScreen(stranger, screen('> '), 0.5).activity).toBe('idle');
	});
});

describe("a user's patterns", () => {
	const mybot = named('mybot', {mybot: {patterns: {active: ['^busy'], asking: ['\\[Y/n\\]'], idle: ['^> ']}}});

	it.each([
		['asking', 'busy\nsure? [Y/n]\n> x'],
		['active', 'busy\n> x'],
		['idle', 'done\n> x'],
		['unknown', 'done'],
	])('asking beats active, active beats idle: %s', (activity, text) => {
		expect(readScreen(mybot, screen(text)).activity).toBe(activity);
	});

	it('name the pattern and the line that decided', () => {
		expect(readScreen(mybot, screen('sure? [Y/n]'))).toMatchObject({
			activity: 'asking',
			rule: 'mybot: pattern \\[Y/n\\]',
			line: 'sure? [Y/n]',
			question: 'sure? [Y/n]',
		});
	});

	it('are not tried on what was said long ago', () => {
		expect(readScreen(mybot, screen(`sure? [Y/n]\n${'line\n'.repeat(12)}> x`)).activity).toBe('idle');
	});

	it('blank lines do not count', () => {
		expect(readScreen(mybot, screen(`busy${'\n'.repeat(40)}`)).activity).toBe('active');
	});

	it('a bad one matches nothing and harms nobody', () => {
		const bot = named('bot', {bot: {patterns: {asking: ['(', '['], idle: ['^> ']}}});
		expect(readScreen(bot, screen('( [\n> x')).activity).toBe('idle');
	});

	it('a bad one is explained', () => {
		expect(badPattern('(')).toMatch(/group/iu);
		expect(badPattern('^> ')).toBeUndefined();
	});

	it('go before the rules of a built-in agent, which serve where none matches', () => {
		const claude = named('claude', {claude: {patterns: {asking: ['^NEEDS YOU']}}});
		const atRest = `${'─'.repeat(40)}\n❯\n${'─'.repeat(40)}`;
		expect(readScreen(claude, screen(`NEEDS YOU\n${atRest}`)).activity).toBe('asking');
		expect(readScreen(claude, screen(atRest)).rule).toBe('claude: prompt without a spinner');
	});
});

/** Not captured by us: as documentation and public rule sets describe them. */
describe('agents that were not measured', () => {
	it.each([
		['cursor', 'active', ' ⬢ Thinking\n\n  → Add a follow-up      ctrl+c to stop', ''],
		['cursor', 'asking', ' Run this command?\n  → Run (once) (y) (enter)\n    Skip (esc or n)', ''],
		['cursor', 'idle', '  → Plan, search, build anything\n\n  / commands · @ files', ''],
		['aider', 'asking', "Run shell command? (Y)es/(N)o/(D)on't ask again [Yes]: ", ''],
		['aider', 'idle', "Run shell command? (Y)es/(N)o/(D)on't ask again [Yes]: y\nok\n────\n> ", ''],
		['aider', 'idle', 'architect> ', ''],
		['aider', 'active', '> fix it\n\n░█ Waiting for sonnet', ''],
		['aider', 'unknown', '> fix it\n\nI will change the parser', ''],
		['amp', 'active', '╭──────────╮\n│          │\n╰ running tools ────────╯', ''],
		['amp', 'asking', '╭──────────╮\n│          │\n╰ waiting for approval ─╯', ''],
		['amp', 'active', '╭──╮\n│  │\n╰──╯', '⠋ fix it'],
		['amp', 'idle', '╭──╮\n│  │\n╰──╯', 'amp'],
		['goose', 'idle', 'done\n( O)> ', ''],
		['goose', 'active', '◐  Consulting the geese...', ''],
	])('%s is %s', (name, activity, text, title) => {
		expect(readScreen(named(name), screen(text, title)).activity).toBe(activity);
	});
});

describe('an agent with rules of its own', () => {
	const all = Object.values(builtInAgents);

	it('is read like any other where its rules recognise nothing', () => {
		for (const agent of all)
			expect(readScreen(agent, screen('Overwrite? [Y/n]'), 0).activity, agent.name).toBe('asking');
	});

	it('has not ended its turn because a shell shows its prompt, and does not work because it wrote a moment ago', () => {
		for (const agent of all)
			expect(readScreen(agent, screen('me@host:~/work$ '), 0).activity, agent.name).toBe('unknown');
	});

	it('works where a status line of the next version says so', () => {
		const rule = '─'.repeat(40);
		const next = `⠼ Frobnicating (12s · ctrl+c to stop)\n\n${rule}\n❯ \n${rule}\n  hints`;
		expect(readScreen(named('claude'), screen(next)).activity).toBe('active');
		expect(readScreen(named('copilot'), screen(next)).activity).toBe('active');
	});
});

import {describe, expect, it} from 'vitest';
import {agentNamed, builtInAgents} from '../../../../src/session/agents/table.ts';

const filled = (args: readonly string[]) =>
	args.map(argument => argument.replace('{token}', 'T').replace('{prompt}', '-v is broken')).join(' ');

describe('built-in agents', () => {
	it.each([
		['claude', '', '-c', '--resume T', '-- -v is broken'],
		['codex', '--no-daemon', 'resume --last', 'resume T', '-- -v is broken'],
		['gemini', '', '--resume latest', '--resume T', '--prompt-interactive=-v is broken'],
		['opencode', '', '--continue', '-s T', '--prompt=-v is broken'],
		['qwen', '', '--continue', '--resume T', '--prompt-interactive=-v is broken'],
		['copilot', '', '--continue', '--resume=T', '-i -v is broken'],
		['cursor', '', '--continue', '--resume T', '-- -v is broken'],
		['aider', '', '--restore-chat-history', '--chat-history-file .aider.chat.T.md --restore-chat-history', ''],
		['amp', '', 'threads continue', 'threads continue T', ''],
		['goose', 'session', '-r', '-r -n T', ''],
		['demo', '', '-c', '--resume T', '-- -v is broken'],
	])('%s is launched with %j, continued with %j, resumed with %j, prompted with %j', (name, ...expected) => {
		const agent = agentNamed(name);
		const {args = [], continueArgs = [], resumeArgs = [], promptArgs = []} = agent ?? {};
		expect([args, continueArgs, resumeArgs, promptArgs].map(filled)).toEqual(expected);
	});

	it('all have the name under which they stand, and can be resumed and interrupted', () => {
		for (const [name, agent] of Object.entries(builtInAgents)) {
			expect(agent.name).toBe(name);
			expect(agent.supportsResume).toBe(true);
			expect(agent.interruptKeys.length).toBeGreaterThan(0);
		}
	});

	it.each(['claude', 'gemini', 'qwen', 'copilot', 'goose', 'aider', 'demo'])('%s lets squad choose the id', name => {
		expect(filled(agentNamed(name)?.sessionIdArgs ?? [])).toContain('T');
	});
});

describe("a user's definition", () => {
	it('with the name of a built-in agent changes only the fields it gives', () => {
		const changed = agentNamed('claude', {claude: {command: '/opt/claude', args: ['--model', 'opus']}});
		expect(changed).toEqual({...builtInAgents.claude, command: '/opt/claude', args: ['--model', 'opus']});
	});

	it('of a new agent gets defaults for what it leaves out', () => {
		expect(agentNamed('mybot', {mybot: {}})).toEqual({
			name: 'mybot',
			command: 'mybot',
			args: [],
			continueArgs: [],
			sessionIdArgs: [],
			resumeArgs: [],
			promptArgs: [],
			interruptKeys: ['Escape'],
			env: {},
			supportsResume: false,
			patterns: {active: [], asking: [], idle: []},
		});
	});

	it.each([
		[{continueArgs: ['-c']}, true],
		[{resumeArgs: ['-r', '{token}']}, true],
		[{resumeArgs: []}, false],
		[{continueArgs: ['-c'], supportsResume: false}, false],
	])('%j supports resume: %s', (definition, supportsResume) => {
		expect(agentNamed('mybot', {mybot: definition})?.supportsResume).toBe(supportsResume);
	});

	it('may give some of the patterns', () => {
		expect(agentNamed('mybot', {mybot: {patterns: {idle: ['^> ']}}})?.patterns).toEqual({
			active: [],
			asking: [],
			idle: ['^> '],
		});
	});
});

it.each(['nobody', 'constructor', '__proto__', ''])('there is no agent %j', name => {
	expect(agentNamed(name)).toBeUndefined();
	expect(agentNamed(name, {mybot: {}})).toBeUndefined();
});

import fc from 'fast-check';
import {describe, expect, test} from 'vitest';
import {agentEnvironment} from '../../../src/session/environment.ts';

const passes = (name: string) => Object.keys(agentEnvironment({[name]: 'x'}, {}, {}));

describe('an agent never inherits', () => {
	test.each([
		['the marks of another agent', ['CLAUDECODE', 'CLAUDE_CODE_ENTRYPOINT', 'CLAUDE_CODE_SSE_PORT']],
		['the caller’s tmux', ['TMUX', 'TMUX_PANE', 'TMUX_TMPDIR']],
		['another squad', ['SQUAD_HOME', 'SQUAD_SESSION_ID', 'SQUAD_TMUX_SOCKET', 'SQUAD_LOG']],
		[
			'the caller’s place in git',
			['GIT_DIR', 'GIT_WORK_TREE', 'GIT_INDEX_FILE', 'GIT_CONFIG_COUNT', 'GIT_CONFIG_KEY_0'],
		],
		['what npm start sets', ['npm_config_prefix', 'npm_lifecycle_event', 'INIT_CWD']],
		[
			'cloud credentials',
			['AWS_SECRET_ACCESS_KEY', 'AZURE_CLIENT_SECRET', 'GOOGLE_APPLICATION_CREDENTIALS', 'GCP_TOKEN'],
		],
		['what belongs to one terminal', ['TERM', 'TERM_PROGRAM', 'COLUMNS', 'LINES', 'PWD', 'OLDPWD', 'SHLVL', '_']],
		['what is no plain name', ['BASH_FUNC_x%%', 'A B', 'A;B', '1A', 'A-B', '', 'ü']],
	])('%s', (_, names) => {
		expect(names.flatMap(passes)).toEqual([]);
	});
});

test.each([
	['PATH'],
	['HOME'],
	['ANTHROPIC_API_KEY'],
	['OPENAI_API_KEY'],
	['GIT_AUTHOR_NAME'],
	['GIT_SSH_COMMAND'],
	['SQUAD_DEMO_HOME'],
	['http_proxy'],
	['__proto__'],
])('an agent inherits %s', name => {
	expect(passes(name)).toEqual([name]);
});

test('the agent’s own variables beat the caller’s, and squad’s beat both', () => {
	const env = agentEnvironment(
		{A: 'caller', B: 'caller', C: 'caller', D: undefined},
		{B: 'agent', SQUAD_HOME: 'agent', AWS_REGION: 'agent'},
		{SQUAD_HOME: 'squad', C: 'squad'},
	);
	expect(env).toEqual({A: 'caller', B: 'agent', C: 'squad', SQUAD_HOME: 'squad', AWS_REGION: 'agent'});
});

test.each([['AZURE_OPENAI_KEY', 'aws_session_token', 'ARM_CLIENT_SECRET', 'VAULT_TOKEN', 'GOOGLE_CREDENTIALS']])(
	'cloud credentials do not pass, however they are written: %s',
	(...names) => {
		expect(names.flatMap(passes)).toEqual([]);
	},
);

test('names in the settings: deny beats allow, allow beats the list of cloud credentials, and nothing lets squad’s own through', () => {
	const caller = {MY_TOKEN: '1', MY_NAME: '2', AWS_PROFILE: '3', AWS_SECRET_ACCESS_KEY: '4', TMUX: '5', my_token: '6'};
	const names = (passing: {deny: string[]; allow: string[]}) => Object.keys(agentEnvironment(caller, {}, {}, passing));
	expect(names({deny: ['MY_TOKEN'], allow: []})).toEqual(['MY_NAME']);
	expect(names({deny: ['*_TOKEN'], allow: ['AWS_PROFILE']})).toEqual(['MY_NAME', 'AWS_PROFILE']);
	expect(names({deny: ['AWS_SECRET*'], allow: ['*']})).toEqual(['MY_TOKEN', 'MY_NAME', 'AWS_PROFILE', 'my_token']);
});

test('every name that comes through can be written in a list of names', () => {
	fc.assert(
		fc.property(fc.dictionary(fc.string({unit: 'binary'}), fc.string()), caller => {
			for (const name of Object.keys(agentEnvironment(caller, {}, {}))) expect(name).toMatch(/^[A-Za-z_]\w*$/);
		}),
	);
});

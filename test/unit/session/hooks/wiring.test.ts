import {describe, expect, test} from 'vitest';
import {wireClaude} from '../../../../src/session/hooks/claude-settings.ts';
import {wireCodex} from '../../../../src/session/hooks/codex-notify.ts';
import {wireOpencode} from '../../../../src/session/hooks/opencode-plugin.ts';
import type {WiringPlace} from '../../../../src/session/hooks/wiring.ts';

const place = (fields: Partial<WiringPlace> & {files?: Record<string, string>} = {}): WiringPlace => ({
	script: '/s/hooks/report.sh',
	file: '/s/hooks-2.jsonl',
	folder: '/s/hooks',
	directory: '/work',
	home: '/home/me',
	env: {},
	userArgs: [],
	read: path => fields.files?.[path],
	...fields,
});

const settingsOf = (where: WiringPlace) => JSON.parse(wireClaude(where).files['claude.json'] ?? 'null');

describe('Claude Code', () => {
	test('gets settings of its own for this launch', () => {
		const {args, userArgs, env} = wireClaude(place({userArgs: ['--model', 'opus']}));
		expect({args, userArgs, env}).toEqual({
			args: ['--settings', '/s/hooks/claude.json'],
			userArgs: ['--model', 'opus'],
			env: {},
		});
		expect(Object.keys(settingsOf(place()).hooks)).toContain('PermissionRequest');
		expect(settingsOf(place()).hooks.Stop[0].hooks[0].command).toContain('/s/hooks-2.jsonl');
	});

	const THEIRS = {model: 'opus', hooks: {Stop: [{hooks: [{type: 'command', command: 'theirs'}]}], Other: [1]}};

	test.each([
		['a file', ['--settings', 'mine.json', '--verbose']],
		['a file, in one word', ['--settings=mine.json', '--verbose']],
		['JSON', ['--settings', JSON.stringify(THEIRS), '--verbose']],
	])('keeps what the user’s own --settings say: %s', (_, userArgs) => {
		const where = place({userArgs, files: {'/work/mine.json': JSON.stringify(THEIRS)}});
		expect(wireClaude(where)).toMatchObject({
			args: [],
			userArgs: ['--settings', '/s/hooks/claude.json', '--verbose'],
		});
		const {model, hooks} = settingsOf(where);
		expect(model).toBe('opus');
		expect(hooks.Other).toEqual([1]);
		expect(hooks.Stop).toHaveLength(2);
		expect(hooks.Stop[0].hooks[0].command).toBe('theirs');
	});

	test.each([
		['a file that is not there', ['--settings', 'none.json']],
		['a file that is no JSON', ['--settings', 'bad.json']],
		['no value', ['--settings']],
	])('leaves it to Claude to complain about %s', (_, userArgs) => {
		const wiring = wireClaude(place({userArgs, files: {'/work/bad.json': '{'}}));
		expect(wiring.userArgs).toEqual(userArgs);
	});

	test('does not take the words of a prompt for flags', () => {
		const userArgs = ['--', 'explain', '--settings', 'x.json'];
		expect(wireClaude(place({userArgs}))).toMatchObject({args: ['--settings', '/s/hooks/claude.json'], userArgs});
	});
});

describe('Codex', () => {
	test('is told whom to notify', () => {
		const {args} = wireCodex(place());
		expect(args[0]).toBe('-c');
		expect(JSON.parse(args[1]?.replace('notify=', '') ?? '')).toEqual(
			expect.arrayContaining(['/s/hooks/report.sh', '/s/hooks-2.jsonl', 'agent-turn-complete']),
		);
	});

	test.each([
		['in their configuration', {files: {'/home/me/.codex/config.toml': 'model = "x"\nnotify = ["say"]\n'}}],
		['in CODEX_HOME', {env: {CODEX_HOME: '/ch'}, files: {'/ch/config.toml': 'notify=["say"]'}}],
		['in the project', {files: {'/work/.codex/config.toml': 'notify = ["say"]'}}],
		['as an argument', {userArgs: ['-c', 'notify=["say"]']}],
		['as one word', {userArgs: ['--config=notify=["say"]']}],
	])('keeps the notify that the user has %s', (_, fields) => {
		expect(wireCodex(place(fields)).args).toEqual([]);
	});

	test('does not take a comment or another name for one', () => {
		const toml = '# notify = ["say"]\n[tui]\nnotifications = true\n';
		expect(wireCodex(place({files: {'/home/me/.codex/config.toml': toml}})).args).toHaveLength(2);
	});
});

describe('opencode', () => {
	test('gets a plugin by its environment', () => {
		const {env, files} = wireOpencode(place());
		expect(JSON.parse(env.OPENCODE_CONFIG_CONTENT ?? '')).toEqual({plugin: ['file:///s/hooks/opencode.mjs']});
		expect(files['opencode.mjs']).toContain('"/s/hooks-2.jsonl"');
	});

	test('keeps what the user has there', () => {
		expect(wireOpencode(place({env: {OPENCODE_CONFIG_CONTENT: '{}'}}))).toMatchObject({env: {}, files: {}});
	});
});

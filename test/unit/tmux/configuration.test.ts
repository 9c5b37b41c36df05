import {spawnSync} from 'node:child_process';
import {mkdirSync, mkdtempSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {describe, expect, test} from 'vitest';
import {configuration} from '../../../src/tmux/configuration.ts';

/** A tmux server with squad's configuration, whose home has this name. */
const server = (name: string, user: string) => {
	const root = mkdtempSync(join(tmpdir(), 'sq-conf-'));
	const home = join(root, name);
	mkdirSync(home, {recursive: true});
	writeFileSync(join(home, 'tmux.user.conf'), user);
	writeFileSync(join(root, 'tmux.conf'), configuration(join(home, 'tmux.user.conf')));
	const tmux = (...args: string[]) =>
		spawnSync('tmux', ['-S', join(root, 's'), '-f', join(root, 'tmux.conf'), ...args], {encoding: 'utf8'});
	const started = tmux('new-session', '-d', '-s', 'x', 'cat');
	return {
		started,
		option: (...args: string[]) => tmux('show-options', '-v', ...args).stdout.trim(),
		keys: () => tmux('list-keys', '-T', 'root').stdout,
		messages: () => tmux('show-messages').stdout,
		[Symbol.dispose]: () => {
			tmux('kill-server');
			rmSync(root, {recursive: true});
		},
	};
};

test('tmux takes every line of it', () => {
	using here = server('home', '');
	expect(here.started).toMatchObject({status: 0, stderr: ''});
	expect(here.messages()).not.toMatch(/unknown|invalid|ambiguous|error/i);
	expect({
		history: here.option('-g', 'history-limit'),
		remain: here.option('-gw', 'remain-on-exit'),
		mouse: here.option('-g', 'mouse'),
		size: here.option('-gw', 'window-size'),
		environment: here.option('-g', 'update-environment'),
	}).toEqual({history: '50000', remain: 'on', mouse: 'on', size: 'latest', environment: ''});
	expect(here.keys()).toMatch(/C-q\s+detach-client/);
});

describe('the user’s own settings are read last, from a home', () => {
	test.each([
		['plain', 'home'],
		['with spaces', 'my home'],
		['with quotes', `it's "mine"`],
		['with a variable', '$HOME'],
		['with a format', '#{session_name} #(touch pwned)'],
		['with a semicolon', 'a; b'],
		['with a backslash', 'a\\b'],
		['with a tilde', '~'],
		['with a comment', 'a # b'],
		['with what looks like a pattern', 'a[1]*?'],
		['with braces', '{a}'],
	])('%s', (_, name) => {
		using here = server(name, 'set -g history-limit 7\n');
		expect(here.started.stderr).toBe('');
		expect(here.option('-g', 'history-limit')).toBe('7');
	});
});

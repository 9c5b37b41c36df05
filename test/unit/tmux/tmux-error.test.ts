import {expect, test} from 'vitest';
import {tmuxErrorOf} from '../../../src/tmux/tmux-error.ts';

test.each([
	['no server running on /tmp/tmux-0/squad\n', 1, 'no-server'],
	['error connecting to /tmp/x/tmux.sock (No such file or directory)', 1, 'no-server'],
	['error connecting to /tmp/x/tmux.sock (Connection refused)', 1, 'no-server'],
	['error connecting to /tmp/x/tmux.sock (Permission denied)', 1, 'failed'],
	['lost server', 1, 'closed'],
	['[lost server]', 1, 'closed'],
	['server exited unexpectedly', 1, 'closed'],
	['[server exited]', 0, 'closed'],
	["can't find session: a", 1, 'no-target'],
	["can't find window: 3", 1, 'no-target'],
	["can't find pane: %9", 1, 'no-target'],
	["can't find client: /dev/pts/3", 1, 'no-target'],
	['spawn tmux ENOENT', undefined, 'missing'],
	['', 127, 'missing'],
	['sh: 1: tmux: not found', 127, 'missing'],
	['parse error: unknown command: bogus', undefined, 'failed'],
	['duplicate session: server exited', 1, 'taken'],
	['', undefined, 'failed'],
] as const)('tells what %j with exit code %s means', (stderr, exitCode, code) => {
	expect(tmuxErrorOf(stderr, 'list-panes', exitCode)).toMatchObject({code, command: 'list-panes', stderr});
});

test('speaks with the words of tmux', () => {
	expect(tmuxErrorOf("can't find pane: %9\n", 'capture-pane').message).toBe("tmux capture-pane: can't find pane: %9");
});

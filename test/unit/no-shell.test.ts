import {readdirSync, readFileSync} from 'node:fs';
import {join} from 'node:path';
import {expect, test} from 'vitest';

const SRC = join(import.meta.dirname, '../../src');

const sources = readdirSync(SRC, {recursive: true, encoding: 'utf8'})
	.filter(name => /\.tsx?$/.test(name))
	.map(name => ({name, text: readFileSync(join(SRC, name), 'utf8')}));

const using = (pattern: RegExp) => sources.filter(({text}) => pattern.test(text)).map(({name}) => name);

test('no source asks for a shell: not by an option, not by exec, not by eval', () => {
	expect(using(/\bshell: ?(true|['"`/])/)).toEqual([]);
	expect(using(/(?<![.\w])exec(Sync)?\(|\beval\(|new Function\(|execaCommand|\bexeca`/)).toEqual([]);
});

/** Each starts one program that it names, with a list of arguments; a new one is to be looked at before it is added. */
const STARTING = [
	'program/run-program.ts',
	'program/spawn-now.ts',
	'session/adopt-tmux.ts',
	'session/agents/opencode-database.ts',
	'session/doctor.ts',
	'session/processes.ts',
	'session/watch/usage.ts',
	'tmux/control-connection.ts',
	'ui/commands/config.ts',
	'ui/tui/terminal/demo.ts',
];

test('only these start programs, and three name /bin/sh: the scripts of a pane, of a setup and of hooks, constants that get words as arguments', () => {
	expect(
		using(/from 'node:child_process'/)
			.filter(name => !name.startsWith('demo/'))
			.sort(),
	).toEqual(STARTING);
	const naming = using(/'\/bin\/sh',\s*'-c'/);
	expect(naming.sort()).toEqual(['session/hooks/report-script.ts', 'session/launch.ts', 'session/setup.ts']);
	for (const file of ['session/launch.ts', 'session/setup.ts']) {
		const text = sources.find(({name}) => name === file)?.text ?? '';
		const script = /const SCRIPT = `([\s\S]*?)\n`;/.exec(text)?.[1] ?? '';
		expect(script).not.toBe('');
		// Nothing is put into it when it is made.
		expect(script.replaceAll('\\${', '')).not.toContain('${');
		expect(script).not.toMatch(/\beval\b/);
	}
});

test('tmux never gets a command line that a shell would read: no run-shell, no pipe-pane, if-shell only with a format', () => {
	expect(using(/'(run-shell|pipe-pane)'/)).toEqual([]);
	for (const {name, text} of sources) {
		for (const [at] of text.matchAll(/'if-shell',\s*'([^']*)'/g)) expect(at, name).toMatch(/'-F'$/);
	}
});

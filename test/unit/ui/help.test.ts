import {spawnSync} from 'node:child_process';
import {mkdtempSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {describe, expect, test} from 'vitest';
import {loadAll, VERBS} from '../../../src/ui/commands/all.ts';
import {completionScript} from '../../../src/ui/completion-script.ts';
import {commandHelp, generalHelp} from '../../../src/ui/help.ts';
import {parseArguments} from '../../../src/ui/parse-arguments.ts';

const COMMANDS = await loadAll();

const ALL = COMMANDS.map(command => [command.name, command] as const);

describe('the help of', () => {
	test.each(ALL)('%s shows its usage, every option and an example that it understands', (name, command) => {
		const help = commandHelp(command);
		expect(help.split('\n')[0]).toBe(`squad ${command.usage}`);
		expect(command.usage.split(' ')[0]).toBe(name);
		for (const [option, {about, short}] of Object.entries(command.options)) {
			expect(help).toContain(`${short ? `-${short}, ` : ''}--${option}`);
			expect(help).toContain(about);
		}
		expect(command.examples.length).toBeGreaterThan(0);
		for (const [line] of command.examples) {
			const words = line.match(/"[^"]*"|[^\s"]+/g)?.map(word => word.replace(/^"|"$/g, '')) ?? [];
			const at = words.lastIndexOf(name);
			if (at === -1 || words[at - 1] !== 'squad') continue;
			const own = words.slice(at + 1, words.findIndex((word, n) => n > at && /^([|&]{1,2})$/.test(word)) >>> 0);
			expect(() => parseArguments(command, own), line).not.toThrow();
		}
	});

	test('everything names every verb once, and fits a terminal of 120 columns', () => {
		const help = generalHelp(COMMANDS);
		for (const {name, about} of COMMANDS) {
			expect(
				help.split('\n').filter(line => line.trim().startsWith(`squad ${name} `) && line.endsWith(about)),
			).toHaveLength(1);
		}
		expect(Math.max(...help.split('\n').map(line => line.length))).toBeLessThanOrEqual(120);
	});
});

test('no two verbs share a name, and no two options of a verb a letter', () => {
	expect(COMMANDS.map(({name}) => name)).toEqual(VERBS.map(({name}) => name));
	expect(new Set(COMMANDS.map(({name}) => name)).size).toBe(COMMANDS.length);
	for (const {options} of COMMANDS) {
		const letters = Object.values(options).flatMap(({short}) => short ?? []);
		expect(new Set(letters).size).toBe(letters.length);
	}
});

/** What bash offers for a command line that ends where the cursor is; `squad __ids` answers with two sessions. */
const offered = (...words: readonly string[]): string[] => {
	const folder = mkdtempSync(join(tmpdir(), 'sq-bash-'));
	writeFileSync(join(folder, 'squad'), completionScript('bash', COMMANDS) ?? '');
	const script = `
		squad() { printf 'fix-login-7k2m\\tfix login\\nother-9x9x\\tother\\n'; }
		source "$1"; shift
		COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _squad; printf '%s\\n' "\${COMPREPLY[@]}"`;
	const {stdout, stderr} = spawnSync('bash', ['-c', script, 'bash', join(folder, 'squad'), ...words], {
		encoding: 'utf8',
	});
	rmSync(folder, {recursive: true});
	expect(stderr).toBe('');
	return stdout.split('\n').filter(Boolean);
};

describe('completion in bash offers', () => {
	test('every verb', () => {
		expect(offered('squad', '')).toEqual([...COMMANDS.map(({name}) => name), '--help', '--version']);
		expect(offered('squad', 'pa')).toEqual(['pause']);
	});

	test.each(ALL)('every option of %s', (name, command) => {
		const options = [...Object.keys(command.options).map(option => `--${option}`), '--help'];
		expect(offered('squad', name, '-')).toEqual(options);
	});

	test.each([
		[
			['pause', ''],
			['fix-login-7k2m', 'other-9x9x'],
		],
		[['pause', 'fi'], ['fix-login-7k2m']],
		[['pause', 'fix-login-7k2m', 'o'], ['other-9x9x']],
		[
			['completion', ''],
			['bash', 'zsh', 'fish'],
		],
		[['new', ''], []],
		[['nothing', ''], []],
	])('for %j: %j', (words, wanted) => {
		expect(offered('squad', ...words)).toEqual(wanted);
	});
});

describe('the completion script for', () => {
	test.each(['zsh', 'fish'])('%s knows every verb and option', shell => {
		const script = completionScript(shell, COMMANDS) ?? '';
		for (const {name, options} of COMMANDS) {
			expect(script).toContain(name);
			for (const option of Object.keys(options))
				expect(script).toContain(shell === 'zsh' ? `--${option}:` : `-l ${option}`);
		}
	});

	test('zsh leaves the words of the command line alone: as a local variable they would be empty', () => {
		const locals = completionScript('zsh', COMMANDS)
			?.match(/^\s*local .*$/gm)
			?.join(' ')
			.split(/\s+/);
		expect(locals).not.toContain('words');
	});

	test('another shell there is none', () => {
		expect(completionScript('tcsh', COMMANDS)).toBeUndefined();
		expect(completionScript('__proto__', COMMANDS)).toBeUndefined();
	});
});

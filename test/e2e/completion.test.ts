import {spawnSync} from 'node:child_process';
import {writeFile} from 'node:fs/promises';
import {afterAll, beforeAll, describe, expect, test} from 'vitest';
import {expectDone} from '../support/expect-run.ts';
import {type Lab, lab} from '../support/lab.ts';
import type {Session} from '../support/session-json.ts';

const isInstalled = (program: string) => spawnSync(program, ['--version']).status === 0;

/** What bash offers for a command line, as its user would see it. */
const IN_BASH = `
source <(squad completion bash)
COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); COMP_LINE="$*"; COMP_POINT=\${#COMP_LINE}
[[ "$(complete -p squad)" =~ -F\\ ([^ ]+) ]] && "\${BASH_REMATCH[1]}" squad "\${@: -1}" "\${@: -2:1}"
printf '%s\\n' "\${COMPREPLY[@]}"
`;

describe('completion', () => {
	let here: Lab;
	let session: Session;
	beforeAll(async () => {
		here = await lab();
		session = await here.create('finish me', '--no-agent');
	});
	afterAll(() => here[Symbol.asyncDispose]());

	const offers = async (...words: string[]) => {
		const {stdout, stderr, code} = await here.run('bash', '-c', IN_BASH, 'bash', 'squad', ...words);
		expect({code, stderr}).toEqual({code: 0, stderr: ''});
		return stdout.split('\n').map(word => word.trim());
	};

	test('in bash offers verbs, ids and flags', async () => {
		expect(await offers('pa')).toContain('pause');
		expect(await offers('pause', session.id.slice(0, 3))).toContain(session.id);
		expect(await offers('pause', '--fr')).toContain('--free-disk');
	});

	test.each([
		['bash', ['-n']],
		['zsh', ['-n']],
		['fish', ['--no-execute']],
	])('for %s is a script that the shell reads without complaint', async (shell, check) => {
		const script = expectDone(await here.squad('completion', shell)).stdout;
		expect(script).toContain('squad');
		for (const verb of ['pause', 'resume', 'logs']) expect(script).toContain(verb);
		if (!isInstalled(shell)) return;
		const file = `${here.root}/completion.${shell}`;
		await writeFile(file, script);
		const read = await here.run(shell, ...check, file);
		expect({code: read.code, stderr: read.stderr}).toEqual({code: 0, stderr: ''});
	});
});

import {mkdir, readFile, writeFile} from 'node:fs/promises';
import {join} from 'node:path';
import {expect, test} from 'vitest';
import {expectDone, expectRefusal} from '../../support/expect-run.ts';
import {lab} from '../../support/lab.ts';

type Here = Awaited<ReturnType<typeof lab>>;

/** A program on PATH that says it is another version, and is otherwise the real one. */
const posing = async (here: Here, program: string, words: string) => {
	const folder = join(here.root, `posing-${program}-${words.replace(/\W+/g, '-')}`);
	const real = (await here.run('sh', '-c', `command -v ${program}`)).stdout.trim();
	await mkdir(folder);
	const script = `#!/bin/sh\ncase $* in -V|--version) echo '${words}'; exit;; esac\nexec '${real}' "$@"\n`;
	await writeFile(join(folder, program), script, {mode: 0o755});
	return {PATH: `${folder}:${here.env.PATH}`};
};

test.each([
	['git', 'git version 2.20.1', 'git 2.20.1 is too old: squad needs 2.30 or newer'],
	['tmux', 'tmux 2.9a', 'tmux 2.9 is too old: squad needs 3.0 or newer'],
])('%s that says "%s" is refused by its version, and nothing is made', async (program, words, message) => {
	await using here = await lab();
	const env = await posing(here, program, words);
	expectRefusal(await here.squad('new', 'x', {env}), 7, new RegExp(message));
	const doctor = await here.squad('doctor', {env});
	expect(doctor.code).toBe(1);
	expect(doctor.stdout).toMatch(new RegExp(`✗ ${program} `));
	expect(await here.list()).toEqual([]);
	await here.expectNoTrace();
});

test('doctor says what an older git or tmux lacks, takes any newer one, and admits what it cannot tell', async () => {
	await using here = await lab();
	const says = async (program: string, words: string) =>
		expectDone(await here.squad('doctor', {env: await posing(here, program, words)})).stdout;
	expect(await says('git', 'git version 2.30.2')).toMatch(/! git +2\.30\.2\n.*power cut.*cannot be merged/);
	expect(await says('git', 'git version 2.37.0')).toMatch(/! git +2\.37\.0\n +work cannot be merged/);
	expect(await says('git', 'git version 2.50.1 (Apple Git-155)')).toMatch(/✓ git +2\.50\.1/);
	expect(await says('git', 'git version 4.0.0')).toMatch(/✓ git +4\.0\.0/);
	expect(await says('tmux', 'tmux 3.0a')).toMatch(/! tmux +3\.0\n +the TUI needs tmux 3\.2/);
	for (const newer of ['tmux 3.5a', 'tmux next-3.6', 'tmux 5.0']) expect(await says('tmux', newer)).toMatch(/✓ tmux/);
	for (const unknown of ['tmux master', 'tmux openbsd-7.5']) {
		expect(await says('tmux', unknown)).toMatch(/! tmux .*\n +squad cannot tell/);
		expectDone(await here.squad('new', 'x', '--no-agent', {env: await posing(here, 'tmux', `${unknown} `)}));
	}
});

test('the TUI does not open on a tmux that cannot tell it of changes, and says which one it needs', async () => {
	await using here = await lab();
	const env = await posing(here, 'tmux', 'tmux 3.1c');
	const shown = await here.run('script', '-qec', 'squad', '/dev/null', {env});
	expect(shown.code).toBe(7);
	expect(shown.stdout).toContain('tmux 3.1 is too old for the TUI (the commands work): squad needs 3.2 or newer');
	expectDone(await here.squad('new', 'x', '--no-agent', {env}));
});

test('a tmux that crashes at once is a clear error', async () => {
	await using here = await lab();
	const {id} = await here.create('x', '--no-agent');
	const folder = join(here.root, 'crashing');
	await mkdir(folder);
	await writeFile(join(folder, 'tmux'), '#!/bin/sh\nkill -SEGV $$\n', {mode: 0o755});
	const env = {PATH: `${folder}:${here.env.PATH}`};
	for (const verb of [['ls'], ['pause', id], ['logs', id]])
		expectRefusal(await here.squad(...verb, {env}), 1, /tmux [a-z-]+: (it was killed|ended by SIGSEGV)/);
	expect((await here.status(id)).status).toBe('active');
});

test('a version is asked once, and again when another program takes the place of the known one', async () => {
	await using here = await lab();
	const {id} = await here.running('x');
	expectDone(await here.squad('pause', id));
	const env = await posing(here, 'tmux', 'tmux 2.9a');
	expectRefusal(await here.squad('resume', id, {env}), 7, /tmux 2\.9 is too old/);
	const program = join(here.root, 'posing-tmux-tmux-2-9a', 'tmux');
	await writeFile(program, (await readFile(program, 'utf8')).replace('2.9a', '3.3a'));
	expectDone(await here.squad('resume', id, {env}));
	expectDone(await here.squad('pause', id));
	await writeFile(program, (await readFile(program, 'utf8')).replace('tmux 3.3a', 'tmux 2.8'));
	expectRefusal(await here.squad('resume', id, {env}), 7, /tmux 2\.8 is too old/);
	expectDone(await here.squad('resume', id));
});

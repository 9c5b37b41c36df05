import {readdir, readFile, writeFile} from 'node:fs/promises';
import {join} from 'node:path';
import {expect, test} from 'vitest';
import {eventually} from '../support/eventually.ts';
import {expectDone} from '../support/expect-run.ts';
import {type Lab, lab} from '../support/lab.ts';

const secret = `ghp_${'a1B2c3D4e5'.repeat(4)}`;

/** Every file in the home, but for the prompt that an agent has to be given word for word. */
const saved = async (here: Lab): Promise<string> => {
	const entries = await readdir(here.squadHome, {withFileTypes: true, recursive: true});
	const files = entries
		.filter(entry => entry.isFile() && !entry.parentPath.includes('/worktrees/') && entry.name !== 'prompt.txt')
		.map(entry => join(entry.parentPath, entry.name));
	return (await Promise.all(files.map(file => readFile(file, 'utf8')))).join('\n');
};

const show = async (here: Lab, id: string, text: string) => {
	expectDone(await here.squad('send', id, `/print ${JSON.stringify(text)}`));
	await eventually(async () => (await here.squad('logs', id)).stdout.includes('shown'));
};

test('a live screen shows what the terminal shows, what is saved does not have the secret, and resume prints what was saved', async () => {
	await using here = await lab();
	const {id} = await here.running('leaks', '-p', `deploy with ${secret}`);
	await show(here, id, `\x1b[32mTOKEN=${secret}\x1b[0m shown`);
	expect((await here.squad('logs', id)).stdout).toContain(secret);
	expectDone(await here.squad('pause', id));
	expect(await saved(here)).not.toContain(secret);
	const logs = (await here.squad('logs', id, {env: {FORCE_COLOR: '1'}})).stdout;
	expect(logs).toContain(`\x1b[32mTOKEN=[redacted${'*'.repeat(secret.length - 10)}]`);
	expectDone(await here.squad('resume', id));
	expect((await here.squad('logs', id)).stdout).toContain('TOKEN=[redacted');
	expectDone(await here.squad('rm', '--force', id));
	expect(await saved(here)).not.toContain(secret);
});

test('the title and id made from a prompt do not have it either', async () => {
	await using here = await lab();
	const {id, title} = await here.create('-p', `use ${secret} to log in`);
	expect(title).toMatch(/^use ghp_\[redacted/);
	expect(id).not.toContain('a1b2c3');
});

test('errors, the journal and the log do not have it', async () => {
	await using here = await lab();
	await here.agent('dying', `#!/bin/sh\necho "cannot log in with password=hunter2-${secret}"\nexit 3\n`, {
		promptArgs: [],
	});
	const log = join(here.root, 'log');
	const made = await here.squad('new', 'dies', '-a', 'dying', {env: {SQUAD_LOG: log}});
	expect(made.code).not.toBe(0);
	expect(await readFile(log, 'utf8')).toContain('cannot log in');
	expect(await readFile(log, 'utf8')).not.toContain('hunter2');
	expect(await saved(here)).not.toContain('hunter2');
});

test('scrollback.redact false saves screens as they are; a repository cannot ask for it', async () => {
	await using here = await lab();
	await writeFile(join(here.repo, '.squad.json'), '{"scrollback": {"redact": false}}');
	const {id} = await here.running('asked');
	await show(here, id, `${secret} shown`);
	expectDone(await here.squad('pause', id));
	expect((await here.squad('logs', id)).stdout).not.toContain(secret);
	expectDone(await here.squad('config', 'set', 'scrollback.redact', 'false'));
	expectDone(await here.squad('resume', id));
	await show(here, id, `${secret} again shown`);
	await eventually(async () => (await here.squad('logs', id)).stdout.includes('again'));
	expectDone(await here.squad('pause', id));
	expect((await here.squad('logs', id)).stdout).toContain(secret);
});

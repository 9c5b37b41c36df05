import {chmod, chown, lstat, mkdir, readdir, readFile, rename, symlink, writeFile} from 'node:fs/promises';
import {join} from 'node:path';
import {describe, expect, test} from 'vitest';
import {makeTerrible, put} from '../support/dirt.ts';
import {eventually} from '../support/eventually.ts';
import {expectDone, expectRefusal} from '../support/expect-run.ts';
import {lab} from '../support/lab.ts';
import {openToOthers, squadUnder} from '../support/umask.ts';

const modeOf = async (path: string) => ((await lstat(path)).mode & 0o777).toString(8);

describe('over a whole life nothing in the home is open to others, and worktrees keep the user’s own umask:', () => {
	test.each([
		['000', '666'],
		['022', '644'],
		['077', '600'],
	])('umask %s', async (umask, ofFiles) => {
		await using here = await lab();
		await chmod(here.squadHome, 0o777);
		await writeFile(join(here.repo, '.gitattributes'), '*.crlf text eol=crlf\n');
		await here.git('add', '.gitattributes');
		await here.git('commit', '-qm', 'line ends');
		const squad = (...args: string[]) => squadUnder(here, umask, ...args);
		const closed = async (...args: string[]) => {
			expectDone(await squad(...args));
			expect(await openToOthers(here.squadHome), args.join(' ')).toEqual([]);
		};
		await closed('config', 'set', 'branchPrefix', 'mine/');
		await closed('new', 'life', '-p', 'hello');
		const [session] = await here.list();
		const {id = '', locationPath = ''} = session ?? {};
		await here.ready(id);
		expect(await modeOf(join(locationPath, 'README.md'))).toBe(ofFiles);
		await makeTerrible(here, locationPath);
		await put(locationPath, 'odd.crlf', 'one\ntwo\r\n');
		await closed('send', id, 'more');
		await closed('pause', id);
		await closed('resume', id);
		await closed('restart', id);
		await closed('pause', id, '--free-disk');
		await closed('resume', id);
		await closed('rename', id, 'renamed');
		await closed('rm', id, '--force');
		await closed('undo');
		await closed('diff', id);
		await closed('resume', id);
		await closed('send', id, '/exit 3');
		await eventually(async () => (await here.status(id)).status === 'failed');
		await closed('end', id);
		expect(await modeOf(here.squadHome)).toBe('700');
	});
});

const NOBODY = 65_534;
const isRoot = process.getuid?.() === 0;

describe.skipIf(!isRoot)(
	'what belongs to somebody else is refused, whatever the verb, and nothing is written there:',
	() => {
		test('the home', async () => {
			await using here = await lab();
			await chown(here.squadHome, NOBODY, NOBODY);
			for (const verb of [['ls'], ['new', 'x'], ['config', 'set', 'branchPrefix', 'x/'], ['recover'], ['undo']]) {
				expectRefusal(await here.squad(...verb), 1, /belongs to another user[\s\S]*SQUAD_HOME/);
			}
			const doctor = await here.squad('doctor');
			expect(doctor.code).toBe(1);
			expect(doctor.stdout).toContain('belongs to another user');
			expect(await readdir(here.squadHome)).toEqual(['config.json']);
		});

		test('a link of theirs in place of the home', async () => {
			await using here = await lab();
			const link = join(here.root, 'link');
			await symlink(here.squadHome, link);
			await here.run('chown', '-h', `${NOBODY}`, link);
			expectRefusal(await here.squad('ls', {env: {SQUAD_HOME: link}}), 1, /belongs to another user/);
		});

		test('the folder of the socket, or the socket itself', async () => {
			await using here = await lab();
			const folder = join(here.root, 'sockets');
			await mkdir(folder);
			const env = {SQUAD_TMUX_SOCKET: join(folder, 'socket')};
			await writeFile(env.SQUAD_TMUX_SOCKET, '');
			await chown(env.SQUAD_TMUX_SOCKET, NOBODY, NOBODY);
			expectRefusal(await here.squad('new', 'x', {env}), 1, /tmux socket is not safe: .*sockets\/socket belongs/);
			await chown(folder, NOBODY, NOBODY);
			expectRefusal(await here.squad('ls', {env}), 1, /tmux socket is not safe: .*sockets belongs/);
			expect(await readdir(join(here.squadHome))).toEqual(['config.json']);
		});
	},
);

test('a home that is a link to elsewhere of one’s own is fine', async () => {
	await using here = await lab();
	const elsewhere = join(here.root, 'elsewhere');
	await rename(here.squadHome, elsewhere);
	await symlink(elsewhere, here.squadHome);
	const {id} = await here.running('linked');
	expectDone(await here.squad('pause', id));
	expectDone(await here.squad('resume', id));
	expectDone(await here.squad('rm', id));
	expectDone(await here.squad('undo'));
	expect((await here.list()).map(one => one.id)).toEqual([id]);
});

const SECRETS = {
	AWS_SECRET_ACCESS_KEY: 'value-of-aws',
	GOOGLE_APPLICATION_CREDENTIALS: 'value-of-google',
	AZURE_CLIENT_SECRET: 'value-of-azure',
	OUR_DEPLOY_TOKEN: 'value-of-ours',
};

const everyFile = async (folder: string): Promise<string> => {
	const entries = await readdir(folder, {withFileTypes: true, recursive: true});
	const files = entries.filter(entry => entry.isFile()).map(entry => join(entry.parentPath, entry.name));
	return (await Promise.all(files.map(file => readFile(file, 'latin1')))).join('\n');
};

test('secrets reach neither an agent, at its start or after a resume, nor a terminal beside it, nor any file', async () => {
	await using here = await lab();
	const printer = '#!/bin/sh\nenv\necho "allowed: $AWS_PROFILE"\nprintf "> "\nexec cat >/dev/null\n';
	await here.agent('printer', printer, {sessionIdArgs: [], resumeArgs: [], promptArgs: []});
	expectDone(
		await here.squad('config', 'set', 'environment', '{"deny": ["*_DEPLOY_TOKEN"], "allow": ["AWS_PROFILE"]}'),
	);
	// Nothing else may keep them out of the files.
	expectDone(await here.squad('config', 'set', 'scrollback.redact', 'false'));
	const env = {...SECRETS, AWS_PROFILE: 'work', SHELL: '/bin/sh', SQUAD_LOG: join(here.squadHome, 'log')};
	const {id} = await here.create('prints', '-a', 'printer', {env});
	const shown = async () => (await here.squad('logs', id, {env})).stdout;
	await eventually(async () => (await shown()).includes('allowed: work'));
	await here.tmux('new-window', '-t', `=${id}:`, '-n', 'beside', 'env; exec cat');
	expectDone(await here.squad('pause', id, '--force', {env}));
	expectDone(await here.squad('resume', id, '--fresh', {env}));
	await eventually(async () => (await shown()).split('allowed: work').length > 2);
	const panes = await here.tmux('list-panes', '-s', '-t', `=${id}:`, '-F', '#{pane_id} #{window_name}');
	expect(panes.stdout).toContain('beside');
	const beside =
		panes.stdout
			.split('\n')
			.find(line => line.includes('beside'))
			?.split(' ')[0] ?? '';
	await here.tmux('send-keys', '-t', beside, 'env; echo en""d', 'Enter');
	const text = async () => (await here.tmux('capture-pane', '-p', '-S', '-', '-t', beside)).stdout;
	await eventually(async () => (await text()).includes('end'));
	expectDone(await here.squad('pause', id, '--force', {env}));
	const everything = [await shown(), await everyFile(here.squadHome)].join('\n');
	expect(everything).toContain('SQUAD_SESSION_ID=');
	for (const value of Object.values(SECRETS)) expect(everything).not.toContain(value);
	const server = await here.tmux('show-environment', '-g').catch(() => ({stdout: ''}));
	expect(server.stdout).not.toContain('value-of');
});

test('a repository cannot let secrets through', async () => {
	await using here = await lab();
	await writeFile(join(here.repo, '.squad.json'), '{"environment": {"allow": ["AWS_*"]}}');
	const {id} = await here.running('asked', {env: SECRETS});
	const [start] = await here.keeper.starts(id);
	expect(Object.keys(start?.env ?? {}).filter(name => name.startsWith('AWS'))).toEqual([]);
	expect(start?.env.HOME).toBe(here.home);
});

import {chmod, readFile, stat, writeFile} from 'node:fs/promises';
import {join} from 'node:path';
import {expect, test} from 'vitest';
import {put} from '../support/dirt.ts';
import {eventually} from '../support/eventually.ts';
import {expectDone} from '../support/expect-run.ts';
import {type Lab, lab} from '../support/lab.ts';
import type {Session} from '../support/session-json.ts';
import {terminal} from '../support/terminal.ts';

const asks = (here: Lab, content: unknown) => writeFile(join(here.repo, '.squad.json'), JSON.stringify(content));
const textOf = (path: string) => readFile(path, 'utf8').catch(() => null);
const inWorktree = ({locationPath}: Session, name: string) => textOf(join(locationPath, name));

test('commands of a repository run only once they are trusted, in the worktree, before the agent; a change asks again', async () => {
	await using here = await lab();
	await asks(here, {setup: ['pwd > ran; env > environment', 'echo "second: $(cat ran)"']});
	const refused = await here.squad('new', 'first', '--json');
	expectDone(refused);
	expect(refused.stderr).toMatch(/have not trusted: none was run\n.*squad trust/);
	const first = refused.json<Session>();
	await here.ready(first.id);
	expect(await inWorktree(first, 'ran')).toBeNull();
	expect((await here.squad('logs', first.id)).stdout).toContain('was not run: you have not trusted it');

	const shown = expectDone(await here.squad('trust'));
	expect(shown.stdout).toContain('pwd > ran; env > environment');
	expect(shown.stdout).toContain('not trusted');
	expect((await here.squad('trust', '--json')).json()).toMatchObject({trusted: false});
	expectDone(await here.squad('trust', '--yes'));
	expect((await stat(join(here.squadHome, 'trust.json'))).mode & 0o777).toBe(0o600);
	const second = await here.running('second', '-p', 'hello', {env: {AWS_SECRET_ACCESS_KEY: 'x', MINE: 'yes'}});
	expect(await inWorktree(second, 'ran')).toBe(`${second.locationPath}\n`);
	expect(await inWorktree(second, 'environment')).toContain('MINE=yes');
	expect(await inWorktree(second, 'environment')).not.toContain('AWS_');
	const logs = (await here.squad('logs', second.id)).stdout;
	expect(logs).toMatch(/setup: pwd > ran[\s\S]*second: \/[\s\S]*keeper at your service/);
	expect((await here.keeper.starts(second.id))[0]?.argv).toContain('hello');
	expectDone(await here.squad('pause', second.id));
	expectDone(await here.squad('resume', second.id));
	expect((await here.squad('status', second.id, '--json')).json()).toMatchObject({setup: {state: 'done'}});

	await asks(here, {setup: ['touch changed']});
	const third = await here.running('third');
	expect(await inWorktree(third, 'changed')).toBeNull();
	expectDone(await here.squad('trust', '--yes'));
	expectDone(await here.squad('trust', '--revoke'));
	const fourth = await here.running('fourth');
	expect(await inWorktree(fourth, 'changed')).toBeNull();
	await here.expectNoTrace();
});

test('the same content in another repository is not trusted with it, and a damaged file trusts nobody', async () => {
	await using here = await lab();
	await asks(here, {setup: ['touch ran']});
	expectDone(await here.squad('trust', '--yes'));
	const other = join(here.root, 'other');
	await here.git('clone', '-q', here.repo, other);
	await writeFile(join(other, '.squad.json'), await readFile(join(here.repo, '.squad.json')));
	expect((await here.squad('trust', other, '--json')).json()).toMatchObject({trusted: false});
	await writeFile(join(here.squadHome, 'trust.json'), '{"schema": 1, "trusted": [{"repo"');
	expect((await here.squad('trust', '--json')).json()).toMatchObject({trusted: false});
	expectDone(await here.squad('trust', '--yes'));
	expect((await here.squad('trust', '--json')).json()).toMatchObject({trusted: true});
});

test('an agent that a repository defines can be used once it is trusted, not before', async () => {
	await using here = await lab();
	await asks(here, {agents: {theirs: {command: here.keeper.program, patterns: {idle: ['^> ']}}}});
	const before = await here.squad('new', 'x', '-a', 'theirs');
	expect(before.code).toBe(7);
	expectDone(await here.squad('trust', '--yes'));
	const {id} = await here.create('x', '-a', 'theirs');
	await eventually(async () => (await here.status(id)).activity === 'idle');
});

test('on a terminal squad new shows the exact commands, escaped, and asks; no is no, yes is for good', async () => {
	await using here = await lab();
	await asks(here, {setup: ['touch ran # \u001b[2Jhidden \u202e txt']});
	const squad = join(here.bin, 'squad');
	await using no = terminal(here, squad, ['new', 'no']);
	const question = await no.shows('[y/N]');
	expect(question).toContain('touch ran # \\u{1b}[2Jhidden \\u{202e} txt');
	no.write('\r');
	expect(await no.ends()).toBe(0);
	await using yes = terminal(here, squad, ['new', 'yes']);
	await yes.shows('[y/N]');
	yes.write('y\r');
	expect(await yes.ends()).toBe(0);
	await using again = terminal(here, squad, ['new', 'again']);
	expect(await again.ends()).toBe(0);
	expect(again.output()).not.toContain('[y/N]');
	const sessions = await here.list();
	const ran = await Promise.all(
		sessions.map(
			async session => (await here.ready(session.id)) && [session.title, (await inWorktree(session, 'ran')) !== null],
		),
	);
	expect(Object.fromEntries(ran)).toEqual({no: false, yes: true, again: true});
});

test('a setup that fails says so in its own words, leaves the rest out, and the agent starts all the same', async () => {
	await using here = await lab();
	expectDone(await here.squad('config', 'set', 'setup', '["echo the cable is out >&2; exit 3", "touch never"]'));
	const session = await here.running('fails');
	const logs = (await here.squad('logs', session.id)).stdout;
	expect(logs).toMatch(/the cable is out\n.*ended with code 3[\s\S]*keeper at your service/);
	expect(await inWorktree(session, 'never')).toBeNull();
	const status = await here.squad('status', session.id);
	expect(status.stdout).toMatch(/setup .*ended with 3/);
	expect((await here.status(session.id)).status).toBe('active');
});

test('a setup that was cut off goes on with the command that had not ended; typed prompts wait for it', async () => {
	await using here = await lab();
	await here.agent('typed', 'keeper', {promptArgs: []});
	const slow = 'echo begun >> begun; while [ ! -e go ]; do sleep 0.1; done';
	expectDone(await here.squad('config', 'set', 'setup', JSON.stringify(['echo one >> one', slow])));
	const creating = here.start('new', 'slow', '-a', 'typed', '-p', 'typed text', '--json');
	const [session] = await eventually(async () => {
		const list = await here.list();
		return (list[0] && (await inWorktree(list[0], 'begun')) !== null && list) || false;
	});
	if (session === undefined) throw new Error('no session');
	creating.kill('SIGKILL');
	await creating.done.catch(() => undefined);
	expectDone(await here.squad('pause', session.id, '--force'));
	await put(session.locationPath, 'go', '');
	expectDone(await here.squad('resume', session.id));
	await here.ready(session.id);
	expectDone(await here.squad('pause', session.id, '--force'));
	expectDone(await here.squad('resume', session.id));
	expect(await inWorktree(session, 'one')).toBe('one\n');
	expect(await inWorktree(session, 'begun')).toBe('begun\nbegun\n');
});

test('files are copied into a new worktree, by the user’s settings and by the repository’s, and never over anything', async () => {
	await using here = await lab();
	await put(here.repo, '.env', 'SECRET=1\n');
	await chmod(join(here.repo, '.env'), 0o600);
	await put(here.repo, 'local/settings.json', '{}');
	await put(here.repo, 'README.md', 'changed in the main worktree\n');
	await asks(here, {copy: ['.env', 'README.md', '../outside', 'missing']});
	expectDone(await here.squad('config', 'set', 'copy', '["local"]'));
	const session = await here.running('copies');
	expect(await inWorktree(session, '.env')).toBe('SECRET=1\n');
	expect((await stat(join(session.locationPath, '.env'))).mode & 0o777).toBe(0o600);
	expect(await inWorktree(session, 'local/settings.json')).toBe('{}');
	expect(await inWorktree(session, 'README.md')).not.toContain('main worktree');
	expect((await here.squad('logs', session.id)).stdout).toContain('../outside was not copied');
	const quick = await here.create('--quick', here.tmp, '--no-agent');
	expect(await inWorktree(quick, '.env')).toBeNull();
	await here.git('checkout', '-q', 'README.md');
});

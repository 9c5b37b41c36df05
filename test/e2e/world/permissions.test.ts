import {chmod, mkdir, readFile, writeFile} from 'node:fs/promises';
import {join} from 'node:path';
import {describe, expect, test} from 'vitest';
import {expectDone, expectRefusal} from '../../support/expect-run.ts';
import {type Lab, lab} from '../../support/lab.ts';
import {asNobody, cannotBecomeNobody} from '../../support/other-user.ts';
import type {Session} from '../../support/session-json.ts';

const furnished = async (here: Lab) => {
	const nobody = await asNobody(here);
	const made = expectDone(await nobody.squad('new', 'mine', '--json'));
	const session = made.json<Session>();
	await here.ready(session.id);
	await writeFile(join(session.locationPath, 'README.md'), 'work\n');
	await nobody.own(session.locationPath);
	return {...session, nobody};
};

describe.skipIf(cannotBecomeNobody)(`without permission${cannotBecomeNobody ? ` (${cannotBecomeNobody})` : ''}`, () => {
	test('to write the repository: said in words, the work stays, and all works when it is mended', async () => {
		await using here = await lab();
		const {id, locationPath, nobody} = await furnished(here);
		await nobody.toRoot(join(here.repo, '.git'));
		// Else git refuses a repository of somebody else, which is another story.
		await here.run('sh', '-c', `printf '[safe]\\n\\tdirectory = *\\n' >> "$HOME/.gitconfig"`);
		expectRefusal(await nobody.squad('pause', id), 1, /permission[\s\S]*mend the permissions/i);
		expect(await readFile(join(locationPath, 'README.md'), 'utf8')).toBe('work\n');
		expect((await nobody.squad('new', 'second')).stderr).toMatch(/Permission denied|permission/);
		await nobody.own(here.root);
		expectDone(await nobody.squad('pause', id));
		expectDone(await nobody.squad('resume', id));
		expect(await readFile(join(locationPath, 'README.md'), 'utf8')).toBe('work\n');
	});

	test('to enter the repository: the list still works, and so does everything once it is open', async () => {
		await using here = await lab();
		const {id, locationPath, nobody} = await furnished(here);
		await here.run('chown', '0', here.repo);
		await chmod(here.repo, 0o700);
		const at = {cwd: here.root};
		expect(expectDone(await nobody.squad('ls', at)).stdout).toContain(id);
		expectRefusal(await nobody.squad('pause', id, at), 1, /the repository of .* or is closed to you/);
		expect((await nobody.squad('status', id, '--json', at)).json<Session>().status).toBe('active');
		expectRefusal(await nobody.squad('new', 'x', '--repo', here.repo, at), 1, /cannot be entered/);
		await nobody.own(here.repo);
		expectDone(await nobody.squad('pause', id));
		expectDone(await nobody.squad('resume', id));
		expect(await readFile(join(locationPath, 'README.md'), 'utf8')).toBe('work\n');
	});

	test('to write squad’s home: looking works, everything else says so and changes nothing', async () => {
		await using here = await lab();
		const {id, locationPath, nobody} = await furnished(here);
		await here.run('chmod', '-R', 'a-w', here.squadHome);
		for (const verb of [['ls'], ['status', id], ['logs', id]]) expectDone(await nobody.squad(...verb));
		for (const verb of [
			['new', 'x'],
			['pause', id],
			['send', id, 'hi'],
			['rename', id, 'x'],
			['rm', id, '--force'],
		])
			expectRefusal(await nobody.squad(...verb), 1, /EACCES|permission/);
		const doctor = await nobody.squad('doctor');
		expect(doctor.code).toBe(1);
		expect(doctor.stdout).toMatch(/✗ home .*cannot be written/);
		await here.run('chmod', '-R', 'u+w', here.squadHome);
		expectDone(await nobody.squad('pause', id));
		expectDone(await nobody.squad('resume', id));
		expect(await readFile(join(locationPath, 'README.md'), 'utf8')).toBe('work\n');
	});

	test('to make tmux’s socket: said before anything is made', async () => {
		await using here = await lab();
		const nobody = await asNobody(here);
		const closed = join(here.root, 'closed');
		await mkdir(closed, {mode: 0o755});
		const env = {SQUAD_TMUX_SOCKET: join(closed, 'tmux.sock')};
		expectRefusal(await nobody.squad('new', 'x', {env}), 2, /nothing can be made in/);
		// The same for tmux's own folder: an unwritable /tmp.
		expectRefusal(
			await nobody.squad('new', 'x', {env: {SQUAD_TMUX_SOCKET: 'name', TMUX_TMPDIR: closed}}),
			2,
			/nothing can be made in/,
		);
		expect((await nobody.squad('ls', '--json')).json()).toEqual([]);
	});
});

test('a home that cannot be made, or is no folder, is refused in words and without hanging', async () => {
	await using here = await lab();
	const plain = join(here.root, 'plain');
	await writeFile(plain, '');
	for (const home of ['/proc/nowhere', plain, join(plain, 'below')])
		expectRefusal(
			await here.squad('new', 'x', '-a', 'demo', {env: {SQUAD_HOME: home}, limitMs: 15_000}),
			1,
			/plain|nowhere/,
		);
	expect(await readFile(plain, 'utf8')).toBe('');
});

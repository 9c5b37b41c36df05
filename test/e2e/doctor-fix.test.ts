import {chmod, mkdir, readdir, stat, writeFile} from 'node:fs/promises';
import {join} from 'node:path';
import {expect, test} from 'vitest';
import {expectDone} from '../support/expect-run.ts';
import {lab} from '../support/lab.ts';

test('doctor --fix clears away what is nobody’s, leaves and names what may be somebody’s, and says what it did', async () => {
	await using here = await lab();
	const {id} = await here.running('lives');
	const home = (...names: string[]) => join(here.squadHome, ...names);
	await mkdir(home('locks', 'gone'), {recursive: true});
	await writeFile(home('locks', 'gone', '999999~1~00000000~pause~gone~abc'), '');
	await mkdir(home('locks', 'empty'));
	await mkdir(home('sessions', id, 'scratch'));
	await writeFile(home('sessions', id, 'session.json.tmp'), '{');
	await writeFile(home('tmux.conf.999999.tmp'), '');
	await writeFile(home(`tmux.conf.${process.pid}.tmp`), '');
	await chmod(here.config, 0o644);
	await here.git('update-ref', 'refs/squad/of-another-home/stash', 'HEAD');
	await here.tmux('new-session', '-d', '-s', 'unknown', 'exec cat');

	const told = await here.squad('doctor');
	expect(told.stdout).toContain('squad doctor --fix');
	const dry = expectDone(await here.squad('doctor', '--fix', '--dry-run'));
	expect(dry.stdout).toMatch(/would clear: .*scratch/);
	expect(await readdir(home('locks'))).toEqual(expect.arrayContaining(['gone', 'empty']));

	const fixed = expectDone(await here.squad('doctor', '--fix')).stdout;
	for (const path of [
		'locks/gone/999999',
		'locks/empty',
		`${id}/scratch`,
		`${id}/session.json.tmp`,
		'tmux.conf.999999.tmp',
	])
		expect(fixed).toMatch(new RegExp(`cleared: .*${path}`));
	expect(fixed).toContain('left: refs/squad/of-another-home/stash');
	expect(fixed).toContain('left: unknown');
	expect((await stat(here.config)).mode & 0o777).toBe(0o600);
	expect(await readdir(here.squadHome)).toContain(`tmux.conf.${process.pid}.tmp`);
	expect((await here.tmux('has-session', '-t', '=unknown')).code).toBe(0);
	expect(await here.git('rev-parse', 'refs/squad/of-another-home/stash')).toBe(await here.git('rev-parse', 'HEAD'));
	expect((await here.status(id)).status).toBe('active');
	expectDone(await here.squad('pause', id));
	expect(
		(await here.squad('doctor', '--fix', '--json')).json<{leftovers: {state: string}[]}>().leftovers,
	).not.toContainEqual(expect.objectContaining({state: 'cleared', what: 'a scratch file'}));
});

import {spawnSync} from 'node:child_process';
import {mkdtempSync, rmSync} from 'node:fs';
import {mkdir, readFile, rm, writeFile} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {describe, expect, test} from 'vitest';
import {put} from '../../support/dirt.ts';
import {expectDone} from '../../support/expect-run.ts';
import {type Lab, lab} from '../../support/lab.ts';
import type {Session} from '../../support/session-json.ts';

const mount = (folder: string, megabytes: number) =>
	spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'squad-test', folder]).status === 0;
const unmount = (folder: string) => spawnSync('umount', ['-l', folder]);

const canMount = (): boolean => {
	const folder = mkdtempSync(join(tmpdir(), 'sq-mount-'));
	const can = mount(folder, 1);
	unmount(folder);
	rmSync(folder, {recursive: true});
	return can;
};
const cannot = canMount() ? false : 'needs the right to mount a tmpfs';

/** A small disk that goes with the test. */
const disk = async (here: Lab, name: string, megabytes: number) => {
	const folder = join(here.root, name);
	await mkdir(folder);
	mount(folder, megabytes);
	const filler = join(folder, 'filler');
	return {
		folder,
		/** To the last byte; dd ends when nothing more fits. */
		fill: () => here.run('dd', 'if=/dev/zero', `of=${filler}`, 'bs=4k', {limitMs: 60_000}),
		free: () => rm(filler),
		[Symbol.asyncDispose]: async () => void unmount(folder),
	};
};

describe.skipIf(cannot)(`a full disk${cannot ? ` (${cannot})` : ''}`, () => {
	test('under squad’s home: each verb says so, nothing is lost, and all goes on when there is room', async () => {
		await using here = await lab();
		await using small = await disk(here, 'small', 16);
		const home = join(small.folder, 'squad');
		await mkdir(home, {mode: 0o700});
		await writeFile(join(home, 'config.json'), await readFile(here.config, 'utf8'), {mode: 0o600});
		const env = {SQUAD_HOME: home};
		const {id, locationPath} = expectDone(await here.squad('new', 'x', '-p', 'hi', '--json', {env})).json<Session>();
		await here.ready(id);
		await put(locationPath, 'README.md', 'work\n');
		await small.fill();
		for (const verb of [
			['new', 'y'],
			['pause', id],
			['rename', id, 'other'],
		]) {
			const run = await here.squad(...verb, {env});
			expect(run.code, `${verb.join(' ')}: ${run.stdout}${run.stderr}`).toBe(1);
			expect(run.stderr, verb.join(' ')).toMatch(/ENOSPC|No space left/);
			expect(run.stderr).toMatch(/make room/);
		}
		expectDone(await here.squad('ls', {env}));
		await small.free();
		expectDone(await here.squad('recover', {env}));
		const now = (await here.squad('status', id, '--json', {env})).json<Session>();
		if (now.status !== 'paused') expectDone(await here.squad('pause', id, {env}));
		expectDone(await here.squad('resume', id, {env}));
		expect(await readFile(join(locationPath, 'README.md'), 'utf8')).toBe('work\n');
		expectDone(await here.squad('end', id, '--force', {env}));
		await here.tmux('kill-server');
	});

	test('under the repository: the work stays where it is, and a pause works when there is room', async () => {
		await using here = await lab();
		await using small = await disk(here, 'small', 16);
		const repo = join(small.folder, 'repo');
		await here.git('clone', '-q', here.repo, repo);
		const {id, locationPath} = await here.running('x', '--repo', repo, '-p', 'hi');
		await put(locationPath, 'README.md', 'work\n');
		await put(locationPath, 'large', 'x'.repeat(300_000));
		await small.fill();
		const run = await here.squad('pause', id);
		expect(run.code).toBe(1);
		expect(run.stderr).toMatch(/No space left|ENOSPC|unable to write|make room/);
		expect(await readFile(join(locationPath, 'README.md'), 'utf8')).toBe('work\n');
		expectDone(await here.squad('ls'));
		await small.free();
		expectDone(await here.squad('pause', id));
		expectDone(await here.squad('resume', id));
		expect(await readFile(join(locationPath, 'large'), 'utf8')).toBe('x'.repeat(300_000));
		await here.tmux('kill-server');
	});
});

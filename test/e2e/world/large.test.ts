import {mkdir, open, readdir, readFile, stat, writeFile} from 'node:fs/promises';
import {join} from 'node:path';
import {expect, test} from 'vitest';
import {eventually} from '../../support/eventually.ts';
import {expectDone} from '../../support/expect-run.ts';
import {lab} from '../../support/lab.ts';
import {sized} from '../../support/world-size.ts';

const LIMIT = {limitMs: 500_000};
const MB = 1 << 20;

test(`untracked files of ${sized(50, 1024)} MB, and ${sized(4000, 100_000)} files, are put away and come back`, async () => {
	await using here = await lab();
	const {id, locationPath} = await here.running('large', '-p', 'a');
	const size = sized(50, 1024) * MB;
	const file = await open(join(locationPath, 'large.bin'), 'w');
	await file.write('begin');
	await file.write('end', size - 3);
	await file.close();
	const count = sized(4000, 100_000);
	for (let folder = 0; folder < 100; folder++) {
		const at = join(locationPath, 'many', String(folder));
		await mkdir(at, {recursive: true});
		await Promise.all(Array.from({length: count / 100}, (_, n) => writeFile(join(at, `${n}`), `${folder} ${n}\n`)));
	}
	expectDone(await here.squad('pause', id, LIMIT));
	expect(await readdir(locationPath)).not.toContain('many');
	expectDone(await here.squad('resume', id, LIMIT));
	expect((await stat(join(locationPath, 'large.bin'))).size).toBe(size);
	const after = await open(join(locationPath, 'large.bin'));
	const end = Buffer.alloc(3);
	await after.read(end, 0, 3, size - 3);
	await after.close();
	expect(end.toString()).toBe('end');
	for (const folder of ['0', '57', '99']) {
		expect(await readdir(join(locationPath, 'many', folder))).toHaveLength(count / 100);
		expect(await readFile(join(locationPath, 'many', folder, '7'), 'utf8')).toBe(`${folder} 7\n`);
	}
	await here.expectNoTrace();
}, 600_000);

test(`${sized(2, 50)} MB of scrollback are saved, shown and printed again`, async () => {
	await using here = await lab();
	const {id} = await here.running('talker', '-p', 'a');
	const lines = 45_000;
	const width = Math.floor((sized(2, 50) * MB) / lines);
	const program = join(here.bin, 'talk');
	await writeFile(
		program,
		`#!/bin/sh\nexec awk 'BEGIN{s=sprintf("%${width}s","");gsub(/ /,"x",s);for(i=0;i<${lines};i++)print i " " s;print "all said"}'\n`,
		{mode: 0o755},
	);
	await here.tmux('respawn-window', '-k', '-t', `=${id}:0`, `${program}; exec sleep 600`);
	await eventually(
		async () => expect((await here.tmux('capture-pane', '-p', '-t', `=${id}:0`)).stdout).toContain('all said'),
		{withinMs: 60_000},
	);
	expectDone(await here.squad('pause', id, '--force', LIMIT));
	const saved = await stat(join(here.squadHome, 'sessions', id, 'scrollback', 'agent.ansi'));
	expect(saved.size).toBeGreaterThan(MB);
	expect(expectDone(await here.squad('logs', id, '-n', '1', '--plain', LIMIT)).stdout).toContain('all said');
	expectDone(await here.squad('resume', id, LIMIT));
}, 600_000);

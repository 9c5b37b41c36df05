import {mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {expect, test} from 'vitest';
import {homeAt} from '../../../src/session/home.ts';
import {sweep} from '../../../src/session/sweep.ts';

test('half-written files of processes that have ended go, those of living ones and everything else stay', async () => {
	const home = homeAt(mkdtempSync(join(tmpdir(), 'sq-')));
	try {
		mkdirSync(home.sessions);
		// Above every process id that Linux gives.
		const dead = 2 ** 22 + 1;
		const stay = ['config.json', `tmux.conf.${process.pid}.tmp`, 'mine.tmp'];
		for (const name of [...stay, `tmux.conf.${dead}.tmp`, `panes.${dead}.tmp`, `trash-emptied.${dead}.tmp`])
			writeFileSync(join(home.root, name), '');
		await sweep(home);
		expect(readdirSync(home.root).sort()).toEqual([...stay, 'sessions'].sort());
	} finally {
		rmSync(home.root, {recursive: true});
	}
});

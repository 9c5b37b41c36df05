import {describe, expect, test} from 'vitest';
import {put} from '../support/dirt.ts';
import {expectDone} from '../support/expect-run.ts';
import {type Lab, lab} from '../support/lab.ts';
import {CLEAN, snapshot} from '../support/snapshot.ts';

/** Milliseconds after its start at which squad dies: from before its first move to after its last. */
const INSTANTS = [60, 90, 120, 150, 180, 220, 260, 310, 370, 450, 550, 700];

const withWork = async (here: Lab) => {
	const session = await here.running('work');
	const cwd = session.locationPath;
	await put(cwd, 'README.md', 'staged\n');
	await here.git('add', 'README.md', {cwd});
	await put(cwd, 'README.md', 'staged and changed\n');
	await put(cwd, 'new/untracked', 'untracked\n');
	await put(cwd, '.env', 'ignored\n');
	return {...session, cwd, before: await snapshot(here, cwd)};
};

const killedAfter = async (here: Lab, ms: number, ...args: string[]) => {
	const running = here.start(...args);
	await Promise.race([running.done, new Promise(resolve => setTimeout(resolve, ms))]);
	running.kill('SIGKILL');
	await running.done;
};

const stashes = async (here: Lab) => (await here.git('stash', 'list')).split('\n').filter(Boolean);

describe.each([
	['cold', []],
	['--free-disk', ['--free-disk']],
])('killed at any instant, %s:', (_, flags) => {
	test('pause loses nothing, and the same command again finishes it', async () => {
		await using here = await lab();
		const {id, cwd, before} = await withWork(here);
		for (const ms of INSTANTS) {
			await killedAfter(here, ms, 'pause', id, ...flags);
			expectDone(await here.squad('pause', id, ...flags));
			expect(await stashes(here), `killed after ${ms} ms`).toHaveLength(1);
			if (flags.length === 0) expect((await snapshot(here, cwd)).status).toEqual(CLEAN);
			expectDone(await here.squad('resume', id));
			expect(await snapshot(here, cwd), `killed after ${ms} ms`).toEqual(before);
			expect(await stashes(here)).toEqual([]);
		}
		await here.expectNoTrace();
	});

	test('resume loses nothing, and the same command again finishes it', async () => {
		await using here = await lab();
		const {id, cwd, before} = await withWork(here);
		for (const ms of INSTANTS) {
			expectDone(await here.squad('pause', id, '--force', ...flags));
			await killedAfter(here, ms, 'resume', id);
			expectDone(await here.squad('resume', id));
			expect(await snapshot(here, cwd), `killed after ${ms} ms`).toEqual(before);
			expect(await stashes(here), `killed after ${ms} ms`).toEqual([]);
			expect(await here.status(id)).toMatchObject({status: 'active', pauseState: null});
		}
		await here.expectNoTrace();
	});
});

test('killed at any instant, new leaves nothing that stops the next new, ls or rm', async () => {
	await using here = await lab();
	for (const ms of INSTANTS) {
		await killedAfter(here, ms, 'new', 'same title');
		expectDone(await here.squad('ls'));
	}
	const last = await here.running('same title');
	expectDone(await here.squad('recover'));
	const ids = (await here.list()).map(({id}) => id);
	expect(ids).toContain(last.id);
	expectDone(await here.squad('rm', '--force', ...ids));
	expect(await here.list()).toEqual([]);
	expect((await here.git('worktree', 'list')).split('\n')).toHaveLength(1);
	await here.expectNoTrace();
});

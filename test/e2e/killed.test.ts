import {describe, expect, test} from 'vitest';
import {put} from '../support/dirt.ts';
import {expectDone} from '../support/expect-run.ts';
import {type Lab, lab} from '../support/lab.ts';
import {CLEAN, snapshot} from '../support/snapshot.ts';

/** Parts of the time that the command takes here when nobody kills it: from before its first move to after its last. */
const INSTANTS = [0.3, 0.45, 0.6, 0.7, 0.8, 0.9, 1];

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

/** Runs a command that is done, and returns how long it took. */
const timed = async (here: Lab, ...args: string[]) => {
	const began = performance.now();
	expectDone(await here.squad(...args));
	return performance.now() - began;
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
		const whole = await timed(here, 'pause', id, '--force', ...flags);
		expectDone(await here.squad('resume', id));
		for (const part of INSTANTS) {
			await killedAfter(here, part * whole, 'pause', id, '--force', ...flags);
			expectDone(await here.squad('pause', id, '--force', ...flags));
			expect(await stashes(here), `killed after ${part} of it`).toHaveLength(1);
			if (flags.length === 0) expect((await snapshot(here, cwd)).status).toEqual(CLEAN);
			expectDone(await here.squad('resume', id));
			expect(await snapshot(here, cwd), `killed after ${part} of it`).toEqual(before);
			expect(await stashes(here)).toEqual([]);
		}
		expectDone(await here.squad('recover'));
		await here.expectNoTrace();
	});

	test('resume loses nothing, and the same command again finishes it', async () => {
		await using here = await lab();
		const {id, cwd, before} = await withWork(here);
		expectDone(await here.squad('pause', id, '--force', ...flags));
		const whole = await timed(here, 'resume', id);
		for (const part of INSTANTS) {
			expectDone(await here.squad('pause', id, '--force', ...flags));
			await killedAfter(here, part * whole, 'resume', id);
			expectDone(await here.squad('resume', id));
			expect(await snapshot(here, cwd), `killed after ${part} of it`).toEqual(before);
			expect(await stashes(here), `killed after ${part} of it`).toEqual([]);
			expect(await here.status(id)).toMatchObject({status: 'active', pauseState: null});
		}
		expectDone(await here.squad('recover'));
		await here.expectNoTrace();
	});
});

test('killed at any instant, new leaves nothing that stops the next new, ls or rm', async () => {
	await using here = await lab();
	const whole = await timed(here, 'new', 'same title');
	for (const part of INSTANTS) {
		await killedAfter(here, part * whole, 'new', 'same title');
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

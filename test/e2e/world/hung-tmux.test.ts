import {expect, test} from 'vitest';
import {expectDone, expectRefusal} from '../../support/expect-run.ts';
import {lab} from '../../support/lab.ts';

/** tmux gets 15 seconds; the rest is for a machine that is busy. */
const LIMIT_MS = 35_000;

test('a tmux server that hangs: every verb ends with a clear error, and when it goes on nothing is lost', async () => {
	await using here = await lab();
	const ids: string[] = [];
	for (const title of ['one', 'two', 'three', 'four', 'five', 'six']) {
		ids.push((await here.running(title, '-p', 'hello')).id);
	}
	const [a = '', b = '', c = '', d = '', e = '', f = ''] = ids;
	const server = Number((await here.tmux('display-message', '-p', '#{pid}')).stdout);
	process.kill(server, 'SIGSTOP');
	try {
		const begun = Date.now();
		const verbs = [
			...[['ls'], ['status', a], ['new', 'x'], ['pause', a], ['resume', b], ['restart', c], ['logs', a]],
			...[
				['send', d, 'hi'],
				['end', e, '--force'],
				['rm', f, '--force'],
				['pause', '--all'],
				['rename', b, 'new name'],
			],
		];
		const runs = await Promise.all(verbs.map(verb => here.squad(...verb, {limitMs: LIMIT_MS + 10_000})));
		expect(Date.now() - begun).toBeLessThan(LIMIT_MS);
		for (const [at, run] of runs.entries()) {
			const verb = verbs[at] ?? [];
			// The title is written down first; only what is shown of it afterwards asks tmux.
			expect([1, 4], `${verb.join(' ')}: ${run.stdout}${run.stderr}`).toContain(run.code);
			if (run.code === 1) expectRefusal(run, 1, /tmux does not answer: the server has not answered for 15 s/);
			else expectRefusal(run, 4, /another squad is at work/);
		}
		for (const verb of [['config'], ['doctor'], ['--help'], ['completion', 'bash']]) {
			expect([0, 1]).toContain((await here.squad(...verb, {limitMs: 20_000})).code);
		}
	} finally {
		process.kill(server, 'SIGCONT');
	}
	expectDone(await here.squad('recover'));
	const after = await here.list();
	for (const id of [a, b, c, d]) expect(after.find(one => one.id === id)?.status, id).toBe('active');
	// Asked to end, and not ended yet: not called ended while it runs, and running it again ends it.
	expectDone(await here.squad('end', e, '--force'));
	expect((await here.status(e)).status).toBe('ended');
	expectDone(await here.squad('rm', f, '--force'));
	expectDone(await here.squad('pause', a));
	expectDone(await here.squad('resume', a));
});

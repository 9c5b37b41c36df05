import {spawn} from 'node:child_process';
import {expect, test} from 'vitest';
import {eventually} from '../../support/eventually.ts';
import {expectDone} from '../../support/expect-run.ts';
import {type Lab, lab} from '../../support/lab.ts';
import {isAlive} from '../../support/processes.ts';

/** Three ways to leave: a double fork, a session of its own, and nohup; each deaf to SIGHUP and SIGTERM. */
const FORKS = `#!/bin/sh
trap '' HUP TERM
(setsid sh -c 'trap "" HUP TERM; echo $$ > "$0.1"; exec sleep 90' "$0" </dev/null >/dev/null 2>&1 &)
nohup setsid sh -c '(trap "" HUP TERM; sleep 90) & echo $! > "$0.2"' "$0" </dev/null >/dev/null 2>&1
(nohup sh -c 'echo $$ > "$0.3"; exec sleep 90' "$0" </dev/null >/dev/null 2>&1 &)
echo '> '
exec sleep 90
`;

test('an agent deaf to SIGHUP and SIGTERM that forked away is gone after a pause, with all that it left', async () => {
	await using here = await lab();
	const {program} = await here.agent('forks', FORKS);
	const {id} = await here.create('forks', '-a', 'forks');
	const pids = await eventually(async () => {
		const found = await Promise.all(
			[1, 2, 3].map(async n => Number((await here.run('cat', `${program}.${n}`)).stdout)),
		);
		return found.every(pid => pid > 0) && found;
	});
	expect(pids.every(isAlive)).toBe(true);
	expectDone(await here.squad('pause', id));
	expect(pids.filter(isAlive)).toEqual([]);
	expect((await here.status(id)).status).toBe('paused');
});

/** Adopted by somebody that no process of the next tmux server descends from. */
const outlivedItsServer = async (here: Lab, before: readonly string[]) => {
	const {id} = await here.running('lost');
	for (const verb of before) expectDone(await here.squad(verb, id, '--warm'));
	await here.tmux('kill-server');
	const env = {...here.env, SQUAD_SESSION_ID: id};
	const left = spawn('/bin/sh', ['-c', 'trap "" HUP TERM; exec sleep 90'], {env, stdio: 'ignore'});
	await here.running('of the next server');
	return {id, left: left.pid ?? 0};
};

test.each([
	['resume', [], []],
	['resume', [], ['pause']],
	['restart', [], []],
	['pause', ['--force'], []],
	['end', ['--force'], []],
])('%s %s ends what outlived its tmux server, wherever it went, after %s', async (verb, flags, before) => {
	await using here = await lab();
	const {id, left} = await outlivedItsServer(here, before);
	expectDone(await here.squad(verb, id, ...flags));
	expect(isAlive(left)).toBe(false);
});

import {writeFile} from 'node:fs/promises';
import {join} from 'node:path';
import {expect, test} from 'vitest';
import {eventually} from '../support/eventually.ts';
import {expectDone} from '../support/expect-run.ts';
import {type Lab, lab} from '../support/lab.ts';

/** A tmux that is asked for a session once finds it just made, as where a squad that was killed had left it at work. */
const madeJustBefore = (here: Lab) =>
	writeFile(
		join(here.bin, 'tmux'),
		`#!/bin/sh
PATH=\${PATH#*:}
case " $* " in
*" new-session "*) [ -e '${here.root}/made' ] || { tmux "$@" && : > '${here.root}/made' || exit; } ;;
esac
exec tmux "$@"
`,
		{mode: 0o755},
	);

const paused = async (here: Lab) => {
	const session = await here.running('work', '-p', 'the first prompt');
	expectDone(await here.squad('pause', session.id));
	await madeJustBefore(here);
	return session;
};

/** Without the shells above them. */
const livingAgents = (here: Lab) =>
	here.processes().filter(({command}) => command.includes(here.keeper.program) && !command.startsWith('/bin/sh -c'));

test('a session that tmux made since the look is taken as it is, and nothing starts twice', async () => {
	await using here = await lab();
	const {id} = await paused(here);
	expectDone(await here.squad('resume', id));
	await here.ready(id, 2);
	expect(await here.keeper.starts(id)).toHaveLength(2);
	expect(await here.status(id)).toMatchObject({status: 'active', pauseState: null, lastError: null});
	expect((await here.tmux('show-options', '-gv', 'update-environment')).stdout.trim()).toBe('');
	expectDone(await here.squad('pause', id));
	expectDone(await here.squad('resume', id));
	expect((await here.ready(id, 3)).remembers).toEqual(['the first prompt']);
	await here.expectNoTrace();
});

test('resume --fresh ends what tmux made since the look: it is not what was asked for', async () => {
	await using here = await lab();
	const {id} = await paused(here);
	expectDone(await here.squad('resume', id, '--fresh', '-p', 'another prompt'));
	const [agent, ...others] = livingAgents(here);
	expect(others).toEqual([]);
	await eventually(async () => {
		const [line] = (await here.keeper.events(id)).filter(({event, pid}) => event === 'line' && pid === agent?.pid);
		expect(line?.text).toBe('another prompt');
	});
	await here.expectNoTrace();
});

import {existsSync} from 'node:fs';
import {chmod, writeFile} from 'node:fs/promises';
import {join} from 'node:path';
import {expect, test} from 'vitest';
import {commitAll, put} from '../support/dirt.ts';
import {eventually} from '../support/eventually.ts';
import {expectDone} from '../support/expect-run.ts';
import {type Lab, lab} from '../support/lab.ts';
import {isAlive} from '../support/processes.ts';
import {snapshot} from '../support/snapshot.ts';

/** A filter with which git needs long for README.md, once somebody wants it to. */
const slowFilter = async (here: Lab, seconds: number) => {
	const [program, wanted, begun] = [join(here.bin, 'slow'), join(here.root, 'wanted'), join(here.root, 'begun')];
	await writeFile(
		program,
		`#!/bin/sh\n[ -e '${wanted}' ] && mkdir '${begun}' 2>/dev/null && sleep ${seconds}\nexec cat\n`,
	);
	await chmod(program, 0o755);
	await here.git('config', 'filter.slow.smudge', program);
	await put(here.repo, '.gitattributes', 'README.md filter=slow\n');
	await commitAll(here, here.repo);
	return {want: () => writeFile(wanted, ''), isBegun: () => existsSync(begun)};
};

const gitAtWork = (here: Lab): number | undefined =>
	here.processes().find(({command}) => command.startsWith('git ') && command.includes(' checkout-index '))?.pid;

test.each(['pause', 'resume'])('while the git of a %s that was killed is still at work nobody else is', async verb => {
	await using here = await lab();
	const slow = await slowFilter(here, 6);
	const {id, locationPath: cwd} = await here.running('work');
	await put(cwd, 'README.md', 'changed\n');
	await put(cwd, 'src/app.txt', 'changed\n');
	const before = await snapshot(here, cwd);
	if (verb === 'resume') expectDone(await here.squad('pause', id));
	await slow.want();
	const squad = here.start(verb, id);
	await eventually(slow.isBegun);
	squad.kill('SIGKILL');
	await squad.done;
	const git = gitAtWork(here) ?? 0;
	expect(isAlive(git)).toBe(true);
	expect((await here.status(id)).status).toBe(verb === 'pause' ? 'pausing' : 'resuming');
	const next = await here.squad('resume', id);
	expect(isAlive(git)).toBe(false);
	expectDone(next);
	expect(await snapshot(here, cwd)).toEqual(before);
	await here.expectNoTrace();
});

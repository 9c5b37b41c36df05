import {existsSync} from 'node:fs';
import {join} from 'node:path';
import {expect, test} from 'vitest';
import {eventually} from '../../support/eventually.ts';
import {lab} from '../../support/lab.ts';
import {demo, tui} from '../../support/tui.ts';

test('a pause that waits shows its steps on its row, and can be cancelled, interrupted or forced', async () => {
	await using here = await lab();
	const {id} = await demo(here, 'busy one', 'work 600');
	await demo(here, 'other one', 'say hi');
	await using shown = await tui(here);
	await shown.shows('● 1 working');
	await shown.press('G');
	await shown.shows(/▌.*busy one/);
	await shown.press('p');
	await shown.shows(/pause: waiting for a safe state, \d+ s left/);
	const glyphs = new Set<string>();
	await eventually(async () => {
		glyphs.add(/▌ (\S) busy one/.exec((await shown.lines()).join('\n'))?.[1] ?? '');
		return glyphs.size > 1;
	});
	await shown.shows('I interrupts its turn');
	await shown.press('p');
	await shown.shows('squad is at work on it already');
	// The rest stays usable meanwhile.
	await shown.press('g', 'p');
	await shown.shows(/○ other one/);
	await shown.press('g', 'C');
	await shown.lacks('waiting for a safe state');
	expect((await here.status(id)).status).toBe('active');
	await shown.press('p');
	await shown.shows(/waiting for a safe state/);
	await shown.press('I');
	await shown.shows(/○ busy one/);
	expect((await here.status(id)).status).toBe('paused');
});

test('a failure stays on its row with what to do, until Esc; forcing goes on regardless', async () => {
	await using here = await lab();
	await here.squad('config', 'set', 'pause.timeoutSeconds', '1');
	const {id} = await demo(here, 'stubborn one', 'work 600');
	await using shown = await tui(here);
	await shown.shows('● 1 working');
	await shown.press('p');
	await shown.shows(/Failed to pause: the agent of/);
	await shown.shows('p again, then I interrupts');
	await here.squad('rename', id, 'still stubborn');
	await shown.shows('still stubborn');
	await shown.shows(/Failed to pause: the agent of/);
	await shown.press('Escape');
	await shown.lacks('Failed to pause');
	await here.squad('config', 'set', 'pause.timeoutSeconds', '30');
	await shown.press('p');
	await shown.shows(/waiting for a safe state/);
	await shown.press('F');
	await shown.shows(/○ still stubborn/);
});

test('a failure on a row that nobody looks at is said in the line below', async () => {
	await using here = await lab();
	await here.squad('config', 'set', 'pause.timeoutSeconds', '3');
	await demo(here, 'busy elsewhere', 'work 600');
	await demo(here, 'looked at', 'say hi');
	await using shown = await tui(here);
	await shown.shows('● 1 working');
	await shown.press('G');
	await shown.shows(/▌.*busy elsewhere/);
	await shown.press('p');
	await shown.shows(/waiting for a safe state/);
	await shown.press('/');
	await shown.type('looked');
	await shown.press('Enter');
	await shown.lacks(/waiting for a safe state/);
	await shown.shows(/^ busy elsewhere: Failed to pause: the agent of/m);
	await shown.press('Escape');
	await shown.lacks('Failed to pause');
});

test('an agent that dies at its start is told in the form, in its own words, and nothing typed is lost', async () => {
	await using here = await lab();
	await here.agent('mortal', '#!/bin/sh\necho "mortal: no licence found" >&2\nexit 3\n');
	await using shown = await tui(here);
	await shown.shows('No sessions yet');
	await shown.press('n');
	await shown.shows('New session');
	await shown.type('do it');
	await shown.press('Tab', 'Tab');
	await shown.type('mortal');
	await shown.press('Enter');
	await shown.shows('no licence found');
	await shown.shows(/prompt +do it/);
	await shown.press('Escape');
	await shown.shows(/✗ do it/);
	await shown.shows('its last words are below');
	await shown.shows('mortal: no licence found');
});

test('the form knows the branches of the chosen repository, and starts from the chosen one', async () => {
	await using here = await lab();
	await here.git('branch', 'release/1.0');
	await here.git('commit', '-q', '--allow-empty', '-m', 'after the release');
	await demo(here, 'other', 'write other.txt x');
	await using shown = await tui(here);
	await shown.shows('other');
	await shown.press('n');
	await shown.shows(/from branch +what is checked out now/);
	await shown.type('first line');
	await shown.press('C-j');
	await shown.type('second line');
	await shown.press('Tab');
	await shown.type('from a release');
	await shown.press('Tab', 'Tab');
	await shown.type('rel');
	await shown.shows('▸ release/1.0');
	await shown.press('Enter');
	await shown.shows(/✓ from a release/);
	const made = (await here.list()).find(({title}) => title === 'from a release');
	expect(made?.base).toBe('release/1.0');
	await eventually(async () =>
		expect((await here.keeper.events(made?.id ?? '')).some(({argv}) => argv?.join(' ').includes('second line'))).toBe(
			true,
		),
	);
});

test('i types into the live screen without leaving the list, and never into another agent', async () => {
	await using here = await lab();
	await here.running('another one');
	const {id} = await here.running('typed into');
	await using shown = await tui(here);
	await shown.shows('typed into');
	await shown.press('G', 'i');
	await shown.shows('everything you type goes to typed into');
	await shown.type("it's $HOME & qq");
	await shown.press('Enter');
	await shown.shows("noted: it's $HOME & qq");
	await eventually(async () =>
		expect((await here.keeper.events(id)).map(({text}) => text)).toContain("it's $HOME & qq"),
	);
	await here.squad('rm', id, '--force');
	await shown.shows('the agent that you typed to does not run any more');
	await shown.lacks('everything you type');
});

test('d says what would be lost, removes after y, and u brings it back', async () => {
	await using here = await lab();
	const {id} = await demo(here, 'to be removed', 'write precious.txt x');
	await using shown = await tui(here);
	await shown.shows(/✓ to be removed/);
	await shown.press('d');
	await shown.shows('1 uncommitted file (precious.txt)');
	await shown.press('Escape');
	await shown.lacks('Remove');
	expect((await here.list()).map(session => session.id)).toEqual([id]);
	await shown.press('d');
	await shown.shows('uncommitted file');
	await shown.press('y');
	await shown.shows('No sessions yet');
	await shown.press('u');
	await shown.shows('to be removed');
	const back = await here.status(id);
	expect(existsSync(join(back.worktreePath ?? '', 'precious.txt')) || back.pauseState?.stash).toBeTruthy();
});

test('marked sessions are sent to, paused and resumed together; P takes all that are idle', async () => {
	await using here = await lab();
	for (const title of ['one', 'two', 'three']) await demo(here, title, 'say hello');
	await using shown = await tui(here);
	await shown.shows('✓ 3 done');
	await shown.press('Space', 'Space');
	await shown.shows('2 marked');
	await shown.press('s');
	await shown.shows('Send to 2 sessions');
	await shown.type('remember the word plum');
	await shown.press('Enter');
	for (const title of ['one', 'two'])
		await eventually(async () => expect((await here.squad('logs', title)).stdout).toContain('word plum'));
	await shown.lacks('send …');
	await shown.press('p');
	await shown.shows('○ 2 paused');
	await shown.shows('✓ 1 done');
	await shown.press('P');
	await shown.shows('○ 3 paused');
	await shown.press('g', 'Space', 'Space', 'r');
	await shown.shows('✓ 2 done');
	await shown.shows('○ 1 paused');
});

test('R starts the agent again, x ends it for good', async () => {
	await using here = await lab();
	const {id} = await here.running('stuck one', '-p', 'hello');
	await using shown = await tui(here);
	await shown.shows(/✓ stuck one/);
	await shown.press('R');
	await here.ready(id, 2);
	await shown.shows(/✓ stuck one/);
	await shown.press('x');
	await shown.shows('■ 1 ended');
	await shown.press('r');
	await shown.shows('only what is paused or has stopped can be resumed');
});

test('the tabs show diff by file, a shell, the conversation and where everything is', async () => {
	await using here = await lab();
	const {id} = await demo(here, 'worker', 'write a.txt first then write b.txt second');
	await using shown = await tui(here);
	await shown.shows(/✓ worker/);
	await shown.press('Tab');
	await shown.shows(/\+1 +−0 {2}a\.txt/);
	await shown.shows('+first');
	await eventually(async () => expect(await shown.coloured()).toMatch(/\x1b\[32m\+first/));
	await shown.press('Tab');
	await shown.shows('no shell here yet: t opens one');
	await shown.press('t');
	await shown.shows('C-q goes back');
	await shown.type('echo in-the-$((40+2))');
	await shown.press('Enter');
	await shown.shows('in-the-42');
	await shown.press('C-q');
	await shown.shows(/▌ ✓ worker/);
	await shown.shows('in-the-42');
	await shown.press('Tab');
	await shown.shows('last prompt');
	await shown.press('Tab');
	await shown.shows(new RegExp(`tmux -S .* attach -t ${id}`));
	await shown.shows(`squad explain ${id}`);
});

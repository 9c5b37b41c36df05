import {existsSync} from 'node:fs';
import {join} from 'node:path';
import {expect, test} from 'vitest';
import {eventually} from '../../support/eventually.ts';
import {type Lab, lab} from '../../support/lab.ts';
import {screen} from '../../support/terminal.ts';

const WIDE = {cols: 140, rows: 40};

const tui = (here: Lab, size = WIDE) => screen(here, 'squad', size);

const demo = (here: Lab, title: string, prompt: string) => here.create(title, '-a', 'demo', '-p', prompt);

test('the first screen says what to do next, and leaves the terminal as it was', async () => {
	await using here = await lab();
	await using shown = await tui(here);
	await shown.shows('No sessions yet');
	const lines = await shown.shows(/n {2}starts a session/);
	expect(lines.join('\n')).toContain('agents found: keeper');
	await shown.press('q');
	await shown.shows('Pane is dead (status 0');
});

test('a session is made, seen, paused and resumed by keys alone', async () => {
	await using here = await lab();
	await using shown = await tui(here);
	await shown.shows('No sessions yet');
	await shown.press('n');
	await shown.shows('New session');
	await shown.type('write notes.txt remember me');
	await shown.press('Tab');
	await shown.type('first one');
	await shown.press('Tab');
	await shown.type('demo');
	await shown.shows('▸ demo');
	await shown.press('Enter');
	await shown.shows(/✓ first one/);
	await shown.shows('Write(notes.txt)');
	const [session] = await here.list();
	const notes = join(session?.worktreePath ?? '', 'notes.txt');
	expect(existsSync(notes)).toBe(true);

	await shown.press('p');
	await shown.shows(/○ first one/);
	await shown.shows('Paused <1m ago');
	await shown.shows(/1 file in refs\/squad\//);
	expect(existsSync(notes)).toBe(false);
	expect((await here.tmux('has-session', '-t', `=${session?.id}`)).code).not.toBe(0);

	await shown.press('r');
	await shown.shows(/✓ first one/);
	await shown.shows('I remember');
	expect(existsSync(notes)).toBe(true);
});

test('who asks stands first with the question, and is answered by a key', async () => {
	await using here = await lab();
	await demo(here, 'quiet one', 'say hello');
	await demo(here, 'curious one', 'ask Shall I go on?');
	await using shown = await tui(here);
	const lines = await shown.shows('? 1 asks');
	expect(lines.some(line => line.split('│')[0]?.includes('Shall I go on?'))).toBe(true);
	expect(lines.findIndex(line => line.includes('curious one'))).toBeLessThan(
		lines.findIndex(line => line.includes('quiet one')),
	);
	await shown.press('y');
	await shown.shows('You answered: Yes');
	await shown.lacks('? 1 asks');
});

test('a pause that waits can be cancelled, and interrupted', async () => {
	await using here = await lab();
	const {id} = await demo(here, 'busy one', 'work 600');
	await using shown = await tui(here);
	await shown.shows(/● busy one/);
	await shown.press('p');
	await shown.shows(/waiting for a safe state, \d+ s left/);
	await shown.shows('I interrupts its turn');
	await shown.press('C');
	await shown.lacks('waiting for a safe state');
	expect((await here.status(id)).status).toBe('active');
	await shown.press('p');
	await shown.shows(/waiting for a safe state/);
	await shown.press('I');
	await shown.shows(/○ busy one/);
	expect((await here.status(id)).status).toBe('paused');
});

test('Enter attaches to the real terminal and C-q comes back to the same place', async () => {
	await using here = await lab();
	await here.running('first');
	const {id} = await here.running('second');
	await using shown = await tui(here);
	await shown.shows(/second/);
	await shown.press('j');
	await shown.shows(/▸.*second/);
	await shown.press('Enter');
	await shown.shows('C-q goes back');
	await shown.type('typed there');
	await shown.press('Enter');
	await eventually(async () => expect((await here.keeper.events(id)).map(({text}) => text)).toContain('typed there'));
	await shown.press('C-q');
	await shown.shows(/▸.*second/);
	await shown.shows('noted: typed there');
});

test('i types into the live screen without leaving the list', async () => {
	await using here = await lab();
	const {id} = await here.running('typed into');
	await using shown = await tui(here);
	await shown.shows('keeper at your service');
	await shown.press('i');
	await shown.shows('everything you type goes to typed into');
	await shown.type("it's $HOME & qq");
	await shown.press('Enter');
	await shown.shows("noted: it's $HOME & qq");
	await shown.press('C-q');
	await shown.lacks('everything you type');
	await eventually(async () =>
		expect((await here.keeper.events(id)).map(({text}) => text)).toContain("it's $HOME & qq"),
	);
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

test('marked sessions are paused together', async () => {
	await using here = await lab();
	for (const title of ['one', 'two', 'three']) await demo(here, title, 'say hello');
	await using shown = await tui(here);
	await shown.shows('✓ 3 done');
	await shown.press('Space');
	await shown.press('Space');
	await shown.shows('2 marked');
	await shown.press('p');
	await shown.shows('○ 2 paused');
	await shown.shows('✓ 1 done');
});

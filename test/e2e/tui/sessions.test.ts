import {existsSync} from 'node:fs';
import {join} from 'node:path';
import {expect, test} from 'vitest';
import {eventually} from '../../support/eventually.ts';
import {lab} from '../../support/lab.ts';
import {demo, tui} from '../../support/tui.ts';

test('a session is made, seen, paused and resumed by keys alone, from the first screen on', async () => {
	await using here = await lab();
	await using shown = await tui(here);
	await shown.shows('No sessions yet');
	const first = await shown.shows(/n {2}starts an agent in/);
	expect(first.join('\n')).toMatch(/Agents found: .*keeper/);
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
	await shown.shows('first one · Paused <1m ago');
	await shown.shows(/1 file in refs\/squad\//);
	await shown.shows(/its last screen[\s\S]*Write\(notes.txt\)/);
	expect(existsSync(notes)).toBe(false);
	expect((await here.tmux('has-session', '-t', `=${session?.id}`)).code).not.toBe(0);

	await shown.press('r');
	await shown.shows(/✓ first one/);
	await shown.shows('I remember');
	await shown.lacks('resume:');
	expect(existsSync(notes)).toBe(true);
	await shown.press('q');
	await shown.shows('Pane is dead (status 0');
});

test('who asks stands first with the whole question, and is answered by a key', async () => {
	await using here = await lab();
	await demo(here, 'quiet one', 'say hello');
	const question = 'Shall I go on and rewrite everything that is left, or leave it as it is for today?';
	await demo(here, 'curious one', `ask ${question}`);
	await using shown = await tui(here);
	const lines = await shown.shows('? 1 asks');
	const list = lines.map(line => line.split('│')[0] ?? '');
	expect(list.join(' ').replace(/[\s▌]+/g, ' ')).toContain(question);
	expect(list.findIndex(line => line.includes('curious one'))).toBeLessThan(
		list.findIndex(line => line.includes('quiet one')),
	);
	await shown.shows('1 Yes · 2 Yes, and');
	await shown.press('y');
	await shown.shows('You answered: Yes');
	await shown.lacks('? 1 asks');
	await shown.press('y');
	await shown.shows('it asks nothing now');
});

test('Enter attaches to the real terminal and C-q comes back to the same place', async () => {
	await using here = await lab();
	await here.running('first');
	const {id} = await here.running('second');
	await using shown = await tui(here);
	await shown.shows(/▌.*first/);
	await shown.press('j');
	await shown.shows(/▌.*second/);
	await shown.press('Enter');
	await shown.shows('C-q goes back');
	await shown.type('typed there');
	await shown.press('Enter');
	await eventually(async () => expect((await here.keeper.events(id)).map(({text}) => text)).toContain('typed there'));
	await shown.press('C-q');
	await shown.shows(/▌.*second/);
	await shown.shows('noted: typed there');
});

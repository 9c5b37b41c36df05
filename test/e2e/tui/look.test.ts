import {writeFile} from 'node:fs/promises';
import {expect, test} from 'vitest';
import {eventually} from '../../support/eventually.ts';
import {type Lab, lab} from '../../support/lab.ts';
import {killProcess, processesWith} from '../../support/processes.ts';
import {screen} from '../../support/terminal.ts';

const WIDE = {cols: 140, rows: 40};

const tui = (here: Lab, size = WIDE, env = '') => screen(here, `${env} squad`, size);

test('keys that cannot be used here say why, and the help lists them all', async () => {
	await using here = await lab();
	await here.running('running one');
	await using shown = await tui(here);
	await shown.shows('running one');
	await shown.press('r');
	await shown.shows('only what is paused or has stopped can be resumed');
	await shown.press('?');
	await shown.shows('save everything, end its processes');
	await shown.press('Escape');
	await shown.lacks('save everything');
});

test('the list is filtered as one types, and renamed and sent to by keys', async () => {
	await using here = await lab();
	const {id} = await here.running('apples');
	await here.running('pears');
	await using shown = await tui(here);
	await shown.shows('pears');
	await shown.press('/');
	await shown.type('appl');
	await shown.lacks('pears');
	await shown.press('Enter');
	await shown.press('e');
	await shown.shows(`Rename ${id}`);
	await shown.press('C-u');
	await shown.type('green appl');
	await shown.press('Enter');
	await shown.shows('green appl');
	expect((await here.status(id)).title).toBe('green appl');
	await shown.press('s');
	await shown.shows('Send to green appl');
	await shown.type('two');
	await shown.press('M-Enter');
	await shown.type('lines');
	await shown.press('Enter');
	await eventually(async () => expect((await here.keeper.events(id)).map(({text}) => text)).toContain('two\nlines'));
	await shown.press('Escape');
	await shown.shows('pears');
});

test('what a script does is on the screen of two TUIs within moments, and killing one changes nothing', async () => {
	await using here = await lab();
	const {id} = await here.running('watched');
	await using first = await tui(here);
	await first.shows('watched');
	const before = await here.status(id);
	const [process] = processesWith(`SQUAD_HOME=${here.squadHome}`).filter(({command}) => /cli\.cjs\s*$/.test(command));
	await here.squad('rename', id, 'seen by both');
	await first.shows('seen by both');
	killProcess(process?.pid ?? 0);
	await first.shows('Pane is dead');
	const after = await here.status(id);
	expect(after.workers).toEqual(before.workers);
	expect(after.status).toBe('active');
});

test('agent output cannot break the frame', async () => {
	await using here = await lab();
	const {id} = await here.running('hostile');
	const nasty = '\x1b[2J\x1b[H\x1b]0;evil\x07\x1b[?1049l\x1b[41m\x1b[9999;9999Hfar\x1b[?25h\x07\r\n日本語🎉e\u0301 red';
	await here.squad('send', id, `/print ${JSON.stringify(nasty)}`);
	await using shown = await tui(here);
	const lines = await shown.shows('日本語');
	await shown.shows(/^ squad /m);
	for (const line of lines.slice(1, 38)) expect([...line].filter(sign => sign === '│').length).toBeGreaterThan(0);
	await shown.shows('q quit');
});

test.each([
	{cols: 60, rows: 15},
	{cols: 80, rows: 24},
	{cols: 220, rows: 60},
])('it fits into $cols x $rows and follows a change of size', async size => {
	await using here = await lab();
	await here.running('名前がとても長いセッション with a very long title 🎉 that never ends and goes on and on');
	await using shown = await tui(here, size);
	await shown.shows('名前がとても');
	const lines = await shown.shows('q quit');
	expect(lines[size.rows - 1]).toContain('q quit');
	await shown.resize(100, 30);
	await eventually(async () => {
		const now = await shown.lines();
		expect([now[0], now[29]]).toEqual([expect.stringContaining(' squad '), expect.stringContaining('q quit')]);
	});
});

test('without colour glyphs and words carry the meaning', async () => {
	await using here = await lab();
	await here.create('asking one', '-a', 'demo', '-p', 'ask Really?');
	await using shown = await tui(here, WIDE, 'NO_COLOR=1');
	await shown.shows('? 1 asks');
	await shown.press('End');
	expect(await shown.coloured()).not.toMatch(/\x1b\[(?:\d+;)*(?:3[0-7]|4[0-7]|9[0-7]|10[0-7])m/);
});

test('own keys and a broken setting', async () => {
	await using here = await lab();
	await writeFile(here.config, '{"defaultAgent": "keeper", "ui": {"keys": {"help": "z", "nonsense": "w"}}}\n');
	await using shown = await tui(here);
	await shown.shows('there is no key named nonsense');
	await shown.press('z');
	await shown.shows('all keys');
});

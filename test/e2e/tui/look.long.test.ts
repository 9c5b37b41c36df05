import {mkdir, writeFile} from 'node:fs/promises';
import {join} from 'node:path';
import {expect, test} from 'vitest';
import {eventually} from '../../support/eventually.ts';
import {lab} from '../../support/lab.ts';
import {demo, tui} from '../../support/tui.ts';

test('keys that cannot be used here say why, and the help lists them all', async () => {
	await using here = await lab();
	await here.running('running one');
	await using shown = await tui(here);
	await shown.shows('running one');
	await shown.press('r');
	await shown.shows('only what is paused or has stopped can be resumed');
	await shown.press(']');
	await shown.shows('only in the diff: tab shows it');
	await shown.press('?');
	await shown.shows('save everything, end its processes');
	await shown.press('PageDown', 'PageDown', 'PageDown');
	await shown.shows('leave; the agents go on');
	await shown.press('Escape');
	await shown.lacks('leave; the agents go on');
	await shown.press('m');
	await shown.shows(/▌ .*attach/);
	await shown.press('j', 'j', 'j', 'Enter');
	await shown.shows('Rename running-one');
	await shown.press('Escape');
});

test('own keys are used, in the hints too, and a wrong name is said', async () => {
	await using here = await lab();
	await writeFile(
		here.config,
		'{"defaultAgent": "keeper", "ui": {"keys": {"help": "z", "resume-workspace": "W", "nonsense": "w"}}}\n',
	);
	await using shown = await tui(here);
	await shown.shows('there is no key named nonsense');
	await shown.press('z');
	await shown.shows('answer yes to what it asks');
	await shown.press('Escape');
	await shown.lacks('answer yes to what it asks');
	await shown.press('Enter');
	await shown.shows('there is no session here: n starts one');
	await here.create('paused one', '-a', 'demo', '-p', 'say hi');
	await shown.shows('✓ 1 done');
	await shown.press('p');
	await shown.shows('W brings it all back');
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

test('groups are what needs somebody, or repositories; what is paused can be left out', async () => {
	await using here = await lab();
	const notes = join(here.root, 'notes');
	await mkdir(notes);
	await demo(here, 'in the repo', 'say hi');
	const {id} = await here.create('in the notes', '-a', 'demo', '--quick', notes, '-p', 'say hi');
	await here.squad('pause', id);
	await using shown = await tui(here);
	await shown.shows(/ done 1 ─/);
	await shown.shows(/ paused quick sessions 1 ─/);
	await shown.press('o');
	await shown.shows(/ repo 1 ─/);
	await shown.shows(/ notes 1 ─/);
	await shown.press('o', 'a');
	await shown.lacks('in the notes');
	await shown.shows('running only');
	await shown.press('a');
	await shown.shows('in the notes');
});

test.each([
	{cols: 60, rows: 15},
	{cols: 80, rows: 24},
	{cols: 220, rows: 60},
	{cols: 300, rows: 100},
])('it fits into $cols x $rows, dialogs too, and follows a change of size', async size => {
	await using here = await lab();
	await here.running('名前がとても長いセッション with a very long title 🎉 that never ends and goes on and on');
	await using shown = await tui(here, {size});
	await shown.shows('名前がとても');
	const lines = await shown.shows('q quit');
	expect(lines[size.rows - 1]).toContain('q quit');
	await shown.press('n');
	await shown.shows('repository');
	await shown.press('BTab');
	await shown.shows('a directory as it is, no worktree');
	await shown.press('Escape');
	await shown.resize(100, 30);
	await eventually(async () => {
		const now = await shown.lines();
		expect([now[0], now[29]]).toEqual([expect.stringContaining(' squad '), expect.stringContaining('q quit')]);
	});
});

test('on a small screen tab and v bring the session to sight, and Esc the list', async () => {
	await using here = await lab();
	await here.running('small one');
	await using shown = await tui(here, {size: {cols: 60, rows: 15}});
	await shown.shows(/▌.*small one/);
	await shown.shows('v view');
	await shown.press('Tab');
	await shown.shows('keeper at your service');
	await shown.press('Tab');
	await shown.shows('no changes against the base');
	await shown.press('Escape');
	await shown.shows(/▌.*small one/);
	await shown.press('v');
	await shown.shows('no changes against the base');
});

test('a terminal that has only lines gets the list', async () => {
	await using here = await lab();
	await here.running('listed one');
	await using shown = await tui(here, {env: 'TERM=dumb'});
	await shown.shows(/idle +listed-one/);
	await shown.shows('Pane is dead');
});

const COLOURS = /\x1b\[(?:\d+;)*(?:3[0-8]|4[0-8]|9[0-7]|10[0-7])[;m]/;

test('without colour glyphs and words carry the meaning', async () => {
	await using here = await lab();
	await demo(here, 'asking one', 'ask Really?');
	await using shown = await tui(here, {env: 'NO_COLOR=1'});
	await shown.shows('? 1 asks');
	await shown.shows('❯ 1. Yes');
	await shown.shows('Really?');
	expect(await shown.coloured()).not.toMatch(COLOURS);
});

test('the light theme is chosen by the terminal, or by a setting', async () => {
	await using here = await lab();
	await demo(here, 'asking one', 'ask Really?');
	// The question: bright on a dark ground, not so on a light one.
	const [onDark, onLight] = [/\x1b\[1m\x1b\[95m *Really\?/, /\x1b\[1m\x1b\[35m *Really\?/];
	const looks = async (env: string, name: string, look: RegExp) => {
		await using shown = await tui(here, {env, name});
		await shown.shows('? 1 asks');
		await eventually(async () => expect(await shown.coloured()).toMatch(look));
	};
	await looks('', 'dark', onDark);
	await looks("COLORFGBG='0;15'", 'light', onLight);
	await here.squad('config', 'set', 'ui.theme', 'light');
	await looks('', 'set', onLight);
});

test('a record that cannot be read is named, and the others stay', async () => {
	await using here = await lab();
	const broken = await here.running('broken one');
	await here.running('sound one');
	await writeFile(join(here.squadHome, 'sessions', broken.id, 'session.json'), '{nonsense');
	await using shown = await tui(here);
	await shown.shows('sound one');
	await shown.shows(/damaged 1/);
	await shown.shows(new RegExp(`! ${broken.id}`));
	await shown.shows('squad doctor says more');
});

import {writeFile} from 'node:fs/promises';
import {join} from 'node:path';
import {expect, test} from 'vitest';
import {eventually} from '../../support/eventually.ts';
import {lab} from '../../support/lab.ts';
import {demo, rawTui, tui} from '../../support/tui.ts';

const [ENTER, LEAVE] = ['\x1b[?1049h', '\x1b[?1049l'];
/** Everything that the TUI changes about a terminal, as it was. */
const RESTORED = ['\x1b[?2004l', '\x1b[?7h', '\x1b[?25h', LEAVE];

const expectRestored = (output: string) => {
	const end = output.slice(output.lastIndexOf(ENTER));
	for (const sequence of RESTORED) expect(end, JSON.stringify(end.slice(-300))).toContain(sequence);
};

test('a crash leaves the terminal in order and prints the error after it', async () => {
	await using here = await lab();
	const bomb = join(here.root, 'bomb.cjs');
	await writeFile(bomb, 'setTimeout(() => { throw new Error("the bomb went off"); }, 2500);\n');
	await using shown = rawTui(here, {NODE_OPTIONS: `--require ${bomb}`});
	await shown.shows('No sessions yet');
	expect(await shown.ends()).toBe(1);
	expectRestored(shown.output());
	expect(shown.output().slice(shown.output().lastIndexOf(LEAVE))).toContain('the bomb went off');
});

test('nothing is written while nothing happens, and only what changed when something does', async () => {
	await using here = await lab();
	const {id} = await here.running('quiet one');
	await here.running('another');
	await using shown = rawTui(here);
	await shown.shows('another');
	const settled = async () => {
		const before = shown.output().length;
		await new Promise(resolve => setTimeout(resolve, 2500));
		return shown.output().length === before;
	};
	// Memory is measured, windows take their size: then there is nothing left to do.
	await eventually(settled, {withinMs: 40_000, everyMs: 0, what: 'a quiet terminal'});
	const quiet = shown.output().length;
	shown.write('j');
	await eventually(() => shown.output().length > quiet);
	await here.squad('rename', id, 'renamed one');
	await shown.shows('renamed one');
	const written = shown.output().slice(quiet);
	// Two rows, the detail's head and what the other agent shows: far less than the screen.
	expect(written).not.toContain('\x1b[2J');
	expect(written.match(/\x1b\[\d+;1H/g)?.length ?? 0).toBeLessThan(30);
});

test('neither titles nor output of an agent can break the frame', async () => {
	await using here = await lab();
	const {id} = await here.running('evil \x1b[31m red \x1b]0;own\x07 \u202etitle');
	await demo(
		here,
		'名前がとても長いセッション with a very long title 🎉 that never ends and goes on',
		'say é 👨‍👩‍👧 🇩🇪',
	);
	const nasty = '\x1b[2J\x1b[H\x1b]0;evil\x07\x1b[?1049l\x1b[41m\x1b[9999;9999Hfar\x1b[?25h\x07\r\n日本語🎉e\u0301 red';
	await here.squad('send', id, `/print ${JSON.stringify(nasty)}`);
	await using shown = await tui(here);
	await shown.shows('名前がとても');
	const lines = await shown.shows('日本語');
	await shown.shows(/^ squad /m);
	for (const line of lines.slice(1, 38)) expect([...line].filter(sign => sign === '│').length).toBeGreaterThan(0);
	const columns = lines
		.slice(1, 38)
		.map(line => [...line.replace(/[\u{1100}-\u{ffff}\u{1f300}-\u{1faff}]/gu, '··')].indexOf('│'));
	expect(new Set(columns.filter(column => column > 0)).size).toBeLessThanOrEqual(3);
	await shown.shows('q quit');
});

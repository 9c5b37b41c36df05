import {readFile, writeFile} from 'node:fs/promises';
import {join} from 'node:path';
import {expect, test} from 'vitest';
import {eventually} from '../../support/eventually.ts';
import {type Lab, lab} from '../../support/lab.ts';
import type {Screen} from '../../support/terminal.ts';
import {tui} from '../../support/tui.ts';

const SIZE = {cols: 140, rows: 40};
/** Two fifths of the screen are the list; then comes the rule. */
const RULE = 56;

const OBEYED =
	'\x1b[2J\x1b[H\x1b]0;EVIL\x07\x1b]52;c;RVZJTA==\x07\x1bP$qEVIL\x1b\\\x1b[?1049l\x1b[41m\x1b[9999;9999H\x1b[?25h\x1b[6n\x1bc\x0e\x9b31m\x85\x07\b\r\x7f';
const DIRECTIONS = '\u202eEVIL\u202c \u2066x\u2069 \u200f\u061c\u200e \u05d0\u05d1 \u0627\u0644';
const WIDE = '日本語のとても長い名前 🎉👨‍👩‍👧🇩🇪 ｆｕｌｌ 한국어';
const ODD = 'e\u0301\u0302\u0303 \u200b\ufeff\u00ad \ufffd \u2028\u2029 ①☐★ \ud83d';
const LONG = 'x'.repeat(3000);

const WIDE_SIGN =
	/\p{Emoji_Presentation}|[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\uac00-\ud7a3\uf900-\ufaff\uff00-\uff60]/u;

/** How many cells tmux gives to a text. */
const cellsOf = (text: string): number =>
	Array.from(new Intl.Segmenter().segment(text), ({segment}) =>
		/^[\p{Mn}\p{Me}\p{Cf}]+$/u.test(segment) ? 0 : WIDE_SIGN.test(segment) ? 2 : 1,
	).reduce((sum: number, cells) => sum + cells, 0);

/** Counts above, keys below, and the rule between list and detail in its place in every row. */
const expectFrame = (lines: readonly string[]) => {
	const all = lines.join('\n');
	expect(lines[0], all).toMatch(/^ squad /);
	expect(lines[SIZE.rows - 1], all).toMatch(/ quit| back| cancel| keep/);
	for (const line of lines.slice(1, SIZE.rows - 2)) {
		const rules = [...line.matchAll(/│/g)].map(({index}) => cellsOf(line.slice(0, index)));
		expect(rules, `${line}\n\n${all}`).toContain(RULE);
	}
};

/** Titles are cleaned before they are stored; here they come from a file that somebody else has written. */
const writeTitle = async (here: Lab, id: string, title: string) => {
	const file = join(here.squadHome, 'sessions', id, 'session.json');
	await writeFile(file, JSON.stringify({...JSON.parse(await readFile(file, 'utf8')), title}));
};

/** As a JSON string without anything that could not be typed. */
const asAscii = (text: string): string =>
	JSON.stringify(text).replace(/[^\x20-\x7e]/g, sign => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`);

/** Sequences of squad's own are colours, places, and what begins and ends a frame. */
const OWN = /\x1b\[(?:[0-9;:]*m|\d*(?:;\d*)?[HGJK]|\?(?:1049|25|7|2004|2026)[hl])|\x1b\](?:9|777);[^\x07\x1b]*\x07/g;

const expectOnlyOwn = (bytes: string) => {
	const rest = bytes.replace(OWN, '');
	expect(rest).not.toMatch(
		/[\x00-\x06\x08-\x09\x0b-\x0c\x0e-\x1f\x7f-\x9f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/,
	);
};

const everywhere = async (shown: Screen) => {
	for (const tab of ['screen', 'diff', 'terminal', 'conversation', 'info']) {
		await eventually(async () => expectFrame(await shown.lines()), {what: `a frame around the tab ${tab}`});
		await shown.press('Tab');
	}
	for (const key of ['m', '?', 'e', 's', 'd', 'n']) {
		await shown.press(key);
		await eventually(async () => expectFrame(await shown.lines()), {what: `a frame around the dialog of ${key}`});
		await shown.press('Escape');
		await shown.lacks(/(?:cancel|back|keep)$/m);
	}
};

test.each([
	['what terminals obey', OBEYED],
	['other directions', DIRECTIONS],
	['wide signs', WIDE],
	['odd signs', ODD],
	['no end', LONG],
])('a title, a prompt, a question and output with %s never break the frame', async (_, text) => {
	await using here = await lab();
	const {id} = await here.running('plain');
	await here.squad('send', id, `/print ${asAscii(`${text}\n${text} tail-1 [Y/n]`)}`);
	await eventually(async () => expect((await here.squad('logs', id, '--plain')).stdout).toContain('tail-1'));
	await writeFile(join((await here.status(id)).worktreePath ?? '', 'file.txt'), `${text}\nend of it\n`);
	await writeTitle(here, id, `A ${text}`);
	await here.running('another');
	await using shown = await tui(here, {size: SIZE});
	const bytes = await shown.record();
	await shown.shows('another');
	await shown.press('g');
	await everywhere(shown);
	await shown.press('/');
	await shown.type('A');
	await shown.press('Enter');
	await eventually(async () => expectFrame(await shown.lines()));
	expectOnlyOwn(await bytes());
});

test.each([
	['directions and signs that git lets pass', 'odd/\u202eEVIL\u2066-\u200f\u200b-日本語🎉-$(touch$IFS-x);|&\'"'],
	['as long as git takes', `long/${'y'.repeat(200)}`],
])('a branch with %s is shown, offered and taken without breaking the frame', async (_, branch) => {
	await using here = await lab();
	await here.git('branch', `${branch}-2`);
	const session = await here.running('on a branch', '-b', branch);
	expect(session.branch).toBe(branch);
	await using shown = await tui(here, {size: SIZE});
	const bytes = await shown.record();
	await shown.shows('on a branch');
	await everywhere(shown);
	await shown.press('n');
	await shown.shows('New session');
	await shown.press('Tab', 'Tab', 'Tab');
	await shown.type('-2');
	await eventually(async () => expectFrame(await shown.lines()));
	await shown.press('BTab', 'BTab');
	await shown.type('from it');
	await shown.press('Enter');
	await shown.shows(/✓ from it/);
	expect((await here.list()).find(({title}) => title === 'from it')?.base).toBe(`${branch}-2`);
	expectFrame(await shown.lines());
	expectOnlyOwn(await bytes());
});

import {writeFile} from 'node:fs/promises';
import {join} from 'node:path';
import {expect, test} from 'vitest';
import {eventually} from '../../support/eventually.ts';
import {expectDone} from '../../support/expect-run.ts';
import {lab} from '../../support/lab.ts';
import {terminal} from '../../support/terminal.ts';

/** Everything that a terminal obeys, with a word in it that shows where it comes from. */
const HOSTILE =
	'\x1b]0;EVIL\x07\x1b]52;c;RVZJTA==\x07\x1b]8;;http://evil\x1b\\link\x1b]8;;\x1b\\\x1bP$qEVIL\x1b\\\x1b[6n\x1b[?1049h\x1b[2J\x1b[3;3H\x1b[5i\x9b31m\x85\u202eEVIL\u2066\x07\x08\x7f';

/** Any control character but the line end. */
const CONTROL = /[\x00-\x09\x0b-\x1f\x7f-\x9f]/;
/** The same, colours aside. */
const NOT_A_COLOUR = /\x1b(?!\[[0-9;:]*m)|[\x00-\x09\x0b-\x1a\x1c-\x1f\x7f-\x9f]/;

test('nothing that an agent, a title, a branch, a path, a setting or a record says reaches the terminal raw', async () => {
	await using here = await lab();
	const {id} = await here.running(`title ${HOSTILE}`, '-p', `/print ${JSON.stringify(`${HOSTILE}visible`)}`);
	await eventually(async () => expect((await here.squad('logs', id, '--plain')).stdout).toContain('visible'));
	const record = join(here.squadHome, 'sessions', id, 'session.json');
	const text = (await here.run('cat', record)).stdout;
	await writeFile(record, JSON.stringify({...JSON.parse(text), title: `t ${HOSTILE}`, lastPrompt: `p ${HOSTILE}`}));
	const config = (await here.run('cat', here.config)).stdout;
	await writeFile(here.config, JSON.stringify({...JSON.parse(config), [`x${HOSTILE}`]: 1}));
	for (const verb of [['ls'], ['status', id], ['logs', id, '--plain'], ['config'], ['doctor'], ['recover']]) {
		const run = await here.squad(...verb);
		expect(run.stdout, verb.join(' ')).not.toMatch(CONTROL);
		expect(run.stderr, verb.join(' ')).not.toMatch(CONTROL);
	}
	for (const verb of [
		['status', `no such ${HOSTILE}`],
		['new', 'x', '-a', HOSTILE],
		['new', 'x', '--base', HOSTILE],
		['new', 'x', '-b', HOSTILE],
		['new', 'x', '--repo', `/no/${HOSTILE}`],
		['ls', '--status', HOSTILE],
		['ls', `--${HOSTILE}`],
		[HOSTILE],
		['config', 'get', HOSTILE],
		['config', 'set', HOSTILE, HOSTILE],
		['completion', HOSTILE],
		['attach', id, '--worker', HOSTILE],
	]) {
		const run = await here.squad(...verb);
		expect(run.code, JSON.stringify(verb)).not.toBe(0);
		expect(run.stderr, JSON.stringify(verb)).not.toMatch(CONTROL);
		expect(run.stdout, JSON.stringify(verb)).not.toMatch(CONTROL);
	}
	const coloured = await here.squad('logs', id, {env: {FORCE_COLOR: '1'}});
	expect(coloured.stdout).not.toMatch(NOT_A_COLOUR);
	expectDone(await here.squad('pause', id));
	expect((await here.squad('logs', id, {env: {FORCE_COLOR: '1'}})).stdout).not.toMatch(NOT_A_COLOUR);
});

test('the TUI shows hostile titles and screens without a sequence of theirs', async () => {
	await using here = await lab();
	const {id} = await here.running('shown', '-p', `/print ${JSON.stringify(`${HOSTILE}visible`)}`);
	await eventually(async () => expect((await here.squad('logs', id, '--plain')).stdout).toContain('visible'));
	await using tui = terminal(here, join(here.bin, 'squad'), []);
	await tui.shows('visibl');
	expect(tui.output()).not.toMatch(/\x1b\]52;|\x1bP\$q|\x1b\[6n|\x1b\[5i|\x1b\]0;EVIL|\u202e|http:\/\/evil\x1b/);
	tui.write('q');
});

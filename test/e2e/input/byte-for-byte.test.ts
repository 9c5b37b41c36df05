import {existsSync} from 'node:fs';
import {join} from 'node:path';
import {expect, test} from 'vitest';
import {eventually} from '../../support/eventually.ts';
import {expectDone, expectRefusal} from '../../support/expect-run.ts';
import {type Lab, lab} from '../../support/lab.ts';

const NASTY = `it's "q" $(touch pwned) \`touch pwned\` $HOME ; & | \\ %s #{pane_id} {prompt} {token} C-c Enter\n\ttab\n-- -l ~ é 日本 😀\n`;
const LONG = [...NASTY.repeat(120)].slice(0, 10_000).join('').trim();

const bytesHeard = async (here: Lab, id: string): Promise<Buffer> => {
	const events = await (await here.agent('recorder', 'recorder', {})).events(id);
	return Buffer.from(events.filter(({event}) => event === 'line').at(-1)?.text ?? '', 'hex');
};

const recording = async (here: Lab, definition: Readonly<Record<string, unknown>> = {}) =>
	here.agent('recorder', 'recorder', definition);

/** What a program that asked for bracketed pastes gets, and Enter. */
const pasted = (text: string) => Buffer.from(`\x1b[200~${text}\x1b[201~\r`);

test('send and resume --prompt type 10,000 characters of anything, byte for byte, by word and by standard input', async () => {
	await using here = await lab();
	const agent = await recording(here);
	const {id, locationPath} = await here.running('typed', '-a', 'recorder');
	let expected = Buffer.alloc(0);
	const hears = async (text: string) => {
		expected = Buffer.concat([expected, pasted(text)]);
		await eventually(async () => {
			const hex = (await agent.events(id)).filter(({event}) => event === 'line').at(-1)?.text ?? '';
			// Enter may be pressed once more where the agent does not show that it has taken the prompt.
			expect(Buffer.from(hex, 'hex').toString().replace(/\r+/g, '\r')).toBe(expected.toString());
		});
	};
	expectDone(await here.squad('send', id, '--', NASTY));
	await hears(NASTY);
	expectDone(await here.squad('send', id, '-', {input: LONG}));
	await hears(LONG);
	expectDone(await here.squad('resume', id, '-p', '-', {input: NASTY}));
	await hears(NASTY);
	expect(existsSync(join(locationPath, 'pwned'))).toBe(false);
	expect(await bytesHeard(here, id)).not.toHaveLength(0);
});

test('a first prompt is an argument, byte for byte, control characters too', async () => {
	await using here = await lab();
	const agent = await recording(here);
	const prompt = `${NASTY}\x01\x07\x1b[31m\r\u009b x\n`;
	for (const args of [[`--prompt=${prompt}`], ['-p', '-', {input: prompt}]] as const) {
		const {id} = await here.running('argument', '-a', 'recorder', ...args);
		const [start] = await agent.starts(id);
		expect(start?.argv.at(-1)).toBe(prompt);
	}
});

test('an agent that takes no prompt as an argument is typed to at its start, byte for byte', async () => {
	await using here = await lab();
	const agent = await recording(here, {promptArgs: [], args: ['--unbracketed']});
	const {id} = await here.running('typed at start', '-a', 'recorder', '-p', 'two\nlines $(x)');
	await eventually(async () => {
		const hex = (await agent.events(id)).filter(({event}) => event === 'line').at(-1)?.text ?? '';
		expect(Buffer.from(hex, 'hex').toString().replace(/\r+$/, '\r')).toBe('two\nlines $(x)\r');
	});
	expectRefusal(await here.squad('new', 'x', '-a', 'recorder', '-p', 'a\x1b[201~\rb'), 2, /holds ESC/);
	expect(await here.list()).toHaveLength(1);
});

test('what a terminal would obey is refused by its name, and nothing is typed', async () => {
	await using here = await lab();
	const agent = await recording(here);
	const {id} = await here.running('typed', '-a', 'recorder');
	for (const [text, name] of [
		['a\x1b[201~\rb', /holds ESC \(line 1\)/],
		['a\nb\rc', /holds carriage return \(line 2\)/],
		['\x03', /holds U\+0003/],
		['\x7f', /holds DEL/],
		['\u009b31m', /holds U\+009B/],
	] as const) {
		for (const verb of [
			['send', id, '--', text],
			['resume', id, `--prompt=${text}`],
		])
			expectRefusal(await here.squad(...verb), 2, name);
		expectRefusal(await here.squad('send', id, '-', {input: text}), 2, name);
	}
	expectRefusal(await here.squad('send', id, '-', {input: 'a\0b'}), 2, /holds NUL/);
	expectRefusal(await here.squad('new', 'x', '-a', 'recorder', '-p', '-', {input: 'a\0b'}), 2, /holds NUL/);
	const huge = {input: 'x'.repeat(131_072)};
	expectRefusal(await here.squad('new', 'x', '-a', 'recorder', '-p', '-', huge), 2, /131072 bytes.*131071/);
	expect((await agent.events(id)).filter(({event}) => event === 'line')).toEqual([]);
	expect(await here.list()).toHaveLength(1);
});

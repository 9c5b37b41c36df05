import {writeFile} from 'node:fs/promises';
import {join} from 'node:path';
import {describe, expect, test} from 'vitest';
import {eventually} from '../support/eventually.ts';
import {expectDone, expectRefusal} from '../support/expect-run.ts';
import {lab} from '../support/lab.ts';

const RULE = '─'.repeat(60);
const AT_REST = `${RULE}\n❯ \n${RULE}\n  ? for shortcuts`;
const AT_WORK = `✻ Mulling… (3s · ↓ 12 tokens)\n\n${AT_REST}`;

const line = (screen: unknown, agent: unknown = 'claude', title?: unknown) => JSON.stringify({agent, screen, title});

const answers = (stdout: string) =>
	stdout
		.trimEnd()
		.split('\n')
		.map(text => JSON.parse(text) as Record<string, unknown>);

describe('explain --jsonl', () => {
	test('answers each line in its place, bad ones too, and then exits 1', async () => {
		await using here = await lab();
		const bad = [
			'not json',
			'',
			'[]',
			'null',
			'7',
			line(7),
			line('x', null),
			line('x', 'claude', 7),
			'{"agent":"claude"}',
		];
		const input = [line(AT_WORK), ...bad, line(AT_REST), line('Go on? [Y/n]', 'nobody-knows-me'), line(AT_REST)].join(
			'\n',
		);
		const run = await here.squad('explain', '--jsonl', {input});
		expect(run.code).toBe(1);
		const all = answers(run.stdout);
		expect(all.map(({activity}) => activity)).toEqual([
			'active',
			...bad.map(() => 'unknown'),
			'idle',
			'asking',
			'idle',
		]);
		for (const answer of all.slice(1, -3)) expect(answer.error).toEqual(expect.any(String));
		for (const answer of [all[0], all.at(-1)]) expect(Object.keys(answer ?? {})).toEqual(['activity', 'rule', 'line']);
	});

	test('answers while the input is still open', async () => {
		await using here = await lab();
		const text = `coproc squad explain --jsonl
			for round in 1 2; do printf '%s\\n' "$1" >&"\${COPROC[1]}"; read -r -t 20 answer <&"\${COPROC[0]}"; echo "$answer"; done`;
		const {stdout} = await here.run('bash', '-c', text, 'bash', line(AT_WORK));
		expect(answers(stdout).map(({activity}) => activity)).toEqual(['active', 'active']);
	});

	test('names as people write them, colours, line ends of other systems and long scrollbacks', async () => {
		await using here = await lab();
		const coloured = AT_WORK.replaceAll(/^/gm, '\x1b[38;2;1;2;3m').replaceAll(/$/gm, '\x1b[0m');
		const screens = [
			line(AT_WORK, 'Claude Code'),
			line(coloured),
			line(AT_WORK.replaceAll('\n', '\r\n')),
			line(`${`${'x'.repeat(3000)}\n`.repeat(5000)}${AT_WORK}${'\n'.repeat(400)}`),
		];
		const run = expectDone(await here.squad('explain', '--jsonl', {input: `${screens.join('\n')}\n`}));
		expect(answers(run.stdout).map(({activity}) => activity)).toEqual(screens.map(() => 'active'));
	});

	test('takes nothing else', async () => {
		await using here = await lab();
		expectRefusal(await here.squad('explain', '--jsonl', 'some-id', {input: ''}), 2, /standard input/);
		expect(await here.squad('explain', '--jsonl', {input: ''})).toMatchObject({code: 0, stdout: ''});
	});
});

describe('explain a saved screen', () => {
	test('tells the rule, the line and the source', async () => {
		await using here = await lab();
		const path = join(here.root, 'screen.txt');
		await writeFile(path, AT_WORK);
		const text = expectDone(await here.squad('explain', '--agent', 'claude', '--screen', path)).stdout;
		expect(text).toMatch(
			/^active {2}claude\n {2}rule {6}claude: .*\n {2}line {6}✻ Mulling… .*\n {2}source {4}screen\n$/,
		);
		await writeFile(path, 'nothing to see');
		const titled = await here.squad('explain', '--agent', 'codex', '--screen', path, '--title', '⠏ fix it', '--json');
		expect(titled.json()).toMatchObject({agent: 'codex', activity: 'active', line: '⠏ fix it', source: 'title'});
	});

	test('that is not there, or without its agent', async () => {
		await using here = await lab();
		expectRefusal(await here.squad('explain', '--agent', 'claude', '--screen', '/nowhere'), 1, /cannot be read/);
		expectRefusal(await here.squad('explain', '--screen', '/nowhere'), 2, /--agent and --screen/);
		expectRefusal(await here.squad('explain'), 2, /missing/);
		expectRefusal(await here.squad('explain', 'nobody'), 3, /no session/);
	});
});

test('explain a session: what it asks and how it may be answered, and nothing that is not there', async () => {
	await using here = await lab();
	await here.agent('chooses', 'chooses', {patterns: {}});
	const {id} = await here.running('chooses', '-a', 'chooses');
	await eventually(async () => expect((await here.status(id)).activity).toBe('asking'));
	expect((await here.squad('explain', id, '--json')).json()).toMatchObject({
		session: id,
		agent: 'chooses',
		activity: 'asking',
		source: 'screen',
		question: 'Delete build/?',
		options: [
			{number: 1, label: 'No, exit', chosen: true},
			{number: 2, label: 'Yes, always', chosen: false},
			{number: 3, label: 'Yes, this once', chosen: false},
		],
	});
	expectDone(await here.squad('pause', id));
	expect((await here.squad('explain', id)).stdout).toContain('no screen to read: it is paused');
});

import {readFile, writeFile} from 'node:fs/promises';
import {join} from 'node:path';
import {describe, expect, test} from 'vitest';
import {eventually} from '../support/eventually.ts';
import {expectDone, expectRefusal} from '../support/expect-run.ts';
import {type Lab, lab} from '../support/lab.ts';

const asking = async (here: Lab, script: string, definition = {}) => {
	const agent = await here.agent(script, script, definition);
	const {id} = await here.running(script, '-a', script);
	await eventually(async () => expect((await here.status(id)).activity).toBe('asking'));
	const answers = async () =>
		(await agent.events(id)).flatMap(({event, ...rest}) =>
			event === 'answer' && 'answer' in rest ? [rest.answer] : [],
		);
	const keys = async () => (await agent.events(id)).flatMap(({event, text}) => (event === 'line' ? [text] : []));
	return {id, answers, keys};
};

const GENERIC = {patterns: {}};

describe('answer', () => {
	test.each(['yes', 'no'])('%s presses the letter of a question in a line, once and without Enter', async choice => {
		await using here = await lab();
		const {id, answers} = await asking(here, 'asks');
		expectDone(await here.squad('answer', id, choice));
		await eventually(async () => expect(await answers()).toEqual([choice]));
	});

	test.each([
		['yes', 'Yes, this once'],
		['no', 'No, exit'],
		['2', 'Yes, always'],
	])('%s moves to the option of a menu and takes it: %s', async (choice, wanted) => {
		await using here = await lab();
		const {id, answers, keys} = await asking(here, 'chooses', GENERIC);
		expect(await here.status(id)).toMatchObject({
			question: 'Delete build/?',
			options: ['No, exit', 'Yes, always', 'Yes, this once'],
		});
		expectDone(await here.squad('answer', id, choice));
		expect(await answers()).toEqual([wanted]);
		expect((await keys()).join('')).toBe(`${'\x1b[B'.repeat({no: 0, 2: 1, yes: 2}[choice] ?? 0)}\r`);
	});

	test('an option that does not exist exits 4, lists those that do, and presses nothing', async () => {
		await using here = await lab();
		const {id, keys} = await asking(here, 'chooses', GENERIC);
		expectRefusal(await here.squad('answer', id, '7'), 4, /1 No, exit, 2 Yes, always, 3 Yes, this once/);
		expect(await keys()).toEqual([]);
	});

	test('where nothing is asked it exits 4 and presses nothing', async () => {
		await using here = await lab();
		const {id} = await here.running('listener');
		await eventually(async () => expect((await here.status(id)).activity).toBe('idle'));
		expectRefusal(await here.squad('answer', id, 'yes'), 4, /asks nothing/);
		expectRefusal(await here.squad('answer', id, 'perhaps'), 2, /yes, no or a number/);
		expectRefusal(await here.squad('answer', 'nobody', 'yes'), 3, /no session/);
		expectDone(await here.squad('pause', id));
		expectRefusal(await here.squad('answer', id, 'yes'), 4, /paused/);
	});

	test('a question that was reported and is only just being drawn is waited for', async () => {
		await using here = await lab();
		const answered = join(here.root, 'answered');
		const script = ["printf '> '", 'read -r _', 'echo reading', 'sleep 2', "printf 'Go on? [y/N] '", 'read -r word'];
		await here.agent('slow', `#!/bin/sh\n${script.join('\n')}\necho "$word" > '${answered}'\nread -r _\n`, GENERIC);
		const {id} = await here.create('slow', '-a', 'slow');
		expectDone(await here.squad('send', id, 'begin'));
		await writeFile(join(here.squadHome, 'sessions', id, 'hooks-1.jsonl'), '{"event":"PermissionRequest"}\n');
		expectDone(await here.squad('answer', id, 'yes'));
		await eventually(async () => expect(await readFile(answered, 'utf8')).toBe('y\n'));
	});

	test('what is sent to an agent that asks is refused, and answer is named', async () => {
		await using here = await lab();
		const {id, keys} = await asking(here, 'chooses', GENERIC);
		expectRefusal(await here.squad('send', id, 'hello'), 4, new RegExp(`squad answer ${id}`));
		expect(await keys()).toEqual([]);
	});

	test('the demo agent goes on with what it was allowed to', async () => {
		await using here = await lab();
		const {id} = await here.create('demo', '-a', 'demo', '-p', 'run rm -rf build');
		await eventually(async () => expect((await here.status(id)).activity).toBe('asking'), {withinMs: 20_000});
		expect(await here.status(id)).toMatchObject({options: ['Yes', "Yes, and don't ask again", 'No']});
		expectDone(await here.squad('answer', id, 'yes'));
		await eventually(async () => expect((await here.squad('logs', id)).stdout).toContain('Pretended to run it'));
	});
});

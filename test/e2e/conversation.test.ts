import {existsSync} from 'node:fs';
import {readdir, readFile, rm, stat} from 'node:fs/promises';
import {join} from 'node:path';
import {expect, test} from 'vitest';
import {eventually} from '../support/eventually.ts';
import {expectDone} from '../support/expect-run.ts';
import {type Lab, lab} from '../support/lab.ts';
import type {Outcome, Session} from '../support/session-json.ts';

type Talk = Session & {
	readonly conversation: {
		lastPrompt: string | null;
		lastAction: string | null;
		pendingTasks: string[];
		tokens: unknown;
	};
};
type Resumed = Outcome & {readonly conversation: {how: string; why: string | null}};

/** An agent that squad takes for Claude Code: the same files, flags and hooks. */
const talking = async (here: Lab) => {
	const agent = await here.agent('claude', 'talker');
	const shown = async (id: string) => {
		const {stdout} = await here.tmux('capture-pane', '-p', '-S', '-', '-t', `=${id}:`);
		return stdout.slice(Math.max(0, stdout.lastIndexOf('── squad: resumed ')));
	};
	return {
		agent,
		shown,
		say: async (id: string, text: string) => {
			expectDone(await here.squad('send', id, text));
			await eventually(async () =>
				(await agent.events(id)).some(event => event.event === 'line' && event.text === text),
			);
		},
		resume: async (id: string) => (await here.squad('resume', '--json', id)).json<Resumed>(),
		status: async (id: string) => (await here.status(id)) as Talk,
		transcripts: join(here.home, '.claude', 'projects'),
	};
};

test('follows the conversation through /clear, and keeps what it amounts to', async () => {
	await using here = await lab();
	const {say, resume, shown, status, agent} = await talking(here);
	const {id, token} = await here.running('t', '-a', 'claude', '-p', 'first');
	await say(id, '/clear');
	await say(id, 'second');
	await say(id, '/todo sweep the floor');
	expect((await status(id)).conversation).toMatchObject({
		lastPrompt: '/todo sweep the floor',
		lastAction: 'noted second',
		pendingTasks: ['sweep the floor'],
		tokens: {input: 6, cached: 6, output: 8, context: 6},
	});
	expectDone(await here.squad('pause', id));
	const paused = await status(id);
	expect(paused.token).not.toBe(token);
	expect(paused.pauseState).toMatchObject({
		conversationSummary: 'asked: /todo sweep the floor; did last: noted second; 0 of 1 tasks done',
		lastAction: 'noted second',
		pendingTasks: ['sweep the floor'],
	});
	expect(await resume(id)).toMatchObject({success: true, conversation: {how: 'continued'}});
	await here.ready(id, 2);
	expect(await shown(id)).toContain('remembered second');
	expect(await shown(id)).not.toContain('remembered first');
	expect((await agent.events(id)).filter(({event}) => event === 'refused')).toEqual([]);
	const log = (await readFile(join(here.squadHome, 'sessions', id, 'conversation.jsonl'), 'utf8'))
		.trimEnd()
		.split('\n');
	expect(log.map(line => JSON.parse(line).content)).toEqual(expect.arrayContaining(['second', 'noted second']));
	expect((await stat(join(here.squadHome, 'sessions', id, 'conversation.jsonl'))).mode & 0o077).toBe(0);
});

test('two sessions in one directory resume into their own conversations, also after a crash', async () => {
	await using here = await lab();
	const {say, shown} = await talking(here);
	const one = await here.running('one', '-a', 'claude', '-p', 'apple');
	const two = await here.running('two', '-a', 'claude', '-p', 'pear', '--with', one.id);
	for (const {id} of [one, two]) await say(id, '/clear');
	await say(one.id, 'apple again');
	await say(two.id, 'pear again');
	await here.tmux('kill-server');
	for (const {id} of [two, one]) expectDone(await here.squad('resume', id));
	for (const {id} of [one, two]) await here.ready(id, 2);
	expect(await shown(one.id)).toContain('remembered apple again');
	expect(await shown(one.id)).not.toContain('pear');
	expect(await shown(two.id)).toContain('remembered pear again');
	expect(await shown(two.id)).not.toContain('apple');
});

test('a conversation that the agent deleted during the pause comes back', async () => {
	await using here = await lab();
	const {resume, shown, transcripts} = await talking(here);
	const {id} = await here.running('t', '-a', 'claude', '-p', 'keep this');
	expectDone(await here.squad('pause', id));
	await rm(transcripts, {recursive: true});
	expect(await resume(id)).toMatchObject({success: true, conversation: {how: 'continued'}});
	await here.ready(id, 2);
	expect(await shown(id)).toContain('remembered keep this');
});

test('where it is lost for good, a new one is told what is known of it, and squad says so', async () => {
	await using here = await lab();
	const {say, resume, agent, transcripts} = await talking(here);
	const {id, token} = await here.running('t', '-a', 'claude', '-p', 'begin');
	await say(id, '/todo sweep the floor');
	expectDone(await here.squad('pause', id));
	await rm(transcripts, {recursive: true});
	await rm(join(here.squadHome, 'sessions', id, 'transcript'), {recursive: true});
	const resumed = await resume(id);
	expect(resumed).toMatchObject({
		success: true,
		conversation: {how: 'summary', why: expect.stringContaining('no longer')},
	});
	expect(resumed.session.token).not.toBe(token);
	await here.ready(id, 2);
	const prompt = (await agent.events(id)).filter(({event}) => event === 'line').at(-1)?.text ?? '';
	expect(prompt).toContain('Continue from where we left off');
	expect(prompt).toContain('noted begin');
	expect(prompt).toContain('1. sweep the floor');
});

test('what a new conversation is told can be said in other words', async () => {
	await using here = await lab();
	const {say, resume, agent, transcripts} = await talking(here);
	expectDone(await here.squad('config', 'set', 'resume.prompt', 'Weiter, bitte. Zuletzt: {lastAction}'));
	const wrong = await here.squad('config', 'set', 'resume.prompt', 'Weiter mit {lastWords}');
	expect(wrong.code).not.toBe(0);
	expect(wrong.stderr).toContain('{lastWords}');
	const {id} = await here.running('t', '-a', 'claude', '-p', 'begin');
	await say(id, 'more');
	expectDone(await here.squad('pause', id));
	await rm(transcripts, {recursive: true});
	await rm(join(here.squadHome, 'sessions', id, 'transcript'), {recursive: true});
	expect(await resume(id)).toMatchObject({conversation: {how: 'summary'}});
	await here.ready(id, 2);
	const prompt = (await agent.events(id)).filter(({event}) => event === 'line').at(-1)?.text;
	expect(prompt).toBe('Weiter, bitte. Zuletzt: noted more');
});

test('with resume.sendPrompt a conversation that is continued is told where it was, unless there is something to say', async () => {
	await using here = await lab();
	const {say, agent} = await talking(here);
	const {id} = await here.running('t', '-a', 'claude', '-p', 'begin');
	await say(id, 'more');
	await say(id, '/todo sweep the floor');
	const prompts = async () => (await agent.events(id)).filter(({event}) => event === 'line').map(({text}) => text);
	const roundTrip = async (...words: string[]) => {
		expectDone(await here.squad('pause', id));
		expectDone(await here.squad('resume', id, ...words));
	};
	const before = await prompts();
	await roundTrip();
	expect(await prompts()).toEqual(before);
	expectDone(await here.squad('config', 'set', 'resume.sendPrompt', 'true'));
	await roundTrip();
	const told =
		'Continue from where we left off.\n\nThe last action was:\nnoted more\n\nStill to be done:\n1. sweep the floor';
	await eventually(async () => expect((await prompts()).at(-1)?.startsWith(told)).toBe(true));
	await roundTrip('-p', 'something else');
	await eventually(async () => expect((await prompts()).at(-1)).toBe('something else'));
	expect(await prompts()).toHaveLength(before.length + 2);
	expectDone(await here.squad('pause', '--warm', id));
	expectDone(await here.squad('resume', id));
	expect(await prompts()).toHaveLength(before.length + 2);
});

test('a session that was never prompted starts fresh, and squad says so', async () => {
	await using here = await lab();
	const {agent} = await talking(here);
	const {id} = await here.running('t', '-a', 'claude');
	expectDone(await here.squad('pause', id));
	const {code, stdout} = await here.squad('resume', id);
	expect(code).toBe(0);
	expect(stdout).toContain('nothing was said in it before: a new conversation');
	expect(await agent.starts(id)).toHaveLength(2);
});

test('the agent’s last words name its conversation', async () => {
	await using here = await lab();
	const {say, resume, shown} = await talking(here);
	const {id} = await here.running('t', '-a', 'claude', '-p', 'first', '--', '--settings', 'none.json');
	await say(id, '/clear');
	await say(id, 'second');
	await say(id, '/quit');
	await eventually(async () => (await here.status(id)).status === 'completed');
	expect(await resume(id)).toMatchObject({success: true});
	await here.ready(id, 2);
	expect(await shown(id)).toContain('remembered second');
});

test('reports stay small, closed to others, and end with the session', async () => {
	await using here = await lab();
	const {say} = await talking(here);
	const {id} = await here.running('t', '-a', 'claude', '-p', 'one');
	for (const text of ['two', 'three', 'four']) await say(id, text);
	const folder = join(here.squadHome, 'sessions', id);
	const reports = join(folder, 'hooks-1.jsonl');
	await eventually(async () => (await readFile(reports, 'utf8')).includes('Stop'));
	expect((await readFile(reports, 'utf8')).trimEnd().split('\n').length).toBeLessThanOrEqual(2);
	expect(await readFile(reports, 'utf8')).not.toContain('three');
	expect((await stat(reports)).mode & 0o077).toBe(0);
	expectDone(await here.squad('pause', id));
	expectDone(await here.squad('resume', id));
	await here.ready(id, 2);
	expect((await readdir(folder)).filter(name => name.startsWith('hooks-'))).toEqual(['hooks-2.jsonl']);
	expect(existsSync(join(here.home, '.claude', 'settings.json'))).toBe(false);
});

import {readdirSync, readFileSync} from 'node:fs';
import {join} from 'node:path';
import {describe, expect, it} from 'vitest';
import type {Screen} from '../../../../src/session/agents/agent.ts';
import {readScreen} from '../../../../src/session/agents/read-screen.ts';
import {agentNamed, builtInAgents} from '../../../../src/session/agents/table.ts';

const folder = join(import.meta.dirname, '../../../fixtures/screens');

/** `<agent>/<activity>-<what>.txt`; the first line may be `title: …`. Adding a case is adding a file. */
const screenIn = (file: string): Screen => {
	const text = readFileSync(join(folder, file), 'utf8');
	const title = /^title: (.*)\n/u.exec(text);
	return {title: title?.[1] ?? '', lines: text.slice(title?.[0].length ?? 0).split('\n')};
};

const reading = (file: string) => {
	const agent = agentNamed(file.split('/')[0] ?? '');
	if (agent === undefined) throw new Error(`no agent for ${file}`);
	return readScreen(agent, screenIn(file));
};

const folders = readdirSync(folder, {withFileTypes: true}).flatMap(one => (one.isDirectory() ? [one.name] : []));

for (const name of folders) {
	describe(`a real screen of ${name}`, () => {
		for (const file of readdirSync(join(folder, name))) {
			const [activity, ...what] = file.replace('.txt', '').split('-');
			it(`is ${activity}: ${what.join(' ')}`, () => {
				expect(reading(`${name}/${file}`)).toMatchObject({
					activity,
					rule: expect.stringMatching(`^(?:${name}|generic): `),
				});
			});
		}
	});
}

it.each([
	['claude/asking-command.txt', 'Do you want to proceed?'],
	['claude/asking-plan.txt', 'Claude has written up a plan and is ready to execute. Would you like to proceed?'],
	['claude/asking-version-1.txt', 'Do you want to proceed?'],
	['codex/asking-command.txt', 'Would you like to run the following command?'],
	['codex/asking-plan-plain-title.txt', 'Implement this plan?'],
	['codex/asking-footer-says-interrupt.txt', 'Which database should the demo use?'],
	['gemini/asking-edit.txt', 'Apply this change?'],
	['qwen/asking-command.txt', "Allow execution of: 'touch'?"],
	['opencode/asking-command.txt', 'Permission required: # Shell command'],
	['opencode/asking-question.txt', 'Which colour should the button be?'],
	['copilot/asking-command.txt', 'Do you want to run this command?'],
	['demo/asking-command.txt', 'May I delete build/?'],
])('%s: the question is found', (file, question) => {
	expect(reading(file).question).toBe(question);
});

it('a question is only given when the agent asks', () => {
	for (const name of folders)
		for (const file of readdirSync(join(folder, name)))
			if (!file.startsWith('asking')) expect(reading(`${name}/${file}`).question).toBeNull();
});

it('an empty or half drawn screen is read without an error and never as asking', () => {
	for (const agent of Object.values(builtInAgents))
		for (const lines of [[], [''], ['────────────', '❯'], ['❯'], ['────────────'], ['╰────────╯'], ['┃']])
			expect(readScreen(agent, {lines, title: ''}).activity).not.toBe('asking');
});

const screensOf = (name: string, activity: string) =>
	readdirSync(join(folder, name))
		.filter(file => file.startsWith(activity))
		.map(file => ({file, ...screenIn(`${name}/${file}`)}));

it('a conversation that quotes whole screens above the real one changes nothing', () => {
	for (const name of folders) {
		const agent = agentNamed(name);
		for (const {lines: quoted} of [...screensOf(name, 'asking'), ...screensOf(name, 'active')]) {
			const above = quoted.map(line => `    ${line}`);
			for (const activity of ['idle', 'active', 'asking'])
				for (const {file, lines, title} of screensOf(name, activity))
					if (agent) expect(readScreen(agent, {lines: [...above, '', ...lines], title}).activity, file).toBe(activity);
		}
	}
});

it('work is seen although the window is low', () => {
	for (const name of folders) {
		const agent = agentNamed(name);
		for (const {file, lines, title} of screensOf(name, 'active'))
			if (agent) expect(readScreen(agent, {lines: lines.slice(-14), title}).activity, file).toBe('active');
	}
});

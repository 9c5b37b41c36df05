import {appendFileSync, mkdtempSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {expect, onTestFinished, test} from 'vitest';
import {hasConversation, isToken, latestToken, openConversation} from '../../../src/demo/conversation.ts';
import {conversationsDir} from '../../../src/demo/conversations-dir.ts';

const someFolder = (): string => {
	const folder = mkdtempSync(join(tmpdir(), 'squad-demo-store-'));
	onTestFinished(() => rmSync(folder, {recursive: true, force: true}));
	return join(folder, 'not-there-yet');
};

test.each([
	['/home/me/my_project.v2', {}, '/home/me/.squad-demo/-home-me-my-project-v2'],
	['/ä/日', {SQUAD_DEMO_HOME: ''}, '/home/me/.squad-demo/----'],
	['/w', {SQUAD_DEMO_HOME: '/else'}, '/else/-w'],
])('%s with %j is kept in %s', (cwd, env, folder) => expect(conversationsDir(cwd, '/home/me', env)).toBe(folder));

test('the file appears with the first message and holds one object per line', () => {
	const folder = someFolder();
	const conversation = openConversation(folder, 'one', () => new Date(0));
	expect(hasConversation(folder, 'one')).toBe(false);
	conversation.append('user', 'a\nb');
	conversation.append('assistant', '"c"');
	const file = join(folder, 'one.jsonl');
	expect(readFileSync(file, 'utf8')).toBe(
		'{"timestamp":"1970-01-01T00:00:00.000Z","type":"user","content":"a\\nb"}\n' +
			'{"timestamp":"1970-01-01T00:00:00.000Z","type":"assistant","content":"\\"c\\""}\n',
	);
	expect(statSync(file).mode & 0o777).toBe(0o600);
	expect(openConversation(folder, 'one').messages).toEqual(conversation.messages);
});

test('a line that was cut off neither hides the others nor swallows the next', () => {
	const folder = someFolder();
	openConversation(folder, 'one').append('user', 'first');
	appendFileSync(join(folder, 'one.jsonl'), '{"timestamp":"2026-01-0');
	openConversation(folder, 'one').append('user', 'second');
	expect(openConversation(folder, 'one').messages.map(({content}) => content)).toEqual(['first', 'second']);
});

test('lines of another shape are left out', () => {
	const folder = someFolder();
	openConversation(folder, 'one').append('user', 'good');
	writeFileSync(join(folder, 'one.jsonl'), 'null\n1\n[]\n{}\n{"type":"user"}\n{"type":"odd","content":"x"}\n', {
		flag: 'a',
	});
	expect(openConversation(folder, 'one').messages.map(({content}) => content)).toEqual(['good']);
});

test('the latest conversation is the one that was written to last', () => {
	const folder = someFolder();
	expect(latestToken(folder)).toBeUndefined();
	for (const token of ['a', 'b', 'c']) openConversation(folder, token).append('user', token);
	writeFileSync(join(folder, 'notes.txt'), '');
	for (const [token, time] of Object.entries({a: 100, b: 300, c: 200}))
		utimesSync(join(folder, `${token}.jsonl`), time, time);
	expect(latestToken(folder)).toBe('b');
});

test.each([
	['0b1c-2d', true],
	['a.b_c', true],
	['', false],
	['../x', false],
	['a/b', false],
	['.hidden', false],
	['-c', false],
	['x'.repeat(129), false],
])('%s as a token: %s', (text, isGood) => expect(isToken(text)).toBe(isGood));

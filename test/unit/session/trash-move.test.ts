import {existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {afterEach, beforeEach, expect, test} from 'vitest';
import {type Home, homeAt} from '../../../src/session/home.ts';
import {underWay} from '../../../src/session/journal.ts';
import {moveFromTrash, moveToTrash} from '../../../src/session/trash-move.ts';

let home: Home;
beforeEach(() => {
	home = homeAt(mkdtempSync(join(tmpdir(), 'sq-')));
	mkdirSync(home.sessions);
});
afterEach(() => rmSync(home.root, {recursive: true}));

const put = (folder: string, files: Readonly<Record<string, string>>) => {
	for (const [name, text] of Object.entries(files)) {
		mkdirSync(join(folder, name, '..'), {recursive: true});
		writeFileSync(join(folder, name), text);
	}
};
const textOf = (...path: string[]) => (existsSync(join(...path)) ? readFileSync(join(...path), 'utf8') : undefined);

const WHOLE = {
	'session.json': '{}',
	'removal.json': '{"r": 1}',
	'journal.jsonl': '{"verb": "remove", "event": "begin"}\n',
	'scrollback/agent.ansi': 'screen',
};

test('a session that was cut off on its way to the trash is there whole when it goes on', () => {
	const {'scrollback/agent.ansi': screen, ...rest} = WHOLE;
	put(home.session('a'), {...rest, 'scrollback/agent.json': 'new', 'company/b': 'new'});
	put(join(home.trash, 'a'), {'scrollback/agent.ansi': screen, 'company/b': 'old', 'company/c': 'old'});
	moveToTrash(home, 'a', false);
	const trash = (name: string) => textOf(home.trash, 'a', name);
	for (const [name, text] of Object.entries(WHOLE)) expect(trash(name), name).toBe(text);
	expect([trash('company/b'), trash('company/c'), trash('scrollback/agent.json')]).toEqual(['new', 'old', 'new']);
	expect(existsSync(home.session('a'))).toBe(false);
});

test('what is kept for others stays, and the session comes back to it', () => {
	put(home.session('a'), {...WHOLE, 'work/raw/x': 'kept'});
	moveToTrash(home, 'a', true);
	expect(textOf(home.session('a'), 'work/raw/x')).toBe('kept');
	expect(existsSync(home.record('a'))).toBe(false);
	moveFromTrash(home, 'a');
	for (const [name, text] of Object.entries(WHOLE)) expect(textOf(home.session('a'), name), name).toContain(text);
	expect(existsSync(join(home.trash, 'a'))).toBe(false);
});

test.each([
	['one rename', {}],
	['file by file', {'work/raw/x': 'kept'}],
	['cut off before', {'scrollback/agent.ansi': 'screen', 'journal.jsonl': WHOLE['journal.jsonl']}],
])('an undo is under way as soon as the record is back: %s', (_, there) => {
	put(join(home.trash, 'a'), WHOLE);
	put(home.session('a'), there);
	if (Object.keys(there).length === 0) rmSync(home.session('a'), {recursive: true, force: true});
	moveFromTrash(home, 'a');
	expect(underWay(home, 'a')?.verb).toBe('undo');
	expect(textOf(home.session('a'), 'removal.json')).toBe(WHOLE['removal.json']);
	expect(existsSync(join(home.trash, 'a'))).toBe(false);
});

test('until the record moves, all that an undo needs to know is in the trash', () => {
	// As it is left when it is killed just before the last move.
	const {'session.json': record, 'removal.json': removal, ...moved} = WHOLE;
	put(join(home.trash, 'a'), {'session.json': record, 'removal.json': removal});
	put(home.session('a'), {...moved, 'removal.json': removal});
	moveFromTrash(home, 'a');
	for (const [name, text] of Object.entries(WHOLE)) expect(textOf(home.session('a'), name), name).toContain(text);
});

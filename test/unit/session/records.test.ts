import {mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {describe, expect, test} from 'vitest';
import {ensureHome, homeAt, homeFrom} from '../../../src/session/home.ts';
import {isDamaged, parseRecord, readRecord, readRecords, writeRecord} from '../../../src/session/records.ts';
import type {SessionRecord} from '../../../src/session/session.ts';

const record = (id: string, createdAt = '2026-01-01T00:00:00.000Z'): SessionRecord => ({
	schema: 1,
	id,
	title: 'hostile: "quotes"\n\x1b[31m __proto__ 😀',
	type: 'quick',
	createdAt,
	repo: null,
	locationPath: '/x',
	worktreePath: null,
	sharesWorktreeOf: null,
	branch: null,
	madeBranch: false,
	base: null,
	baseCommit: null,
	agent: 'claude',
	args: ['--model', '\n'],
	task: null,
	intent: 'running',
	pausedAt: null,
	resumedAt: null,
	pauseState: null,
	token: null,
	launches: 0,
	lastPrompt: null,
	workers: [],
	lastError: null,
	diff: null,
});

const world = () => {
	const home = homeAt(join(mkdtempSync(join(tmpdir(), 'sq-records-')), 'home'));
	const put = (id: string, content: string) => {
		mkdirSync(home.session(id), {recursive: true});
		writeFileSync(home.record(id), content);
	};
	return {home, put, [Symbol.dispose]: () => rmSync(join(home.root, '..'), {recursive: true})};
};

test('a record is read as it was written, and people can read it too', () => {
	using here = world();
	writeRecord(here.home, record('a-7k2m'));
	expect(readRecord(here.home, 'a-7k2m')).toEqual(record('a-7k2m'));
	expect(readFileSync(here.home.record('a-7k2m'), 'utf8')).toContain('\n\t"id": "a-7k2m",\n');
});

const good = JSON.stringify(record('a'));
const changed = (change: object) => JSON.stringify({...record('a'), ...change});

describe('a record is damaged, with a reason that says where:', () => {
	test.each([
		['empty', '', /it is empty/],
		['blank', ' \n', /it is empty/],
		['cut off', good.slice(0, 100), /it is not JSON/],
		['zeros', '\0'.repeat(10), /it is not JSON/],
		['a list', '[]', /schema|the whole/],
		['nothing', 'null', /the whole/],
		['a future schema', changed({schema: 2}), /schema/],
		['another session’s', changed({id: 'b'}), /it says that it is b/],
		['an id that leads elsewhere', changed({id: '../a'}), /id/],
		['an unknown intent', changed({intent: 'sleeping'}), /intent/],
		['a field missing', JSON.stringify({...record('a'), workers: undefined}), /workers/],
		['something deep inside', changed({workers: [{id: 7}]}), /workers\.0\.id/],
	])('%s', (_, content, why) => {
		expect(parseRecord('a', content)).toEqual({id: 'a', why: expect.stringMatching(why)});
	});
});

test('a damaged record hides no other, and the oldest come first', () => {
	using here = world();
	writeRecord(here.home, record('young', '2026-02-01T00:00:00.000Z'));
	writeRecord(here.home, record('old', '2026-01-01T00:00:00.000Z'));
	here.put('broken', '{');
	mkdirSync(here.home.session('without-record'));
	mkdirSync(join(here.home.session('a-folder'), 'session.json'), {recursive: true});
	writeFileSync(join(here.home.sessions, '.DS_Store'), '');
	writeFileSync(join(here.home.sessions, 'a-file'), '');
	const {records, damaged} = readRecords(here.home);
	expect(records.map(({id}) => id)).toEqual(['old', 'young']);
	expect(damaged.map(({id}) => id).sort()).toEqual(['a-folder', 'broken']);
});

test('where there is no home there are no records, and none is made', () => {
	using here = world();
	expect(readRecords(here.home)).toEqual({records: [], damaged: []});
	expect(readRecord(here.home, 'a')).toBeUndefined();
	expect(readdirSync(join(here.home.root, '..'))).toEqual([]);
});

test('what is damaged is told from what is not', () => {
	expect([isDamaged({id: 'a', why: 'x'}), isDamaged(record('a'))]).toEqual([true, false]);
});

describe('the home', () => {
	test.each([
		[{SQUAD_HOME: '/a/b/../c'}, '/a/c'],
		[{SQUAD_HOME: 'relative'}, join(process.cwd(), 'relative')],
		[{SQUAD_HOME: ''}, join(process.env.HOME ?? '', '.squad')],
		[{}, join(process.env.HOME ?? '', '.squad')],
	])('for %j is %s', (env, root) => {
		expect(homeFrom(env).root).toBe(root);
	});

	test('is made for its owner alone, and closed to others when it was open', () => {
		using here = world();
		ensureHome(here.home);
		expect(statSync(here.home.root).mode & 0o777).toBe(0o700);
		rmSync(here.home.root, {recursive: true});
		mkdirSync(here.home.root, {mode: 0o755});
		ensureHome(here.home);
		expect(statSync(here.home.root).mode & 0o777).toBe(0o700);
	});

	test('that is a file, or below one, is refused with a hint', () => {
		using here = world();
		writeFileSync(here.home.root, '');
		for (const root of [here.home.root, join(here.home.root, 'below')]) {
			expect(() => ensureHome(homeAt(root))).toThrow(
				expect.objectContaining({code: 'failed', hint: expect.stringContaining('SQUAD_HOME')}),
			);
		}
	});

	test('keeps everything of a session below one folder', () => {
		const home = homeAt('/h');
		const places = [home.record, home.journal, home.scrollback, home.parked, home.keptGitDir, home.work, home.prompt];
		expect(places.every(place => place('x').startsWith('/h/sessions/x/'))).toBe(true);
		expect(new Set(places.map(place => place('x'))).size).toBe(places.length);
	});
});

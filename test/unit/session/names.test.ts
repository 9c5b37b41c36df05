import {spawnSync} from 'node:child_process';
import {mkdirSync, mkdtempSync, readdirSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import fc from 'fast-check';
import {describe, expect, test} from 'vitest';
import {cleanTitle, idFrom, matching, randomSuffix, repoSlug, slugOf, titleFrom} from '../../../src/session/names.ts';

const folder = () => {
	const path = mkdtempSync(join(tmpdir(), 'sq-names-'));
	return {path, [Symbol.dispose]: () => rmSync(path, {recursive: true})};
};

/** Any text, rich in what people and agents put into titles. */
const title = fc.oneof(
	fc.string({unit: 'grapheme'}),
	fc.string({unit: 'binary'}),
	fc
		.array(fc.constantFrom('fix', ' ', '-', '.', ':', '/', '..', '@{', '~', '\x1b[31m', '\n', 'ß', 'İ', '\u202e', '😀'))
		.map(parts => parts.join('')),
);

const ID = /^[a-z0-9]+(-[a-z0-9]+)*$/;

describe('a title becomes a name', () => {
	test.each([
		['fix login', 'fix-login'],
		['Fix: the *login* form!', 'fix-the-login-form'],
		['Größe ändern', 'grosse-andern'],
		['ｆｕｌｌ width', 'full-width'],
		['İstanbul', 'istanbul'],
		['--rf /', 'rf'],
		['日本語', ''],
		['', ''],
		['..', ''],
		[`${'long '.repeat(20)}`, 'long-long-long-long-long-long-lo'],
		[`${'x'.repeat(31)} y`, 'x'.repeat(31)],
	])('%j as %j', (text, slug) => {
		expect(slugOf(text)).toBe(slug);
	});

	test('that is always made of words and single dashes, and short', () => {
		fc.assert(
			fc.property(title, text => {
				expect(idFrom(text, randomSuffix())).toMatch(ID);
				expect(slugOf(text).length).toBeLessThanOrEqual(32);
				expect(slugOf(slugOf(text))).toBe(slugOf(text));
			}),
			{numRuns: 2000},
		);
	});

	const ids = [...new Set(fc.sample(title, 60).map(text => idFrom(text, randomSuffix())))];

	test('that git takes as a branch', () => {
		const refused = ids.filter(id => spawnSync('git', ['check-ref-format', '--branch', `squad/${id}`]).status !== 0);
		expect(refused).toEqual([]);
	});

	test('that every file system takes, upper and lower case apart', () => {
		using here = folder();
		for (const id of ids) mkdirSync(join(here.path, id));
		expect(readdirSync(here.path)).toHaveLength(new Set(ids.map(id => id.toLowerCase())).size);
	});

	test('that tmux takes as it is', () => {
		using here = folder();
		const tmux = (...args: string[]) =>
			spawnSync('tmux', ['-S', join(here.path, 's'), '-f', '/dev/null', ...args], {encoding: 'utf8'});
		const made = ids.slice(0, 20);
		tmux(...made.flatMap((id, at) => [...(at === 0 ? [] : [';']), 'new-session', '-d', '-s', id, 'cat']));
		const listed = tmux('list-sessions', '-F', '#{session_name}').stdout.trim().split('\n');
		tmux('kill-server');
		expect(listed.sort()).toEqual([...made].sort());
	});

	test('that ends in no word and holds no look-alikes', () => {
		for (let n = 0; n < 200; n++) expect(randomSuffix()).toMatch(/^[2-9bcdfghjkmnp-tv-xz]{4}$/);
	});
});

describe('a title', () => {
	test('never holds anything that a terminal would obey, and is one line', () => {
		fc.assert(
			fc.property(title, text => {
				expect(cleanTitle(text)).not.toMatch(/[\p{Cc}\u2028\u2029\u200e\u200f\u202a-\u202e\u2066-\u2069]/u);
				expect(cleanTitle(text).length).toBeLessThanOrEqual(200);
			}),
			{numRuns: 2000},
		);
	});

	test('stays what it is when it is cleaned again: that is how it is found by its exact words', () => {
		const long = fc.tuple(fc.integer({min: 190, max: 205}), title).map(([n, text]) => `${'x'.repeat(n)} ${text}`);
		fc.assert(
			fc.property(fc.oneof(title, long), text => {
				expect(cleanTitle(cleanTitle(text))).toBe(cleanTitle(text));
			}),
			{numRuns: 2000},
		);
	});

	test.each([
		['fix login', 'fix login'],
		['  fix \t\n login  ', 'fix login'],
		['a\x1b[31mred', 'a [31mred'],
		['👩‍💻 at work', '👩‍💻 at work'],
		['rtl \u202eevil', 'rtl evil'],
	])('%j is shown as %j', (text, shown) => {
		expect(cleanTitle(text)).toBe(shown);
	});

	test('is cut between characters, never inside one', () => {
		fc.assert(
			fc.property(fc.integer({min: 0, max: 3}), pad => {
				const text = `${'x'.repeat(pad)}${'😀'.repeat(120)}`;
				expect(cleanTitle(text)).not.toMatch(/\p{Cs}/u);
				expect(titleFrom(text, null)).not.toMatch(/\p{Cs}/u);
			}),
		);
	});
});

test.each([
	['Find out why.', 'claude', 'Find out why.'],
	[`${'word '.repeat(20)}`, 'claude', 'word word word word word word word word word word word word'],
	['x'.repeat(100), 'claude', 'x'.repeat(60)],
	[undefined, 'claude', 'claude'],
	[' \n', null, 'session'],
])('a session prompted with %j is called by its first words, or its agent', (prompt, agent, wanted) => {
	expect(titleFrom(prompt, agent)).toBe(wanted);
});

test.each([
	['/home/me/My Project', 'my-project'],
	['/srv/tool.git', 'tool'],
	['/srv/tool.git/', 'tool'],
	['/srv/日本', 'repo'],
	['/', 'repo'],
])('worktrees of %s go to %s', (root, slug) => {
	expect(repoSlug(root)).toBe(slug);
});

describe('a word means', () => {
	const sessions = [
		{id: 'fix-login-aaaa', title: 'fix login'},
		{id: 'fix-login-bbbb', title: 'fix login again'},
		{id: 'fix', title: 'something'},
		{id: 'twin-cccc', title: 'twin'},
		{id: 'twin-dddd', title: 'twin'},
	];
	test.each([
		['an id, before any longer one', 'fix', ['fix']],
		['a unique prefix', 'fix-login-a', ['fix-login-aaaa']],
		['every session that a prefix fits', 'fix-l', ['fix-login-aaaa', 'fix-login-bbbb']],
		['an exact title', 'fix login', ['fix-login-aaaa']],
		['all sessions of one title', 'twin', ['twin-cccc', 'twin-dddd']],
		['nothing when nothing fits', 'nope', []],
		['nothing when it is empty', '', []],
		['no part of a title', 'login', []],
	])('%s', (_, word, ids) => {
		expect(matching(word, sessions).map(({id}) => id)).toEqual(ids);
	});
});

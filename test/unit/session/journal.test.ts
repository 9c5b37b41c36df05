import {appendFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {dirname, join} from 'node:path';
import {describe, expect, test} from 'vitest';
import {homeAt} from '../../../src/session/home.ts';
import {type Entry, underWay, writeJournal} from '../../../src/session/journal.ts';

const world = () => {
	const home = homeAt(mkdtempSync(join(tmpdir(), 'sq-journal-')));
	const path = home.journal('x');
	mkdirSync(dirname(path), {recursive: true});
	return {
		home,
		path,
		write: (...entries: readonly Omit<Entry, 'at'>[]) => {
			for (const entry of entries) writeJournal(home, 'x', entry);
		},
		[Symbol.dispose]: () => rmSync(home.root, {recursive: true}),
	};
};

const begin = {verb: 'pause', event: 'begin', wants: {depth: 'cold', freeDisk: true}} as const;
const end = {verb: 'pause', event: 'end'} as const;
const step = {verb: 'pause', event: 'begin', layer: 'work', to: 'down'} as const;

describe('an operation is under way', () => {
	test.each([
		['not when there is no journal', [], undefined],
		['once it was begun', [begin], 'pause'],
		['also in the middle of a step', [begin, step], 'pause'],
		['also between two steps', [begin, step, {...step, event: 'end'}], 'pause'],
		['no longer when it ended', [begin, step, {...step, event: 'end'}, end], undefined],
		['no longer when it failed', [begin, step, {verb: 'pause', event: 'fail', why: 'no'}], undefined],
		['when the next was begun', [begin, end, {verb: 'resume', event: 'begin'}], 'resume'],
	] as const)('%s', (_, entries, verb) => {
		using here = world();
		here.write(...entries);
		expect(underWay(here.home, 'x')?.verb).toBe(verb);
	});

	test('with what it was asked to do, so that somebody else can finish it', () => {
		using here = world();
		here.write(begin, step);
		expect(underWay(here.home, 'x')).toMatchObject({...begin, at: expect.stringMatching(/^\d{4}-.*Z$/)});
	});

	test('however long the journal is', () => {
		using here = world();
		here.write(...Array.from({length: 200}, () => [begin, step, end]).flat(), begin, step);
		expect(underWay(here.home, 'x')?.verb).toBe('pause');
		here.write(end);
		expect(underWay(here.home, 'x')).toBeUndefined();
	});

	test('no longer when it failed, however long the reason', () => {
		using here = world();
		here.write(begin, step, {verb: 'pause', event: 'fail', why: 'ü'.repeat(10_000)});
		expect(underWay(here.home, 'x')).toBeUndefined();
	});
});

/** Every way in which power or a full disk can cut the last line off. */
const CUTS = [1, 5, 20, 40, 60];

describe('a half-written last line', () => {
	test.each(CUTS)('of %i bytes changes nothing', bytes => {
		using here = world();
		here.write(begin);
		const length = readFileSync(here.path).length;
		here.write(end);
		writeFileSync(here.path, readFileSync(here.path).subarray(0, length + bytes));
		expect(underWay(here.home, 'x')?.verb).toBe('pause');
	});

	test.each(CUTS)('of %i bytes does not spoil the next one', bytes => {
		using here = world();
		here.write(begin, end, {verb: 'resume', event: 'begin'});
		const content = readFileSync(here.path);
		const last = content.lastIndexOf('\n', content.length - 2) + 1;
		writeFileSync(here.path, content.subarray(0, last + bytes));
		here.write(begin);
		expect(underWay(here.home, 'x')?.verb).toBe('pause');
		here.write(end);
		expect(underWay(here.home, 'x')).toBeUndefined();
	});

	test.each([
		['zeros, as some file systems leave them', '\0'.repeat(100)],
		['text', 'garbage'],
		['JSON that is no entry', 'null\n"x"\n7\n[]\n'],
	])('of %s does not hide what was begun', (_, garbage) => {
		using here = world();
		here.write(begin);
		appendFileSync(here.path, garbage);
		expect(underWay(here.home, 'x')?.verb).toBe('pause');
	});
});

test('a journal is its owner’s alone, and only ever grows', () => {
	using here = world();
	here.write(begin);
	const first = readFileSync(here.path, 'utf8');
	here.write(end);
	expect(readFileSync(here.path, 'utf8').startsWith(first)).toBe(true);
	expect(statSync(here.path).mode & 0o777).toBe(0o600);
});

test('a long journal begins anew with the next operation, and never while one is under way', () => {
	using here = world();
	writeFileSync(here.path, `${JSON.stringify({...end, at: ''})}\n`.repeat(2000));
	const long = statSync(here.path).size;
	here.write(step);
	expect(statSync(here.path).size).toBeGreaterThan(long);
	here.write(begin);
	expect(statSync(here.path).size).toBeLessThan(500);
	expect(statSync(`${here.path}.old`).size).toBeGreaterThan(long);
	expect(underWay(here.home, 'x')?.verb).toBe('pause');
	appendFileSync(here.path, `${JSON.stringify({...step, at: ''})}\n`.repeat(2000));
	here.write({...begin, verb: 'resume'});
	expect(statSync(here.path).size).toBeGreaterThan(long);
	expect(underWay(here.home, 'x')?.verb).toBe('resume');
});

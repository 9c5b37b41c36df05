import fc from 'fast-check';
import {describe, expect, test} from 'vitest';
import {
	type Change,
	indexInfo,
	parseStatus,
	parseTreeDiff,
	parseTreeDiffs,
	parseWorktrees,
	type Status,
	type Version,
} from '../../../src/git/parse.ts';

const NONE = '0'.repeat(40);

const oid = fc.stringMatching(/^[0-9a-f]{40}$/).filter(text => text !== NONE);
/** One character a byte, anything but NUL: newlines, quotes, spaces, `? ` and `# ` at the beginning, bytes above 0x7f. */
const path = fc.oneof(
	fc.stringMatching(/^[\x01-\xff]{1,30}$/s),
	fc.constantFrom('? x', '1 .M N... x', '# branch.oid x', 'a\nb', '__proto__', '-rf', ' ', '"q"', '\xff\xfe'),
);
const version: fc.Arbitrary<Version> = fc.option(
	fc.record({mode: fc.constantFrom('100644', '100755', '120000', '160000'), oid}),
);
const letter = fc.constantFrom('.', 'M', 'A', 'D', 'T');

const change: fc.Arbitrary<Change> = fc.record({
	path,
	index: letter,
	worktree: letter,
	head: version,
	staged: version,
	submodule: fc.boolean(),
});

const status: fc.Arbitrary<Status> = fc.record({
	head: fc.option(oid),
	branch: fc.option(fc.constantFrom('main', 'squad/fix-7k2m', 'ümlaut')),
	changes: fc.array(change),
	unmerged: fc.array(path),
	untracked: fc.array(path),
});

const two = (v: Version): [string, string] => [v?.mode ?? '000000', v?.oid ?? NONE];

const printChange = ({path, index, worktree, head, staged, submodule}: Change): string => {
	const [[headMode, headOid], [mode, stagedOid]] = [two(head), two(staged)];
	return `1 ${index}${worktree} ${submodule ? 'SC..' : 'N...'} ${headMode} ${mode} 100644 ${headOid} ${stagedOid} ${path}`;
};

/** As `git status --porcelain=v2 --branch -z` writes it. */
const print = ({head, branch, changes, unmerged, untracked}: Status): string =>
	[
		`# branch.oid ${head ?? '(initial)'}`,
		`# branch.head ${branch ?? '(detached)'}`,
		'# branch.ab +0 -0',
		...changes.map(printChange),
		...unmerged.map(path => `u UU N... 100644 100644 100644 100644 ${NONE} ${NONE} ${NONE} ${path}`),
		...untracked.map(path => `? ${path}`),
	]
		.map(line => `${line}\0`)
		.join('');

test('a status is read as it was written, whatever the names', () => {
	fc.assert(
		fc.property(status, one => {
			expect(parseStatus(print(one))).toEqual(one);
		}),
	);
});

test('a status of nothing is nothing', () => {
	expect(parseStatus('')).toMatchObject({changes: [], unmerged: [], untracked: []});
});

test('a difference of trees is read as it was written', () => {
	const changes = fc.array(fc.record({path, before: version, after: version}));
	fc.assert(
		fc.property(changes, all => {
			const out = all.map(({path, before, after}) => {
				const [[oldMode, oldOid], [newMode, newOid]] = [two(before), two(after)];
				return `:${oldMode} ${newMode} ${oldOid} ${newOid} M\0${path}\0`;
			});
			expect(parseTreeDiff(out.join(''))).toEqual(all);
		}),
	);
});

test('several differences at once are read, each under its commit, whatever the paths look like', () => {
	const changes = fc.array(fc.record({path, mode: fc.constantFrom('100644', '120000'), oid}), {minLength: 1});
	fc.assert(
		fc.property(fc.uniqueArray(fc.tuple(oid, changes), {selector: ([commit]) => commit}), all => {
			const out = all.map(
				([commit, files]) =>
					`${commit}\0${files.map(one => `:000000 ${one.mode} ${NONE} ${one.oid} A\0${one.path}\0`).join('')}`,
			);
			const expected = all.map(([commit, files]) => [
				commit,
				files.map(one => ({path: one.path, before: null, after: {mode: one.mode, oid: one.oid}})),
			]);
			expect([...parseTreeDiffs(out.join(''))]).toEqual(expected);
		}),
	);
});

describe('the list of worktrees is read', () => {
	const lines = (separator: string) =>
		[
			['worktree /repo', 'HEAD abc', 'branch refs/heads/main'],
			['worktree /with space', 'HEAD abc', 'branch refs/heads/squad/refs/heads/x', 'locked because branch x'],
			['worktree /loose', 'HEAD abc', 'detached', 'prunable gitdir file points to non-existent location'],
			['worktree /bare.git', 'bare'],
		]
			.map(block => `${block.join(separator)}${separator}${separator}`)
			.join('');

	test.each([
		['as git writes it', '\0'],
		['as git before 2.36 writes it', '\n'],
	])('%s', (_, separator) => {
		expect(parseWorktrees(lines(separator))).toEqual([
			{path: '/repo', branch: 'main', bare: false},
			{path: '/with space', branch: 'squad/refs/heads/x', bare: false},
			{path: '/loose', branch: null, bare: false},
			{path: '/bare.git', branch: null, bare: true},
		]);
	});

	test('with line breaks in a path', () => {
		expect(parseWorktrees('worktree /a\n\nb\0HEAD abc\0detached\0\0')).toEqual([
			{path: '/a\n\nb', branch: null, bare: false},
		]);
	});
});

test.each([
	['a version', {mode: '100644', oid: 'abc'}, '100644 abc\tfile\0'],
	['nothing', null, `0 ${NONE}\tfile\0`],
])('the index is told of %s', (_, to, line) => {
	expect(indexInfo('file', to, 40)).toBe(line);
});

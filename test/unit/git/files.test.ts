import {chmodSync, existsSync, lstatSync, mkdirSync, readFileSync, symlinkSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import fc from 'fast-check';
import {describe, expect, test} from 'vitest';
import {foldersAbove, forPeople, onDisk, zList} from '../../../src/git/bytes.ts';
import {filesBelow, removeFiles, writeExactly} from '../../../src/git/files.ts';
import {fingerprint, stamp} from '../../../src/git/fingerprint.ts';
import {put} from '../../support/dirt.ts';
import {lab} from '../../support/lab.ts';
import {filesOf} from '../../support/snapshot.ts';

const bytePath = fc.stringMatching(/^[\x01-\xff]{1,40}$/s);

test('paths keep every byte on their way to the disk and to git', () => {
	fc.assert(
		fc.property(bytePath, path => {
			expect(
				onDisk('/ü', path)
					.subarray(Buffer.byteLength('/ü') + 1)
					.toString('latin1'),
			).toBe(path);
			expect(zList([path, path]).toString('latin1')).toBe(`${path}\0${path}\0`);
		}),
	);
});

test('people read UTF-8', () => {
	expect(forPeople(Buffer.from('ümläut 😀').toString('latin1'))).toBe('ümläut 😀');
	expect(forPeople('a\xffb')).toBe('a�b');
});

test.each([
	['file', []],
	['a/file', ['a']],
	['a/b/file', ['a/b', 'a']],
])('above %s are %j', (path, folders) => {
	expect(foldersAbove(path)).toEqual(folders);
});

describe('a fingerprint', () => {
	test.each([
		['empty', ''],
		['small', 'text\n'],
		['binary', Buffer.from([0, 255, 10, 13])],
		['of more than one chunk', Buffer.alloc((1 << 20) + 17, 'x')],
	])('is git’s own name of a file that is %s', async (_, content) => {
		await using here = await lab();
		await put(here.repo, 'file', content);
		chmodSync(join(here.repo, 'file'), 0o640);
		const oid = await here.git('hash-object', '--no-filters', 'file');
		expect(fingerprint(here.repo, 'file', 40)).toEqual({oid, kind: 'file', mode: 0o640});
		expect(fingerprint(here.repo, 'file', 64)).toMatchObject({oid: expect.stringMatching(/^[0-9a-f]{64}$/)});
	});

	test('is that of a link’s target, not of what it points to', async () => {
		await using here = await lab();
		symlinkSync('README.md', join(here.repo, 'link'));
		await here.git('add', 'link');
		const oid = await here.git('rev-parse', ':link');
		expect(fingerprint(here.repo, 'link', 40)).toEqual({oid, kind: 'link', mode: 0o777});
	});

	test.each([
		['nothing', 'nothing', null],
		['nothing below a file', 'README.md/below', null],
		['a folder', 'src', 'other'],
	])('of %s', async (_, path, wanted) => {
		await using here = await lab();
		expect(fingerprint(here.repo, path, 40)).toBe(wanted);
	});
});

test('a stamp changes with every write, also one of the same length', async () => {
	await using here = await lab();
	const before = stamp(here.repo, 'README.md');
	const content = readFileSync(join(here.repo, 'README.md'));
	writeFileSync(join(here.repo, 'README.md'), content);
	expect(stamp(here.repo, 'README.md')).not.toBe(before);
	expect(stamp(here.repo, 'nothing')).toBe('');
});

describe('removing files', () => {
	test('takes the folders that it left empty, and only those', async () => {
		await using here = await lab();
		for (const name of ['a/b/c/one', 'a/b/two', 'a/kept', 'd/e/three']) await put(here.home, name);
		mkdirSync(join(here.home, 'empty'));
		removeFiles(here.home, ['a/b/c/one', 'a/b/two', 'd/e/three']);
		expect(existsSync(join(here.home, 'a/b'))).toBe(false);
		expect(existsSync(join(here.home, 'd'))).toBe(false);
		expect(existsSync(join(here.home, 'empty'))).toBe(true);
		expect(Object.keys(await filesOf(here.home))).toEqual(['.gitconfig', 'a/kept']);
	});

	test('does not mind what is gone, and never takes what a link points to', async () => {
		await using here = await lab();
		await put(here.home, 'target/file');
		symlinkSync('target', join(here.home, 'link'));
		removeFiles(here.home, ['gone', 'gone/too', '.gitconfig/below', 'link']);
		expect(Object.keys(await filesOf(here.home))).toEqual(['.gitconfig', 'target/file']);
	});

	test('never takes a folder for a file', async () => {
		await using here = await lab();
		await put(here.home, 'folder/file');
		expect(() => removeFiles(here.home, ['folder'])).toThrow();
		expect(existsSync(join(here.home, 'folder/file'))).toBe(true);
	});
});

test('everything below a folder is found, links not followed', async () => {
	await using here = await lab();
	await put(here.home, 'top/a/file');
	symlinkSync('a', join(here.home, 'top/link'));
	writeFileSync(Buffer.concat([Buffer.from(`${here.home}/top/a/`), Buffer.from([0xff])]), '');
	expect(filesBelow(here.home, 'top').sort()).toEqual(['top/a/file', 'top/a/\xff', 'top/link']);
});

test('a file gets exactly its bytes and permissions, whatever stood there', async () => {
	await using here = await lab();
	await put(here.home, 'file', 'something longer that must not shine through\n');
	const bytes = Buffer.from([0, 255, 13, 10]);
	writeExactly(here.home, 'file', bytes, {oid: '', kind: 'file', mode: 0o4751});
	expect(readFileSync(join(here.home, 'file'))).toEqual(bytes);
	expect(lstatSync(join(here.home, 'file')).mode & 0o7777).toBe(0o4751);
});

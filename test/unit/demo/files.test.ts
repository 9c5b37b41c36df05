import {
	existsSync,
	mkdirSync,
	mkdtempSync,
	readFileSync,
	realpathSync,
	rmSync,
	symlinkSync,
	writeFileSync,
} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {expect, onTestFinished, test} from 'vitest';
import {appendInside, deleteInside, editTarget, writeInside} from '../../../src/demo/files.ts';

/** A directory to work in, with a neighbour that must stay untouched. */
const twoFolders = (): {cwd: string; outside: string} => {
	const root = realpathSync(mkdtempSync(join(tmpdir(), 'squad-demo-files-')));
	onTestFinished(() => rmSync(root, {recursive: true, force: true}));
	const [cwd, outside] = [join(root, 'cwd'), join(root, 'outside')];
	for (const folder of [cwd, outside]) mkdirSync(folder);
	writeFileSync(join(outside, 'kept.txt'), 'kept');
	return {cwd, outside};
};

test('writes, appends and deletes', () => {
	const {cwd} = twoFolders();
	expect(writeInside(cwd, 'a/b.txt', 'one')).toBe('Wrote 1 line, 4 bytes');
	expect(appendInside(cwd, 'a/b.txt', 'two\nthree')).toBe('Added 2 lines, 10 bytes');
	expect(readFileSync(join(cwd, 'a/b.txt'), 'utf8')).toBe('one\ntwo\nthree\n');
	expect(deleteInside(cwd, 'a/b.txt')).toBe('Deleted');
	expect(deleteInside(cwd, 'a/b.txt')).toBe('Failed: there is no such file');
	expect(deleteInside(cwd, 'a')).toMatch(/^Failed: /);
	expect(existsSync(join(cwd, 'a'))).toBe(true);
});

test('edits the README where there is one', () => {
	const {cwd} = twoFolders();
	expect(editTarget(cwd)).toBe('NOTES.md');
	writeFileSync(join(cwd, 'README.md'), '');
	expect(editTarget(cwd)).toBe('README.md');
});

test.each([
	'../outside/kept.txt',
	'a/../../outside/kept.txt',
	'/tmp/x',
	'..',
	'.',
	'',
	'.git/config',
	'link/kept.txt',
	'file',
	'dangling',
	'a\0b',
])('refuses %j', path => {
	const {cwd, outside} = twoFolders();
	symlinkSync(outside, join(cwd, 'link'));
	symlinkSync(join(outside, 'kept.txt'), join(cwd, 'file'));
	symlinkSync(join(outside, 'new.txt'), join(cwd, 'dangling'));
	for (const result of [writeInside(cwd, path, 'x'), appendInside(cwd, path, 'x'), deleteInside(cwd, path)]) {
		expect(result).toMatch(/^Refused: /);
	}
	expect(readFileSync(join(outside, 'kept.txt'), 'utf8')).toBe('kept');
	expect(existsSync(join(outside, 'new.txt'))).toBe(false);
});

import {spawnSync} from 'node:child_process';
import {mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {buildSync} from 'esbuild';
import {expect, test} from 'vitest';
import {writeFileWhole} from '../../../src/session/write-file.ts';

const SOURCE = join(import.meta.dirname, '../../../src/session');

const world = () => {
	const root = mkdtempSync(join(tmpdir(), 'sq-write-'));
	return {root, file: join(root, 'deep', 'file'), [Symbol.dispose]: () => rmSync(root, {recursive: true})};
};

test.each([
	['text', 'ümläut\n', Buffer.from('ümläut\n')],
	['bytes', Buffer.from([0, 255]), Buffer.from([0, 255])],
	['nothing', '', Buffer.alloc(0)],
	['much', 'x'.repeat(3_000_000), Buffer.alloc(3_000_000, 'x')],
])('%s is written whole, for its owner alone, with the folders above it', (_, content, bytes) => {
	using here = world();
	writeFileWhole(here.file, 'something else, and longer than nothing');
	writeFileWhole(here.file, content);
	expect(readFileSync(here.file).equals(bytes)).toBe(true);
	expect(statSync(here.file).mode & 0o777).toBe(0o600);
	expect(readdirSync(join(here.root, 'deep'))).toEqual(['file']);
});

test('what a crash left of an earlier attempt does not matter', () => {
	using here = world();
	mkdirSync(join(here.root, 'deep'));
	writeFileSync(`${here.file}.${process.pid}.tmp`, 'half of something much longer');
	writeFileWhole(here.file, 'new');
	expect(readFileSync(here.file, 'utf8')).toBe('new');
});

const PROGRAM = `
import {writeFileWhole} from './write-file.ts';
writeFileWhole(process.argv[2], 'x'.repeat(200_000));
`;

test('a full disk leaves the old content, says so, and leaves nothing else', () => {
	using here = world();
	writeFileWhole(here.file, 'old');
	const program = join(here.root, 'write.cjs');
	buildSync({
		stdin: {contents: PROGRAM, resolveDir: SOURCE, loader: 'ts'},
		bundle: true,
		platform: 'node',
		outfile: program,
	});
	// No file may grow beyond 50 KB: the kernel writes as much as fits and then refuses, as it does on a full disk.
	const {status} = spawnSync('sh', ['-c', 'ulimit -f 100; exec "$@"', 'sh', process.execPath, program, here.file]);
	expect(readFileSync(here.file, 'utf8').slice(0, 10)).toBe('old');
	expect(status).not.toBe(0);
	expect(readdirSync(join(here.root, 'deep'))).toEqual(['file']);
});

import {mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {afterAll, beforeAll, expect, test} from 'vitest';
import {isForeignHome, refuseForeignSocket} from '../../../src/session/ownership.ts';

const me = process.getuid?.() ?? 0;
const somebodyElse = me + 4711;
let folder = '';

beforeAll(() => {
	folder = realpathSync(mkdtempSync(join(tmpdir(), 'sq-own-')));
	mkdirSync(join(folder, 'home'));
	symlinkSync(join(folder, 'home'), join(folder, 'link'));
	writeFileSync(join(folder, 'socket'), '');
});
afterAll(() => rmSync(folder, {recursive: true}));

test.each([
	['a folder of one’s own', 'home'],
	['a link of one’s own to a folder of one’s own', 'link'],
	['a home that is not there yet', 'none'],
])('%s is a fine home', (_, name) => {
	expect(isForeignHome(join(folder, name), me)).toBe(false);
});

test.each([['home'], ['link']])('the same %s is refused for anybody else', name => {
	expect(isForeignHome(join(folder, name), somebodyElse)).toBe(true);
});

test('a socket of one’s own in a folder of one’s own or of the system is fine', () => {
	expect(() => refuseForeignSocket(join(folder, 'socket'), me)).not.toThrow();
	expect(() => refuseForeignSocket(join(folder, 'none'), me)).not.toThrow();
	expect(() => refuseForeignSocket('/tmp/no-such-socket', me)).not.toThrow();
	expect(() => refuseForeignSocket('/no/such/folder/socket', me)).not.toThrow();
});

test('somebody else’s socket, or their folder around it, is refused and named', () => {
	expect(() => refuseForeignSocket(join(folder, 'socket'), somebodyElse)).toThrow(/belongs to another user/);
	if (me !== 0) expect(() => refuseForeignSocket(join(folder, 'none'), somebodyElse)).toThrow(folder);
});

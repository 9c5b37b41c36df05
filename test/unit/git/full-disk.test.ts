import {readFile, writeFile} from 'node:fs/promises';
import {join} from 'node:path';
import {build} from 'esbuild';
import {expect, test} from 'vitest';
import {commitAll, put} from '../../support/dirt.ts';
import {type Lab, lab} from '../../support/lab.ts';
import {CLEAN, snapshot} from '../../support/snapshot.ts';
import {type Save, saveWork} from './save-work.ts';

const SOURCE = join(import.meta.dirname, '../../../src/git');

/** Runs in a process of its own, in which no file can grow beyond a limit. */
const PROGRAM = `
import {readFileSync} from 'node:fs';
import {clearWork} from './clear-work.ts';
import {restoreWork} from './restore-work.ts';
const {what, worktree, saved, particulars, folders} = JSON.parse(readFileSync(process.argv[2], 'utf8'));
const work = what === 'clear' ? clearWork(worktree, saved, particulars) : restoreWork(worktree, saved, particulars, folders);
work.catch(error => { console.error(String(error)); process.exitCode = 1; });
`;

/** In blocks of 512 bytes: 50 KB, less than the files below take. */
const LIMIT = 100;

/** Runs one move while the disk is "full": whatever is written stops in the middle of a file. */
const whileFull = async (here: Lab, what: 'clear' | 'restore', {saved, particulars}: Save) => {
	const [program, input] = [join(here.root, 'move.cjs'), join(here.root, 'move.json')];
	await build({
		stdin: {contents: PROGRAM, resolveDir: SOURCE, loader: 'ts'},
		bundle: true,
		platform: 'node',
		outfile: program,
		logLevel: 'silent',
	});
	const folders = {scratch: join(here.root, 'scratch'), raw: join(here.root, 'raw')};
	await writeFile(input, JSON.stringify({what, worktree: here.repo, saved, particulars, folders}));
	return here.run('sh', '-c', `ulimit -f ${LIMIT}; exec "$@"`, 'sh', process.execPath, program, input);
};

const large = (word: string) => `${word}\n`.repeat(20_000);

test('restoring that met a full disk is finished by running it again', async () => {
	await using here = await lab();
	await put(here.repo, 'committed', 'small\n');
	await commitAll(here, here.repo);
	await put(here.repo, 'committed', large('edited'));
	await put(here.repo, 'untracked', large('untracked'));
	const before = await snapshot(here, here.repo);
	const save = await saveWork(here);
	await save.clear();
	expect((await whileFull(here, 'restore', save)).code).not.toBe(0);
	await save.restore();
	expect(await snapshot(here, here.repo)).toEqual(before);
});

test('clearing that met a full disk is finished by running it again', async () => {
	await using here = await lab();
	await put(here.repo, 'committed', large('committed'));
	await commitAll(here, here.repo);
	await put(here.repo, 'committed', 'small\n');
	const before = await snapshot(here, here.repo);
	const save = await saveWork(here);
	expect((await whileFull(here, 'clear', save)).code).not.toBe(0);
	await save.clearAgain();
	expect((await snapshot(here, here.repo)).status).toEqual(CLEAN);
	await save.restore();
	expect(await snapshot(here, here.repo)).toEqual(before);
});

test('bytes that git would change are not lost when they cannot be written', async () => {
	await using here = await lab();
	await put(here.repo, '.gitattributes', '*.txt text eol=lf\n');
	await commitAll(here, here.repo);
	const content = large('with\r');
	await put(here.repo, 'new.txt', content);
	const save = await saveWork(here);
	await save.clear();
	expect((await whileFull(here, 'restore', save)).code).not.toBe(0);
	await save.restore();
	expect(await readFile(join(here.repo, 'new.txt'), 'utf8')).toBe(content);
});

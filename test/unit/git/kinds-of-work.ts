import {chmodSync, mkdirSync, renameSync, rmSync, symlinkSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {commitAll, put} from '../../support/dirt.ts';
import type {Lab} from '../../support/lab.ts';

/** One kind of uncommitted work in the lab's repository (README.md, src/app.txt, src/other.txt are committed). */
export type Kind = {readonly what: string; readonly make: (here: Lab) => Promise<unknown>};

const APP = 'src/app.txt';
const at = (here: Lab, name: string) => join(here.repo, name);
const edit = (here: Lab, name = APP) => put(here.repo, name, 'alpha\nedited\ngamma\n');
const add = (here: Lab) => here.git('add', '-A');

/** A name that is no UTF-8, and cannot be a JavaScript string. */
const bytesName = (here: Lab, folder = '') =>
	Buffer.concat([Buffer.from(`${here.repo}/${folder}`), Buffer.from([0x66, 0xff, 0xfe, 0x0a, 0x22])]);

const NAMES = ['new\nline', '"quoted" \'twice\'', '__proto__', 'constructor', '-rf', '--all', ' edges ', 'a\\b'];

const namedFiles = async (here: Lab, content: string) => {
	for (const name of NAMES) await put(here.repo, name, `${content} ${name}\n`);
	writeFileSync(bytesName(here), `${content} bytes\n`);
};

export const KINDS: readonly Kind[] = [
	{what: 'an edited file', make: here => edit(here)},
	{what: 'a staged edit', make: here => edit(here).then(() => add(here))},
	{
		what: 'a staged edit, edited again',
		make: async here => {
			await edit(here);
			await add(here);
			await put(here.repo, APP, 'something else\n');
		},
	},
	{
		what: 'a staged edit that was taken back in the file',
		make: async here => {
			await edit(here);
			await add(here);
			await put(here.repo, APP, 'alpha\nbeta\ngamma\n');
		},
	},
	{what: 'a deleted file', make: async here => rmSync(at(here, APP))},
	{what: 'a staged deletion', make: here => here.git('rm', '-q', APP)},
	{what: 'a file taken out of the index only', make: here => here.git('rm', '-q', '--cached', APP)},
	{
		what: 'an edited file taken out of the index',
		make: here => edit(here).then(() => here.git('rm', '-q', '--cached', APP)),
	},
	{
		what: 'a file taken out of the index and ignored',
		make: async here => {
			await here.git('rm', '-q', '--cached', APP);
			await put(here.repo, '.gitignore', 'src/app.txt\n');
			await edit(here);
		},
	},
	{what: 'an untracked file in a new folder', make: here => put(here.repo, 'new/deep/file', 'new\n')},
	{what: 'an empty untracked file', make: here => put(here.repo, 'empty', '')},
	{what: 'a new staged file', make: here => put(here.repo, 'new', 'new\n').then(() => add(here))},
	{
		what: 'a new staged file that is gone',
		make: async here => {
			await put(here.repo, 'new', 'new\n');
			await add(here);
			rmSync(at(here, 'new'));
		},
	},
	{what: 'an announced file', make: here => put(here.repo, 'new', 'new\n').then(() => here.git('add', '-N', 'new'))},
	{
		what: 'an announced file that is gone',
		make: async here => {
			await put(here.repo, 'deep/new', 'new\n');
			await here.git('add', '-N', 'deep/new');
			rmSync(at(here, 'deep/new'));
		},
	},
	{what: 'an executable bit', make: async here => chmodSync(at(here, APP), 0o755)},
	{
		what: 'permissions that git does not keep',
		make: async here => {
			await put(here.repo, 'secret', 'secret\n');
			chmodSync(at(here, 'secret'), 0o600);
			await edit(here);
			chmodSync(at(here, APP), 0o640);
		},
	},
	{
		what: 'a file that became a link',
		make: async here => {
			rmSync(at(here, APP));
			symlinkSync('other.txt', at(here, APP));
		},
	},
	{
		what: 'a file that became a folder',
		make: async here => {
			rmSync(at(here, APP));
			await put(here.repo, `${APP}/inside/file`, 'inside\n');
		},
	},
	{
		what: 'a file that became a folder, staged',
		make: async here => {
			rmSync(at(here, APP));
			await put(here.repo, `${APP}/inside/file`, 'inside\n');
			await add(here);
		},
	},
	{
		what: 'a folder that became a file',
		make: async here => {
			rmSync(at(here, 'src'), {recursive: true});
			await put(here.repo, 'src', 'a file now\n');
		},
	},
	{
		what: 'a folder that became a file, staged',
		make: async here => {
			rmSync(at(here, 'src'), {recursive: true});
			await put(here.repo, 'src', 'a file now\n');
			await add(here);
		},
	},
	{
		what: 'a folder that was moved and linked',
		make: async here => {
			renameSync(at(here, 'src'), at(here, 'lib'));
			symlinkSync('lib', at(here, 'src'));
		},
	},
	{
		what: 'untracked files with hostile names',
		make: here => namedFiles(here, 'untracked'),
	},
	{
		what: 'edited files with hostile names',
		make: async here => {
			await namedFiles(here, 'committed');
			mkdirSync(at(here, 'sub'));
			writeFileSync(bytesName(here, 'sub/'), 'committed\n');
			await commitAll(here, here.repo);
			await namedFiles(here, 'edited');
			rmSync(at(here, 'sub'), {recursive: true});
		},
	},
	{
		what: 'staged files with hostile names',
		make: here => namedFiles(here, 'staged').then(() => add(here)),
	},
	{
		what: 'line ends that git changes',
		make: async here => {
			await put(here.repo, '.gitattributes', '*.txt text eol=crlf\n*.lf text eol=lf\n');
			await put(here.repo, 'a.lf', 'one\ntwo\n');
			await commitAll(here, here.repo);
			rmSync(at(here, APP));
			await here.git('checkout', '-q', '--', APP);
			await put(here.repo, APP, 'mixed\r\nline\nends\r\n');
			await put(here.repo, 'a.lf', 'one\r\ntwo, edited\r\n');
			await put(here.repo, 'new.txt', 'only\nplain\n');
		},
	},
];

import {mkdir, mkdtemp, readFile, writeFile} from 'node:fs/promises';
import {join} from 'node:path';
import fc from 'fast-check';
import {expect, test} from 'vitest';
import {put} from '../../support/dirt.ts';
import {expectDone} from '../../support/expect-run.ts';
import {type Lab, lab} from '../../support/lab.ts';
import type {RunOptions} from '../../support/run.ts';
import type {Session} from '../../support/session-json.ts';
import {snapshot} from '../../support/snapshot.ts';
import {sized} from '../../support/world-size.ts';

/** Names that file systems take and programs stumble over. */
const piece = fc.constantFrom(
	...[
		' ',
		"'",
		'"',
		'`',
		'$(touch pwned)',
		'$HOME',
		'\\',
		'\n',
		'\t',
		'-',
		'--',
		'~',
		'*',
		'?',
		'[a]',
		'{b}',
		'#',
		'#{pane_id}',
	],
	...[
		'%',
		'%s',
		';',
		'&',
		'|',
		'<',
		'>',
		'!',
		'=',
		':',
		',',
		'@',
		'@{u}',
		'^',
		'.',
		'..',
		'é',
		'e\u0301',
		'日本',
		'😀',
		'\u202e',
		'\u00a0',
		'a',
		'Z9',
	],
);
const folderName = fc
	.array(piece, {minLength: 1, maxLength: 6})
	.map(parts => parts.join(''))
	.filter(name => !/^\.{1,2}$/.test(name));

const EXAMPLES: [string, string][] = [
	['-rf', '--help'],
	['it\'s "quoted"', 'line\nend\n'],
	[' $(touch pwned) ', '`touch pwned`;'],
	['日本 😀 e\u0301', '.hidden'],
	['a:b=c', 'x{y}#{pane_id}'],
];

/** A session is made, paused, removed, brought back, and has everything, wherever its repository and squad's home are. */
const liveAt = async (here: Lab, repoName: string, homeName: string): Promise<void> => {
	const root = await mkdtemp(join(here.root, 'p'));
	const [repo, home] = [join(root, 'repos', repoName), join(root, 'homes', homeName)];
	await mkdir(join(root, 'repos'));
	await mkdir(home, {recursive: true, mode: 0o700});
	await writeFile(join(home, 'config.json'), await readFile(here.config), {mode: 0o600});
	await here.git('clone', '-q', here.repo, repo, {cwd: here.root});
	const at: RunOptions = {cwd: repo, env: {SQUAD_HOME: home}};
	const squad = async (...args: string[]) => expectDone(await here.squad(...args, at));
	const {id, locationPath} = (await squad('new', 'work', '-p', 'first', '--json')).json<Session>();
	await here.ready(id);
	await put(locationPath, `${repoName.replaceAll('/', '')}/untracked`, 'untracked\n');
	await put(locationPath, 'README.md', 'changed\n');
	const before = await snapshot(here, locationPath);
	await squad('pause', id, '--free-disk');
	await squad('resume', id);
	expect(await snapshot(here, locationPath)).toEqual(before);
	await squad('rm', '--force', id);
	await squad('undo');
	await squad('resume', id);
	expect(await snapshot(here, locationPath)).toEqual(before);
	await squad('rm', '--force', id);
	expect((await here.git('worktree', 'list', '--porcelain', {cwd: repo})).match(/^worktree /gm)).toHaveLength(1);
};

test('wherever repository and home are, whatever they are called, nothing is lost', async () => {
	await using here = await lab();
	await fc.assert(
		fc.asyncProperty(folderName, folderName, (repo, home) => liveAt(here, repo, home)),
		{numRuns: sized(4, 40), examples: sized(0, 1) === 1 ? EXAMPLES : EXAMPLES.slice(0, 2), endOnFailure: true},
	);
	expect((await here.run('find', here.root, '-name', 'pwned')).stdout).toBe('');
}, 1_200_000);

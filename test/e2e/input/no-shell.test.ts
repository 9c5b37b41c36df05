import {existsSync, readdirSync, readFileSync} from 'node:fs';
import {mkdir, readFile, writeFile} from 'node:fs/promises';
import {basename, join} from 'node:path';
import {fileURLToPath} from 'node:url';
import {expect, test} from 'vitest';
import {put} from '../../support/dirt.ts';
import {expectDone} from '../../support/expect-run.ts';
import {type Lab, lab} from '../../support/lab.ts';
import type {RunOptions} from '../../support/run.ts';
import type {Session} from '../../support/session-json.ts';
import {terminal} from '../../support/terminal.ts';

const PRELOAD = fileURLToPath(new URL('../../support/record-programs.cjs', import.meta.url));

/** Whatever a shell would do with foreign text, it makes a file of this name. */
const MARK = 'f0reign';
const NASTY = `${MARK} $(touch pwned) \`touch pwned\`; touch pwned & 'a' "b" | touch pwned #{pane_id}`;
const BRANCH = `${MARK}/$(touch\${IFS}pwned)'";touch\${IFS}pwned`;

type Started = {readonly program: string; readonly args: readonly string[]; readonly shell: unknown};

const isShell = (program: string) => /^(ba|da|z|k|a|fi)?sh$/.test(basename(program));

/** The texts that a shell is told to run, in an argument vector: of the program itself, or of one that it is to start. */
const scriptsIn = (argv: readonly string[]): string[] =>
	argv.flatMap((word, at) => (isShell(word) && argv[at + 1] === '-c' ? [argv[at + 2] ?? ''] : []));

/** tmux gives a command of one word to a shell, and one of several words to nobody. */
const commandsForTmux = (args: readonly string[]): string[][] => {
	const commands: string[][] = [[]];
	for (const arg of args) arg === ';' ? commands.push([]) : commands.at(-1)?.push(arg);
	return commands.filter(([name = '']) => /^(new-session|new-window|split-window|respawn-)/.test(name));
};

const livingArgvs = (): string[][] =>
	readdirSync('/proc')
		.filter(name => /^\d+$/.test(name))
		.flatMap(name => {
			try {
				return [readFileSync(`/proc/${name}/cmdline`, 'utf8').split('\0')];
			} catch {
				return []; // ended meanwhile
			}
		});

/** A lab whose home, repository, agent and settings have names of somebody who means harm. */
const hostileLab = async (here: Lab) => {
	const [home, repo] = [join(here.root, `home ${NASTY}`), join(here.root, `repo ${NASTY}`)];
	await mkdir(home, {mode: 0o700});
	await writeFile(join(home, 'config.json'), await readFile(here.config), {mode: 0o600});
	await here.git('clone', '-q', here.repo, repo);
	const list = join(here.root, 'programs');
	const env = {SQUAD_HOME: home, NODE_OPTIONS: `--require ${PRELOAD}`, RECORD_PROGRAMS: list};
	const at: RunOptions = {cwd: repo, env};
	return {
		...{home, repo, env},
		squad: (...args: string[]) => here.squad(...args, at),
		started: async (): Promise<Started[]> =>
			(await readFile(list, 'utf8'))
				.trimEnd()
				.split('\n')
				.map(line => JSON.parse(line)),
	};
};

test('through a whole life no shell gets foreign text to run', async () => {
	await using here = await lab();
	const {squad, started, env, repo, home} = await hostileLab(here);
	const made = expectDone(await squad('new', NASTY, '-p', NASTY, '-b', BRANCH, '--json', '--', NASTY));
	const {id, branch, locationPath} = made.json<Session>();
	await here.ready(id);
	expect(branch).toBe(BRANCH);
	expect(locationPath).toContain(home);
	await put(locationPath, `${NASTY.replaceAll('/', '')}.txt`, 'untracked\n');
	const seen: string[][] = livingArgvs();
	const life: readonly (readonly string[])[] = [
		...[['ls'], ['status', NASTY], ['send', id, NASTY], ['logs', id], ['diff', id], ['explain', id]],
		...[
			['pause', id, '--force', '--free-disk'],
			['resume', id, '--prompt', NASTY],
			['restart', id],
		],
		...[
			['rename', id, `${NASTY} again`],
			['pause', id, '--force', '--warm'],
			['resume', id],
		],
		...[['rm', '--force', id], ['undo'], ['resume', id], ['recover'], ['config', 'set', 'branchPrefix', `${MARK}/`]],
		['new', `${NASTY} beside`, '--with', id, '-p', NASTY],
		['new', `${NASTY} quick`, '--quick', repo],
	];
	for (const line of life) {
		expectDone(await squad(...line));
		seen.push(...livingArgvs());
	}
	await squad('doctor');
	{
		await using tui = terminal(here, 'squad', [], env);
		await tui.shows(MARK);
		tui.write('q');
		await tui.ends();
	}
	expectDone(await squad('end', '--force', id));

	const all = await started();
	expect(all.length).toBeGreaterThan(50);
	expect(all.filter(({program, args}) => [program, ...args].some(word => word.includes(MARK))).length).toBeGreaterThan(
		20,
	);
	expect(all.filter(({shell}) => shell !== false)).toEqual([]);
	expect(all.filter(({program}) => isShell(program))).toEqual([]);
	const scripts = [...all.map(({program, args}) => [program, ...args]), ...seen].flatMap(scriptsIn);
	expect(scripts.length).toBeGreaterThan(0);
	expect(scripts.filter(script => script.includes(MARK))).toEqual([]);
	for (const {args} of all.filter(({program}) => basename(program) === 'tmux'))
		for (const command of commandsForTmux(args))
			expect(command.length - command.indexOf('/bin/sh'), command.join(' ')).toBeGreaterThan(3);
	expect([here.root, repo, home, locationPath].filter(folder => existsSync(join(folder, 'pwned')))).toEqual([]);
	expect((await here.run('find', here.root, '-name', 'pwned')).stdout).toBe('');
});

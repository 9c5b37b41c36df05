// Makes docs/screen.svg: runs the built program in tmux, in a world of its own that is gone afterwards, and draws what
// stands on the screen. `npm run build` first; then `node scripts/record-screen.mjs`.
import {execFileSync} from 'node:child_process';
import {mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {setTimeout as sleep} from 'node:timers/promises';
import {drawScreen} from './draw-screen.mjs';
import {ROOT} from './setup/root.mjs';

const SIZE = {columns: 132, rows: 28};

/** What the recorded sessions are told, and what squad has to say of them before the picture is taken. */
const SESSIONS = [
	{
		title: 'fix login',
		prompt:
			'write login.js export const login = user => check(user); then ask The tests pass. Shall I push the branch?',
		until: 'asking',
		lines: 23,
	},
	{title: 'faster search', prompt: 'work 600', until: 'active', lines: 148},
	{title: 'write the docs', prompt: 'todo: guide; reference; examples then work 600', until: 'active', lines: 64},
	{title: 'upgrade packages', prompt: 'write package.json {"name": "shop"}', until: 'idle', lines: 6},
	{title: 'rename the tables', prompt: 'say All tables have their new names.', until: 'idle', lines: 31},
	{title: 'try dark mode', prompt: 'write dark.css body {color: white}', until: 'idle', finally: 'pause', lines: 12},
	{title: 'smaller images', prompt: 'say 40 % smaller now.', until: 'idle', finally: 'pause', lines: 9},
	{title: 'import old orders', prompt: 'work 4 then crash 3', until: 'unknown', status: 'failed', lines: 87},
	{title: 'first spike', prompt: 'say done', until: 'idle', finally: 'end', lines: 3},
];

const makeWorld = () => {
	const folder = realpathSync(mkdtempSync(join(tmpdir(), 'squad-screen-')));
	const [home, bin, repo] = ['home', 'bin', 'shop'].map(name => join(folder, name));
	for (const each of [home, bin, repo]) mkdirSync(each);
	writeFileSync(join(bin, 'squad'), `#!/bin/sh\nexec '${process.execPath}' '${ROOT}/dist/cli.cjs' "$@"\n`, {
		mode: 0o755,
	});
	const env = {
		PATH: `${bin}:${process.env.PATH}`,
		HOME: home,
		LANG: 'C.UTF-8',
		TERM: 'xterm-256color',
		SHELL: '/bin/sh',
		SQUAD_HOME: join(home, '.squad'),
		SQUAD_TMUX_SOCKET: join(folder, 'squad.sock'),
	};
	const run = (program, ...args) => execFileSync(program, args, {cwd: repo, env, encoding: 'utf8'});
	const tmux = (...args) => run('tmux', '-u', '-S', join(folder, 'screen.sock'), '-f', '/dev/null', ...args);
	return {folder, repo, run, tmux, squad: (...args) => run('squad', ...args)};
};

const until = async (what, isTrue) => {
	for (const end = Date.now() + 60_000; !isTrue(); await sleep(200)) {
		if (Date.now() > end) throw new Error(`waited in vain: ${what}`);
	}
};

const startSessions = async ({repo, run, squad}) => {
	writeFileSync(join(repo, 'login.js'), 'export const login = 0;\n');
	run('git', 'init', '-q', '-b', 'main');
	run('git', 'add', '-A');
	run('git', '-c', 'user.name=shop', '-c', 'user.email=shop@localhost', 'commit', '-q', '-m', 'start');
	for (const {title, prompt} of SESSIONS) squad('new', title, '--agent', 'demo', '--prompt', prompt);
	for (const {title, until: activity, status: wanted = 'active', finally: last, lines} of SESSIONS) {
		await until(`${title} is ${wanted}, ${activity}`, () => {
			const now = JSON.parse(squad('status', title, '--json'));
			return now.activity === activity && now.status === wanted;
		});
		const {worktreePath} = JSON.parse(squad('status', title, '--json'));
		writeFileSync(join(worktreePath, 'work.js'), 'one line of work\n'.repeat(lines));
		// Measures what has changed.
		squad('status', title);
		if (last !== undefined) squad(last, title);
	}
};

/** Opens the TUI and takes what the terminal shows when all of it is there. */
const recordScreen = async ({tmux}) => {
	const {columns, rows} = SIZE;
	tmux('new-session', '-d', '-x', String(columns), '-y', String(rows), 'squad');
	const screen = () => tmux('capture-pane', '-p', '-e');
	const isThere = text => ['Shall I push', '❯', '+148', 'MB', 'attach'].every(part => text.includes(part));
	await until('the TUI shows everything', () => isThere(screen()));
	// Memory and changes of all the others.
	await sleep(6000);
	return screen().replace(/\n$/, '');
};

const endWorld = ({folder, run, tmux, squad}) => {
	const quietly = work => {
		try {
			work();
		} catch {
			// Not there any more, or never was: both are what we want.
		}
	};
	// Two of them work on for ten minutes: nobody waits for that.
	quietly(() => squad('end', '--force', ...JSON.parse(squad('ls', '--json')).map(({id}) => id)));
	quietly(() => tmux('kill-server'));
	quietly(() => run('tmux', '-S', join(folder, 'squad.sock'), 'kill-server'));
	rmSync(folder, {recursive: true, force: true, maxRetries: 5});
};

const world = makeWorld();
try {
	await startSessions(world);
	const screen = await recordScreen(world);
	writeFileSync(
		join(ROOT, 'docs/screen.svg'),
		drawScreen(screen, {columns: SIZE.columns, title: 'squad: nine sessions, one of them asks'}),
	);
	process.stdout.write(`${screen}\x1b[0m\n`);
} finally {
	endWorld(world);
}

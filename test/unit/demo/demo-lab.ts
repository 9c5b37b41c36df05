import {execFileSync, spawnSync} from 'node:child_process';
import {existsSync, mkdirSync, mkdtempSync, readdirSync, realpathSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {setTimeout as sleep} from 'node:timers/promises';
import {fileURLToPath} from 'node:url';
import {build} from 'esbuild';
import {onTestFinished} from 'vitest';

const ENTRY = fileURLToPath(new URL('../../../src/demo/demo-agent.ts', import.meta.url));
const FOLDER = realpathSync(mkdtempSync(join(tmpdir(), 'squad-demo-agent-')));
const PROGRAM = join(FOLDER, 'demo-agent.cjs');

/** Only this program, built here: dist may be old, or the rest of squad may not build at the moment. */
export const buildDemoAgent = () =>
	build({entryPoints: [ENTRY], outfile: PROGRAM, bundle: true, platform: 'node', target: 'node20.19', format: 'cjs'});

export const removeDemoAgent = () => rmSync(FOLDER, {recursive: true, force: true});

const tmuxOn =
	(socket: string) =>
	(...words: string[]): string =>
		execFileSync('tmux', ['-S', socket, '-f', '/dev/null', ...words], {
			encoding: 'utf8',
			stdio: ['ignore', 'pipe', 'pipe'],
			// A call that hangs would also hold up the test's own time limit.
			timeout: 10_000,
		});

/** What can be done with a pane, and waited for in it. */
const paneOf = (tmux: ReturnType<typeof tmuxOn>) => {
	const ask = (format: string): string => tmux('display-message', '-p', '-t', '=demo:', format).trimEnd();
	const press = (...keys: string[]): string => tmux('send-keys', '-t', '=demo:', ...keys);
	const screen = (): string => tmux('capture-pane', '-p', '-J', '-S', '-', '-t', '=demo:');
	const eventually = async (what: string, isTrue: () => boolean): Promise<void> => {
		for (const end = Date.now() + 15_000; !isTrue(); await sleep(50)) {
			if (Date.now() > end) throw new Error(`never saw ${what}; title ${ask('#{pane_title}')}; screen:\n${screen()}`);
		}
	};
	return {
		ask,
		press,
		screen,
		say: (text: string) => {
			press('-l', text);
			press('Enter');
		},
		see: (text: string | RegExp) =>
			eventually(String(text), () => (typeof text === 'string' ? screen().includes(text) : text.test(screen()))),
		seeTitle: (title: RegExp) => eventually(`title ${title}`, () => title.test(ask('#{pane_title}'))),
		exitCode: async () => {
			// The pane counts as dead once its terminal is closed, a moment before tmux has learnt the code. And tmux 3.3a now
			// and then misses that a child has ended, until another one does: hence the run-shell, which may hang likewise.
			await eventually('its end', () => tmux('run-shell', '-b', 'true') === '' && ask('#{pane_dead_status}') !== '');
			return ask('#{pane_dead_status}');
		},
	};
};

/** A directory, a home for conversations and a tmux server of their own, all gone after the test. */
export const demoLab = () => {
	const root = mkdtempSync(join(FOLDER, 'lab-'));
	const [cwd, home, socket] = [join(root, 'work'), join(root, 'home'), join(root, 'tmux.sock')];
	mkdirSync(cwd);
	onTestFinished(() => {
		spawnSync('tmux', ['-S', socket, 'kill-server'], {timeout: 10_000});
	});
	const env = {SQUAD_DEMO_HOME: home, SQUAD_DEMO_SPEED: '5'};
	const tmux = tmuxOn(socket);
	return {
		...paneOf(tmux),
		cwd,
		tmux,
		start: (args: readonly string[] = [], [x, y]: readonly [string, string] = ['80', '24']) => {
			const settings = Object.entries(env).flatMap(([name, value]) => ['-e', `${name}=${value}`]);
			// Whatever it leaves on the screen at its end can still be read.
			const server = 'start-server ; set-option -g remain-on-exit on ; new-session -d -s demo'.split(' ');
			tmux(...server, '-c', cwd, '-x', x, '-y', y, ...settings, process.execPath, PROGRAM, ...args);
		},
		stop: () => tmux('kill-session', '-t', '=demo'),
		conversations: () =>
			existsSync(home)
				? readdirSync(home, {recursive: true, encoding: 'utf8'}).filter(name => name.endsWith('.jsonl'))
				: [],
		plainly: (input: string, ...args: string[]) =>
			spawnSync(process.execPath, [PROGRAM, ...args], {
				cwd,
				input,
				encoding: 'utf8',
				timeout: 20_000,
				env: {...process.env, ...env},
			}),
	};
};

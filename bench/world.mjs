// A throw-away folder to measure in: its own home, squad, tmux server, agent and repositories.
import {spawn, spawnSync} from 'node:child_process';
import {chmodSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {fileURLToPath} from 'node:url';
import {agentScript, CONFIG} from './agent.mjs';
import {fillRepository} from './repository.mjs';

/** SQUAD_BENCH_CLI names another build, to compare two. */
export const CLI = process.env.SQUAD_BENCH_CLI ?? fileURLToPath(new URL('../dist/cli.cjs', import.meta.url));

/** Nothing else of the caller's gets in: NODE_EXTRA_CA_CERTS alone doubles node's start on some machines. */
const environmentOf = root => ({
	PATH: process.env.PATH,
	HOME: join(root, 'home'),
	TMPDIR: join(root, 'tmp'),
	LANG: 'C.UTF-8',
	TERM: 'xterm-256color',
	SHELL: '/bin/sh',
	GIT_CONFIG_NOSYSTEM: '1',
	SQUAD_HOME: join(root, 'squad'),
	SQUAD_TMUX_SOCKET: join(root, 't.sock'),
});

const furnish = root => {
	for (const folder of ['home', 'tmp', 'squad']) mkdirSync(join(root, folder), {mode: 0o700});
	writeFileSync(
		join(root, 'home/.gitconfig'),
		'[user]\n\tname = Bench\n\temail = bench@example.com\n[gc]\n\tauto = 0\n[init]\n\tdefaultBranch = main\n',
	);
	writeFileSync(join(root, 'agent'), agentScript);
	chmodSync(join(root, 'agent'), 0o755);
	writeFileSync(join(root, 'squad/config.json'), JSON.stringify(CONFIG(join(root, 'agent'))), {mode: 0o600});
};

/** Runs a program to its end; how long that took, in milliseconds, and what it said. Any failure is thrown. */
const runner =
	env =>
	(program, args, {cwd, input} = {}) =>
		new Promise((resolve, reject) => {
			const out = [];
			const err = [];
			const begun = process.hrtime.bigint();
			const child = spawn(program, args, {env, cwd, stdio: [input === undefined ? 'ignore' : 'pipe', 'pipe', 'pipe']});
			child.stdout.on('data', chunk => out.push(chunk));
			child.stderr.on('data', chunk => err.push(chunk));
			child.stdin?.end(input);
			child.on('error', reject);
			child.on('close', (code, signal) => {
				const ms = Number(process.hrtime.bigint() - begun) / 1e6;
				const said = Buffer.concat(err).toString();
				if (code === 0) resolve({ms, out: Buffer.concat(out).toString()});
				else reject(new Error(`${program} ${args.join(' ')}: ${signal ?? `exit ${code}`}\n${said}`));
			});
		});

/** Everything that runs in a world has its folder in its arguments or in its environment. */
const processesOf = root => {
	const args = process.platform === 'darwin' ? ['-axEww', '-o', 'pid=,command='] : ['axeww', '-o', 'pid=,args='];
	const lines = spawnSync('ps', args, {encoding: 'utf8', maxBuffer: 1 << 28}).stdout?.split('\n') ?? [];
	return lines.filter(line => line.includes(root)).map(line => Number.parseInt(line, 10));
};

const endNow = pid => {
	try {
		process.kill(pid, 'SIGKILL');
	} catch {
		// It ended by itself.
	}
};

const sleepNow = ms => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);

/** Blocking, so that it also ends when it is called from a signal or while the program exits. May run twice. */
const clearAway = root => {
	for (let tries = 0; tries < 100; tries++) {
		const left = processesOf(root);
		if (left.length === 0) break;
		left.forEach(endNow);
		sleepNow(20);
	}
	rmSync(root, {recursive: true, force: true, maxRetries: 10, retryDelay: 50});
};

const SIGNALS = {SIGINT: 130, SIGTERM: 143, SIGHUP: 129};

/** Gives a world to measure in, and leaves nothing of it behind: not after a failure, not after Ctrl-C. */
export const withWorld = async measure => {
	const root = realpathSync(mkdtempSync(join(tmpdir(), 'squad-bench-')));
	const env = environmentOf(root);
	const clear = () => clearAway(root);
	const onSignal = name => {
		clear();
		process.exit(SIGNALS[name]);
	};
	for (const name of Object.keys(SIGNALS)) process.on(name, onSignal);
	process.on('exit', clear);
	try {
		furnish(root);
		const run = runner(env);
		return await measure({
			root,
			env,
			agent: join(root, 'agent'),
			socket: env.SQUAD_TMUX_SOCKET,
			run,
			squad: (args, options) => run(process.execPath, [CLI, ...args], options),
			/** The yardstick: node's own start. */
			node: () => run(process.execPath, ['-e', '0']),
			tmux: (...args) => run('tmux', ['-S', env.SQUAD_TMUX_SOCKET, ...args]),
			repository: async (name, files) => {
				const path = join(root, name);
				await fillRepository(run, path, files);
				return path;
			},
		});
	} finally {
		clear();
		process.off('exit', clear);
		for (const name of Object.keys(SIGNALS)) process.off(name, onSignal);
	}
};

import {mkdir, mkdtemp, realpath, rm, writeFile} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {fileURLToPath} from 'node:url';
import {expect, vi} from 'vitest';
import {type AgentEvent, addAgent, type FixtureAgent} from './agents.ts';
import {eventually} from './eventually.ts';
import {killProcess, type Process, processesNaming, processesWith} from './processes.ts';
import {makeRepository} from './repository.ts';
import {type Run, type Running, type RunOptions, start} from './run.ts';
import type {Session} from './session-json.ts';
import {tracesIn} from './traces.ts';

/** Every test here starts real programs, on a machine that may be busy with others. */
vi.setConfig({testTimeout: 120_000, hookTimeout: 120_000});

const CLI = fileURLToPath(new URL('../../dist/cli.cjs', import.meta.url));

type Arguments = readonly (string | RunOptions)[];

const foldersOf = (root: string) => ({
	root,
	repo: join(root, 'repo'),
	home: join(root, 'home'),
	squadHome: join(root, 'squad'),
	config: join(root, 'squad', 'config.json'),
	bin: join(root, 'bin'),
	tmp: join(root, 'tmp'),
	socket: join(root, 'tmux.sock'),
});

const environmentOf = ({root, home, squadHome, bin, tmp, socket}: ReturnType<typeof foldersOf>) => ({
	PATH: `${bin}:${process.env.PATH}`,
	HOME: home,
	XDG_CONFIG_HOME: join(home, '.config'),
	XDG_DATA_HOME: join(home, '.local', 'share'),
	XDG_STATE_HOME: join(home, '.local', 'state'),
	XDG_CACHE_HOME: join(home, '.cache'),
	XDG_RUNTIME_DIR: tmp,
	TMPDIR: tmp,
	LANG: 'C.UTF-8',
	TERM: 'xterm-256color',
	SHELL: '/bin/sh',
	GIT_CONFIG_GLOBAL: join(home, '.gitconfig'),
	GIT_CONFIG_NOSYSTEM: '1',
	SQUAD_HOME: squadHome,
	SQUAD_DEMO_HOME: join(root, 'demo'),
	SQUAD_TMUX_SOCKET: socket,
});

const furnish = async (folders: ReturnType<typeof foldersOf>) => {
	await Promise.all([
		mkdir(folders.home),
		mkdir(folders.squadHome, {mode: 0o700}),
		mkdir(folders.bin),
		mkdir(folders.tmp, {mode: 0o700}),
	]);
	await writeFile(join(folders.home, '.gitconfig'), '[user]\n\tname = Lab\n\temail = lab@example.com\n');
	await writeFile(folders.config, '{"defaultAgent": "keeper"}\n', {mode: 0o600});
	const squad = `#!/bin/sh\nexec '${process.execPath}' '${CLI}' "$@"\n`;
	await writeFile(join(folders.bin, 'squad'), squad, {mode: 0o755});
};

/** A throw-away world in one folder: home, repository, tmux server, agents. `await using here = await lab();` */
export const lab = async () => {
	const folders = foldersOf(await realpath(await mkdtemp(join(tmpdir(), 'sq-'))));
	const {root, repo, squadHome, bin, config, socket, tmp} = folders;
	const baseEnv = environmentOf(folders);
	await furnish(folders);

	const split = (args: Arguments, cwd: string) => {
		const options = args.filter(arg => typeof arg !== 'string');
		const env = Object.assign({}, baseEnv, ...options.map(option => option.env));
		return {words: args.filter(arg => typeof arg === 'string'), options: Object.assign({cwd}, ...options, {env})};
	};
	const begin = (program: string, args: Arguments): Running => {
		const {words, options} = split(args, repo);
		return start(program, words, options);
	};
	const run = (program: string, ...args: Arguments) => begin(program, args).done;
	const start_ = (...args: Arguments) => begin(process.execPath, [CLI, ...args]);
	const squad = (...args: Arguments): Promise<Run> => start_(...args).done;
	const git = async (...args: Arguments) => {
		const {code, stdout, stderr} = await run('git', ...args);
		if (code !== 0) throw new Error(`git ${args.join(' ')}: exit ${code}\n${stderr}`);
		return stdout.replace(/\n$/, '');
	};
	const tmux = (...args: Arguments) => run('tmux', '-S', socket, ...args);
	const agents = new Map<string, FixtureAgent>();
	const agent = async (name: string, script: string, definition?: Readonly<Record<string, unknown>>) => {
		const added = await addAgent({bin, config}, name, script, definition);
		agents.set(name, added);
		return added;
	};

	await makeRepository(git, repo);
	const keeper = await agent('keeper', 'keeper');

	const create = async (...args: Arguments): Promise<Session> => {
		const made = await squad('new', '--json', ...args);
		expect(made.code, `squad new ${args.join(' ')}\n${made.stdout}${made.stderr}`).toBe(0);
		const value = made.json<Session & {session?: Session}>();
		return value.session ?? value;
	};
	/** The nth time that the session's agent was ready for its user. */
	const ready = (id: string, times = 1): Promise<AgentEvent> =>
		eventually(
			async () => {
				const events = (await Promise.all([...agents.values()].map(one => one.events(id)))).flat();
				return events.filter(({event}) => event === 'ready')[times - 1] ?? false;
			},
			{what: `start ${times} of the agent of ${id}`},
		);
	const processes = () => processesWith(`SQUAD_HOME=${squadHome}`);
	/** What outlived the death of its terminal, found when the lab was taken down. */
	const leftovers: Process[] = [];

	return {
		...folders,
		env: baseEnv,
		keeper,
		agent,
		squad,
		start: start_,
		run,
		git,
		tmux,
		create,
		ready,
		processes,
		leftovers,
		/** `new`, and the agent is at its prompt. */
		running: async (...args: Arguments) => {
			const session = await create(...args);
			await ready(session.id);
			return session;
		},
		status: async (id: string) => (await squad('status', id, '--json')).json<Session>(),
		list: async (...args: Arguments) => (await squad('ls', '--json', ...args)).json<Session[]>(),
		/** For the end of every error path: repositories sound, no lock, no scratch file. */
		expectNoTrace: async (...repositories: string[]) =>
			expect(
				await tracesIn({run, squadHome, tmp, repositories: repositories.length > 0 ? repositories : [repo]}),
			).toEqual([]),
		[Symbol.asyncDispose]: async () => {
			await tmux('kill-server').catch(() => undefined);
			await eventually(() => processes().length === 0, {withinMs: 2000}).catch(() => undefined);
			leftovers.push(...processes());
			// A squad that was killed may have left a tmux that was only just starting its server.
			for (const {pid} of [...leftovers, ...processesNaming(socket)]) killProcess(pid);
			await rm(root, {recursive: true, force: true, maxRetries: 5, retryDelay: 50});
		},
	};
};

export type Lab = Awaited<ReturnType<typeof lab>>;

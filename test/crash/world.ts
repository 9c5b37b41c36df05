import {chmod, copyFile, mkdir, readFile, rm, unlink} from 'node:fs/promises';
import {join} from 'node:path';
import {fileURLToPath} from 'node:url';
import {put} from '../support/dirt.ts';
import {type Lab, lab} from '../support/lab.ts';
import type {Run} from '../support/run.ts';
import type {Session} from '../support/session-json.ts';
import {type Snapshot, snapshot} from '../support/snapshot.ts';

const PRELOAD = fileURLToPath(new URL('die-at.cjs', import.meta.url));
const CLI = fileURLToPath(new URL('../../dist/cli.cjs', import.meta.url));
const AGENT = fileURLToPath(new URL('../fixtures/agents/sheller.sh', import.meta.url));

/** A session and what it must always be found to have. */
export type Charge = {
	readonly id: string;
	readonly cwd: string;
	readonly token: string;
	readonly branch: string;
	readonly before: Snapshot;
};

/** A lab with the light agent, whose squad can be killed at any boundary. */
export const crashWorld = async () => {
	const here = await lab();
	const agentHome = join(here.root, 'talks');
	await mkdir(agentHome);
	const program = join(here.bin, 'sheller');
	await copyFile(AGENT, program);
	await chmod(program, 0o755);
	await here.agent('sheller', '#!/bin/sh\n', {command: program, env: {AGENT_HOME: agentHome}});
	await copyFile(AGENT, program);
	await chmod(program, 0o755);
	await here.squad('config', 'set', 'defaultAgent', 'sheller');
	for (const name of ['local.conf', 'assumed.conf', 'tool.sh', 'doomed']) await put(here.repo, name);
	await put(here.repo, '.gitattributes', '*.txt text eol=lf\n');
	await here.git('add', '-A');
	await here.git('commit', '-qm', 'what the sessions work on');
	const listFile = join(here.root, 'boundaries');

	/** Runs squad and kills it just before its nth boundary; 0 lets it live and lists all boundaries. */
	const dieAt = async (n: number, ...args: string[]): Promise<Run & {boundaries: string[]}> => {
		await rm(listFile, {force: true});
		const env = {CRASH_AT: String(n), CRASH_LIST: listFile};
		const run = await here.run(process.execPath, '-r', PRELOAD, CLI, ...args, {env});
		const text = await readFile(listFile, 'utf8').catch(() => '');
		return {...run, boundaries: text.split('\n').filter(Boolean)};
	};
	/** The same without a list: several at once. */
	const crowdRun = (env: Readonly<Record<string, string>>, ...args: string[]): Promise<Run> =>
		here.run(process.execPath, '-r', PRELOAD, CLI, ...args, {env});
	const events = async (): Promise<string[]> =>
		(await readFile(join(agentHome, 'events'), 'utf8').catch(() => '')).split('\n').filter(Boolean);
	return {...here, dieAt, crowdRun, events, agentHome};
};

export type CrashWorld = Awaited<ReturnType<typeof crashWorld>>;

/** One of each kind of unsaved work that squad treats in its own way; the kinds by themselves are tested elsewhere. */
const makeWork = async (here: Lab, cwd: string): Promise<void> => {
	await put(cwd, 'README.md', 'staged\n');
	await put(cwd, 'added', 'added\n');
	await here.git('add', 'README.md', 'added', {cwd});
	await put(cwd, 'README.md', 'staged and changed\n');
	await put(cwd, 'announced', 'announced\n');
	await here.git('add', '-N', 'announced', {cwd});
	await unlink(join(cwd, 'doomed'));
	await chmod(join(cwd, 'tool.sh'), 0o755);
	await put(cwd, 'new/untracked', 'untracked\n');
	await put(cwd, 'new/lines.txt', 'line ends that git changes\r\n');
	await put(cwd, '.env', 'SECRET=ignored\n');
	await put(cwd, 'node_modules/deep/ignored', 'ignored\n');
	await here.git('update-index', '--skip-worktree', 'local.conf', {cwd});
	await here.git('update-index', '--assume-unchanged', 'assumed.conf', {cwd});
	await put(cwd, 'local.conf', 'hidden\n');
	await put(cwd, 'assumed.conf', 'assumed\n');
};

export const chargeOf = async (here: CrashWorld, session: Session): Promise<Charge> => ({
	id: session.id,
	cwd: session.locationPath,
	token: session.token ?? '',
	branch: session.branch ?? '',
	before: await snapshot(here, session.locationPath),
});

/** A running session with every kind of work. */
export const newCharge = async (here: CrashWorld, title = 'work'): Promise<Charge> => {
	const session = await here.create(title);
	await makeWork(here, session.locationPath);
	return chargeOf(here, session);
};

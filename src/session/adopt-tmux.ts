import {spawnSync} from 'node:child_process';
import {basename} from 'node:path';
import {panePlaces} from '../tmux/foreign.ts';
import {TmuxError} from '../tmux/tmux-error.ts';
import {type Adopted, adopt} from './adopt.ts';
import {builtInAgents} from './agents/table.ts';
import {SquadError} from './errors.ts';
import type {World} from './held.ts';
import {allProcesses, treeOf} from './processes.ts';
import {loadSettings} from './settings.ts';

/** The command lines of processes, each as its first words. */
const commandLines = (pids: readonly number[]): string[][] =>
	spawnSync('ps', ['-o', 'args=', '-p', pids.join(',')], {encoding: 'utf8'})
		.stdout.split('\n')
		.map(line => line.trim().split(/\s+/).slice(0, 3));

const programName = (word: string): string => basename(word).replace(/\.[cm]?js$/, '');

/** The agent that one of some programs is: by the name of the program, or of the script that it runs. PURE. */
export const agentAmong = (
	lines: readonly (readonly string[])[],
	agents: Readonly<Record<string, string>>,
): string | undefined =>
	lines
		.flat()
		.map(programName)
		.flatMap(word => Object.keys(agents).find(name => programName(agents[name] ?? '') === word) ?? [])[0];

/** Makes a session of a tmux session on another server. Its processes stay where they are: no process can move. */
export const adoptTmux = async (
	world: World,
	{session, socket, agent}: {session: string; socket: string | undefined; agent: string | undefined},
	dryRun: boolean,
): Promise<Adopted & {readonly stillRuns: string | null}> => {
	const panes = await panePlaces(socket ?? 'default', session).catch((cause: unknown) => {
		if (!(cause instanceof TmuxError)) {
			throw cause;
		}
		throw new SquadError(
			'no_such_session',
			`tmux: ${cause.message}`,
			'`tmux ls` lists the sessions; -L or -S names another server',
		);
	});
	const custom = (await loadSettings(world.home)).settings.agents;
	const commands = Object.fromEntries([
		...Object.entries(builtInAgents).map(([name, one]) => [name, one.command]),
		...Object.entries(custom).map(([name, one]) => [name, one.command ?? name]),
	]);
	const everything = allProcesses();
	const seen = panes.map(pane => {
		const pids = treeOf([pane.pid], everything).map(one => one.pid);
		return {...pane, agent: agentAmong(commandLines([pane.pid, ...pids]), commands)};
	});
	const main = seen.find(pane => pane.agent !== undefined) ?? seen[0];
	const name = agent ?? main?.agent ?? null;
	const done = await adopt(world, {directory: main?.directory ?? '/', title: session, agent: name}, dryRun);
	return {...done, stillRuns: main?.agent ?? null};
};

import {isTaken, openSession, type Window} from '../tmux/session.ts';
import {outliveCompany} from './company.ts';
import type {Start} from './continuing.ts';
import {agentEnvironment} from './environment.ts';
import {SquadError} from './errors.ts';
import {type Held, readJson} from './held.ts';
import {launchArgv} from './launch.ts';
import {layWires} from './lay-wires.ts';
import {forgetStart, noteStart} from './pending-start.ts';
import {requirePlace} from './place.ts';
import type {LayerState} from './plan.ts';
import {prepareWorktree} from './prepare-worktree.ts';
import {commandOf} from './program.ts';
import {savedScreen} from './screen-layer.ts';
import {behindSetup} from './setup.ts';
import {isFirstStart, refuseSilentFreshStart, startOfAgent} from './starting.ts';

export type Raising = {
	readonly fresh: boolean;
	readonly prompt: string | undefined;
	/** How the agent was started. */
	readonly began?: ((start: Start) => void) | undefined;
	/** What this layer was just observed to be; looked up where it is not given. */
	readonly agent?: LayerState;
};

const DEFAULT_SIZE = {columns: 200, rows: 50};

const requireWorkers = (held: Held): void => {
	const {id, workers} = held.record();
	if (workers.length === 0) {
		throw new SquadError(
			'damaged_record',
			`the record of ${id} names no worker`,
			`mend ${held.home.record(id)} by hand`,
			id,
		);
	}
};

/** What tmux takes. */
const isSize = (cells: number): boolean => Number.isInteger(cells) && cells >= 1 && cells <= 10_000;

const sizeOf = (held: Held): {columns: number; rows: number} => {
	const saved = savedScreen(held.home, held.record().id, 'agent');
	const found =
		saved === undefined
			? undefined
			: (readJson(saved.replace(/\.ansi$/, '.json')) as {size?: Partial<typeof DEFAULT_SIZE>} | null | undefined);
	const {columns = 0, rows = 0} = found?.size ?? {};
	return isSize(columns) && isSize(rows) ? {columns, rows} : DEFAULT_SIZE;
};

/** Starts all workers of a session in a new tmux session of the same name. Where there is one already, all is as before. */
export const launchWorkers = async (held: Held, raising: Raising): Promise<void> => {
	const start = await startOfAgent(held, raising.fresh);
	if (start.how === 'impossible') {
		await refuseSilentFreshStart(held, raising.fresh);
		return;
	}
	requirePlace(held.record());
	requireWorkers(held);
	raising.began?.(start);
	const {id, locationPath, workers, launches, token, lastPrompt} = held.record();
	// A first start that was cut off still owes the agent its first prompt.
	const isFirst = isFirstStart(held);
	const owed = isFirst ? (lastPrompt ?? undefined) : undefined;
	const prompt = raising.prompt ?? (start.how === 'summary' ? start.prompt : owed);
	const launch = isFirst ? 1 : launches + 1;
	const agent = await held.agent();
	held.tell(agent === null ? 'opening a terminal' : `starting ${agent.name}`);
	const resumedAt = isFirst ? undefined : new Date().toISOString();
	if (isFirst) {
		await prepareWorktree(held);
	}
	const windows = await Promise.all(
		workers.map(async ({id: worker, name, type}, at): Promise<Window> => {
			const saved = savedScreen(held.home, id, worker);
			const screen = saved === undefined || resumedAt === undefined ? {} : {savedScreen: saved, resumedAt};
			const isAgent = type === 'agent' && agent !== null;
			const command = isAgent
				? await commandOf(held, agent, start.args, prompt, layWires(held, agent, launch))
				: {command: [held.world.env.SHELL || '/bin/sh']};
			const argv = at === 0 ? behindSetup(held.home, id, command.command) : command.command;
			const exitFile = held.home.exitCode(id, worker);
			return {worker, name, argv: launchArgv({...screen, ...command, command: argv, exitFile})};
		}),
	);
	const squad = {SQUAD_SESSION_ID: id, SQUAD_HOME: held.home.root, SQUAD_TMUX_SOCKET: held.tmux.socketPath};
	const {environment} = (await held.settings()).settings;
	const env = agentEnvironment(held.world.env, agent?.env ?? {}, squad, environment);
	// Written before the start: a second start must never be taken for the first.
	noteStart(held, {how: start.how, token: start.token, isFirst});
	held.update({
		launches: launch,
		token: start.how === 'fresh' || start.how === 'summary' ? start.token : (start.token ?? token),
	});
	held.sight.panes = undefined;
	await openSession(held.tmux, {
		name: id,
		directory: locationPath,
		size: sizeOf(held),
		env,
		windows: windows as [Window, ...Window[]],
	}).catch(cause => {
		if (isTaken(cause)) {
			held.update({launches, token});
			forgetStart(held);
		}
		throw cause;
	});
	if (start.how === 'fresh' || start.how === 'summary') {
		outliveCompany(held);
	}
};

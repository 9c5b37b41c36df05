import {existsSync, realpathSync, statSync} from 'node:fs';
import {branchExists, currentBase, mergeBase} from '../git/branch.ts';
import {commitOf, repositoryAt} from '../git/repository.ts';
import {isWorktree, statusOf, topOf} from '../git/worktree.ts';
import type {Agent} from './agents/agent.ts';
import {agentNamed} from './agents/table.ts';
import {freeId, workersOf} from './create.ts';
import {SquadError} from './errors.ts';
import type {World} from './held.ts';
import {agentHome} from './learn-token.ts';
import {withLock} from './lock.ts';
import {cleanTitle, slugOf} from './names.ts';
import {readRecords, writeRecord} from './records.ts';
import type {SessionRecord} from './session.ts';
import {loadSettings} from './settings.ts';

/** Something that squad did not make, to become a session. */
export type Foundling = {
	readonly directory: string;
	readonly title: string;
	/** An agent's name; null for only a terminal. */
	readonly agent: string | null;
	readonly args?: readonly string[];
	/** Where a worktree belongs that is away now. */
	readonly missing?: {readonly repo: string; readonly branch: string; readonly baseCommit: string | null};
};

export type Adopted = {
	readonly title: string;
	readonly directory: string;
	readonly branch: string | null;
	readonly agent: string | null;
	/** null: it was not adopted, or only would have been. */
	readonly id: string | null;
	/** The conversation that a resume continues, where one was found. */
	readonly token: string | null;
	/** Why it was left alone; null if it was not. */
	readonly why: string | null;
};

type Place = Pick<
	SessionRecord,
	'type' | 'repo' | 'locationPath' | 'worktreePath' | 'branch' | 'base' | 'baseCommit' | 'adopted'
>;

const asItIs = (locationPath: string): Place => ({
	type: 'quick',
	repo: null,
	locationPath,
	worktreePath: null,
	branch: null,
	base: null,
	baseCommit: null,
});

/** A worktree beside the main one is worked with as such; the main one, or no repository at all, is left as it is. */
const placeOf = async ({directory, missing}: Foundling): Promise<Place> => {
	if (missing !== undefined) {
		const {repo, branch, baseCommit} = missing;
		const base = await currentBase(repo);
		return {
			type: 'worktree',
			repo,
			locationPath: directory,
			worktreePath: directory,
			branch,
			base: base?.name ?? null,
			baseCommit: (baseCommit && (await commitOf(repo, baseCommit))) ?? base?.commit ?? null,
		};
	}
	if (!(statSync(directory, {throwIfNoEntry: false})?.isDirectory() ?? false)) {
		throw new SquadError('usage', `${directory} is not a directory`, 'name a worktree or directory that exists');
	}
	const real = realpathSync(directory);
	const repository = await repositoryAt(real);
	const top = repository === undefined ? real : await topOf(real).catch(() => real);
	if (repository === undefined || top === repository.root || !isWorktree(top, repository.root)) {
		return asItIs(real);
	}
	const {branch, head} = await statusOf(top);
	const base = await currentBase(repository.root);
	return {
		type: 'worktree',
		adopted: true,
		repo: repository.root,
		locationPath: top,
		worktreePath: top,
		branch,
		base: base?.name ?? null,
		baseCommit: (base && head && (await mergeBase(repository.root, base.commit, head))) ?? base?.commit ?? null,
	};
};

const chooseAgent = async (world: World, name: string | null, repo: string | null): Promise<Agent | null> => {
	if (name === null) {
		return null;
	}
	const agent = agentNamed(name, (await loadSettings(world.home, repo)).settings.agents);
	if (agent === undefined) {
		throw new SquadError('missing', `there is no agent ${JSON.stringify(name)}`, '`squad doctor` lists the agents');
	}
	return agent;
};

const recordOf = (world: World, found: Foundling, place: Place, agent: Agent | null): SessionRecord => {
	const [newest] = agent?.conversations?.(place.locationPath, agentHome(world, agent)) ?? [];
	const now = new Date().toISOString();
	const title = cleanTitle(found.title) || 'adopted';
	return {
		schema: 1,
		id: freeId(world, slugOf(title) === '' ? (agent?.name ?? 'session') : title),
		title,
		createdAt: now,
		...place,
		sharesWorktreeOf: null,
		madeBranch: false,
		agent: agent?.name ?? null,
		args: [...(found.args ?? [])],
		task: null,
		intent: 'paused',
		pausedAt: now,
		resumedAt: null,
		pauseState: {
			pausedAt: now,
			reason: 'user',
			depth: 'cold',
			stash: null,
			scrollback: [],
			worktreeRemoved: !existsSync(place.locationPath),
			lastAction: null,
			pendingTasks: [],
		},
		token: newest?.token ?? null,
		// With a conversation to continue this is no first start, even if squad did not make the one before.
		launches: newest === undefined ? 0 : 1,
		lastPrompt: null,
		workers: workersOf(agent, now),
		lastError: null,
		diff: null,
	};
};

/** Makes a session of something that squad did not make. Nothing is moved, nothing is started, nothing is ended. */
export const adopt = async (world: World, found: Foundling, dryRun: boolean): Promise<Adopted> => {
	const place = await placeOf(found);
	const agent = await chooseAgent(world, found.agent, place.repo);
	const told = {title: found.title, directory: place.locationPath, branch: place.branch, agent: agent?.name ?? null};
	const here = readRecords(world.home).records.find(record => record.locationPath === place.locationPath);
	if (here !== undefined) {
		return {...told, id: null, token: null, why: `it is the place of ${here.id} already`};
	}
	const record = recordOf(world, found, place, agent);
	if (dryRun) {
		return {...told, id: null, token: record.token, why: null};
	}
	world.prepare();
	await withLock(world.home, record.id, 'adopt', async () => writeRecord(world.home, record));
	return {...told, id: record.id, token: record.token, why: null};
};

/** Whether a worktree that is away can be brought back. */
export const canComeBack = async (repo: string, branch: string): Promise<boolean> =>
	existsSync(repo) && (await repositoryAt(repo)) !== undefined && (await branchExists(repo, branch));

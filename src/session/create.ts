import {existsSync, realpathSync, statSync} from 'node:fs';
import {join, resolve} from 'node:path';
import {
	type Base,
	branchExists,
	checkedOutAt,
	currentBase,
	isBranchName,
	mergeBase,
	resolveBase,
} from '../git/branch.ts';
import {hasCommit, type Repository, repositoryAt} from '../git/repository.ts';
import type {Agent} from './agents/agent.ts';
import {agentNamed} from './agents/table.ts';
import {carryOut} from './carry-out.ts';
import {SquadError} from './errors.ts';
import {hold, type World} from './held.ts';
import {writeJournal} from './journal.ts';
import {withLock} from './lock.ts';
import {cleanTitle, idFrom, randomSuffix, repoSlug, slugOf, titleFrom} from './names.ts';
import {waitUntilSetUp} from './prepare-worktree.ts';
import {requireProgram} from './program.ts';
import {refuseUngivable, refuseUntypable} from './prompt-text.ts';
import {writeRecord} from './records.ts';
import {redact} from './secrets/redact.ts';
import {typePrompt} from './send.ts';
import {keyOf, type SessionRecord, type Worker} from './session.ts';
import {type Loaded, loadSettings, requireSafe, type Settings} from './settings.ts';
import {setupOf} from './setup.ts';
import {waitUntilStarted} from './started.ts';
import {newUuid} from './uuid.ts';
import {requireVersions} from './versions.ts';

export type NewSession = {
	readonly title?: string | undefined;
	readonly agent?: string | undefined;
	readonly prompt?: string | undefined;
	readonly base?: string | undefined;
	readonly branch?: string | undefined;
	/** Where the repository is looked for, or the quick session's place. */
	readonly directory: string;
	readonly quick: boolean;
	readonly with?: SessionRecord | undefined;
	readonly noAgent: boolean;
	readonly args: readonly string[];
};

/** Where a session works and on what: everything of a record that depends on the place. */
type Place = Pick<
	SessionRecord,
	| 'type'
	| 'repo'
	| 'locationPath'
	| 'worktreePath'
	| 'sharesWorktreeOf'
	| 'branch'
	| 'madeBranch'
	| 'base'
	| 'baseCommit'
	| 'adopted'
>;

const isDirectory = (path: string): boolean => statSync(path, {throwIfNoEntry: false})?.isDirectory() ?? false;

const existingDirectory = (path: string): string => {
	if (!isDirectory(path)) {
		throw new SquadError('usage', `${path} is not a directory`, 'name one that exists');
	}
	return realpathSync(path);
};

const quickPlace = (directory: string): Place => ({
	type: 'quick',
	repo: null,
	locationPath: existingDirectory(directory),
	worktreePath: null,
	sharesWorktreeOf: null,
	branch: null,
	madeBranch: false,
	base: null,
	baseCommit: null,
});

const sharedPlace = (owner: SessionRecord): Place => ({
	type: owner.type,
	repo: owner.repo,
	locationPath: owner.locationPath,
	worktreePath: owner.worktreePath,
	sharesWorktreeOf: owner.worktreePath === null ? null : (owner.sharesWorktreeOf ?? owner.id),
	branch: owner.branch,
	// Whoever is removed last takes the branch along, if squad made it.
	madeBranch: owner.madeBranch,
	base: owner.base,
	baseCommit: owner.baseCommit,
	...(owner.adopted ? {adopted: true} : {}),
});

const findRepository = async (directory: string): Promise<Repository> => {
	const repository = await repositoryAt(existingDirectory(directory));
	if (repository === undefined) {
		throw new SquadError(
			'not_a_repository',
			`${directory} is not inside a git repository`,
			'use --repo <dir>, or --quick for a session without a worktree',
		);
	}
	if (!(await hasCommit(directory))) {
		throw new SquadError(
			'no_commit',
			`${repository.root} has no commit yet, so there is nothing to make a worktree from`,
			'commit something first (`git commit --allow-empty -m start`), or use --quick',
		);
	}
	return repository;
};

const chooseBase = async (directory: string, wanted: string | undefined): Promise<Base> => {
	const base = wanted === undefined ? await currentBase(directory) : await resolveBase(directory, wanted);
	if (base === undefined) {
		throw new SquadError(
			'usage',
			`there is no branch, tag or commit ${JSON.stringify(wanted ?? 'HEAD')}`,
			'`git branch -a` lists the branches; fetch it first if it is new',
		);
	}
	return base;
};

/** A branch of the user's choice: an existing one is worked on, a new one is made from the base. */
const chosenBranch = async (
	repo: string,
	branch: string,
	base: Base,
): Promise<Pick<Place, 'branch' | 'madeBranch' | 'base' | 'baseCommit'>> => {
	if (!(await isBranchName(repo, branch))) {
		throw new SquadError(
			'usage',
			`${JSON.stringify(branch)} is not a name for a branch`,
			'see `git help check-ref-format`',
		);
	}
	if (!(await branchExists(repo, branch))) {
		return {branch, madeBranch: true, base: base.name, baseCommit: base.commit};
	}
	const elsewhere = await checkedOutAt(repo, branch);
	if (elsewhere !== undefined) {
		throw new SquadError(
			'failed',
			`branch ${branch} is checked out at ${elsewhere}`,
			'choose another branch, or use `--with` for a further session in that worktree',
		);
	}
	return {
		branch,
		madeBranch: false,
		base: base.name,
		baseCommit: (await mergeBase(repo, branch, base.commit)) ?? base.commit,
	};
};

const refuseClash = async (repo: string, branch: string): Promise<void> => {
	const parts = branch.split('/');
	for (const depth of parts.keys()) {
		const above = parts.slice(0, depth).join('/');
		if (above !== '' && (await branchExists(repo, above))) {
			throw new SquadError(
				'failed',
				`branch ${branch} cannot be made: there is a branch ${above}`,
				'choose a name with --branch, or set branchPrefix',
			);
		}
	}
};

const worktreePlace = async (world: World, wanted: NewSession, id: string, settings: Settings): Promise<Place> => {
	const repository = await findRepository(wanted.directory);
	const base = await chooseBase(wanted.directory, wanted.base);
	const {root} = repository;
	const branch =
		wanted.branch === undefined
			? {branch: `${settings.branchPrefix}${id}`, madeBranch: true, base: base.name, baseCommit: base.commit}
			: await chosenBranch(root, wanted.branch, base);
	if (branch.madeBranch && branch.branch !== null) {
		await refuseClash(root, branch.branch);
	}
	const folder = join(settings.worktreeRoot ?? world.home.worktrees, repoSlug(root));
	const worktreePath = join(existsSync(folder) ? realpathSync(folder) : resolve(folder), id);
	return {type: 'worktree', repo: root, locationPath: worktreePath, worktreePath, sharesWorktreeOf: null, ...branch};
};

export const freeId = (world: World, title: string): string => {
	for (;;) {
		const id = idFrom(title, randomSuffix());
		if (!existsSync(world.home.session(id)) && !existsSync(join(world.home.trash, id))) {
			return id;
		}
	}
};

export const workersOf = (agent: Agent | null, createdAt: string): Worker[] =>
	agent === null
		? [{id: 'terminal', name: 'terminal', type: 'terminal', createdAt}]
		: [{id: 'agent', name: agent.name, type: 'agent', createdAt}];

const chooseAgent = (wanted: NewSession, {settings}: Loaded, env: NodeJS.ProcessEnv): Agent | null => {
	if (wanted.noAgent) {
		return null;
	}
	const name = wanted.agent ?? settings.defaultAgent;
	const agent = agentNamed(name, settings.agents);
	if (agent === undefined) {
		throw new SquadError(
			'missing',
			`there is no agent ${JSON.stringify(name)}`,
			'`squad doctor` lists the agents; define your own in config.json',
		);
	}
	requireProgram(agent, env, wanted.directory);
	return agent;
};

/** Everything that can be wrong is found before anything is made. */
const prepare = async (world: World, wanted: NewSession): Promise<{record: SessionRecord; agent: Agent | null}> => {
	world.tmux.refuseBadSocket();
	await requireVersions(world.home, wanted.quick ? ['tmux'] : ['git', 'tmux']);
	const repo =
		wanted.quick || wanted.with ? undefined : (await repositoryAt(existingDirectory(wanted.directory)))?.root;
	const loaded = await loadSettings(world.home, repo ?? wanted.with?.repo);
	requireSafe(loaded);
	const agent = chooseAgent(wanted, loaded, world.env);
	if (agent !== null) {
		(agent.promptArgs.length > 0 ? refuseUngivable : refuseUntypable)(wanted.prompt ?? '');
	}
	const title = cleanTitle(wanted.title ?? '') || titleFrom(redact(wanted.prompt ?? ''), agent?.name ?? null);
	const id = freeId(world, slugOf(title) === '' ? (agent?.name ?? 'session') : title);
	const place = wanted.with
		? sharedPlace(wanted.with)
		: wanted.quick
			? quickPlace(wanted.directory)
			: await worktreePlace(world, wanted, id, loaded.settings);
	const createdAt = new Date().toISOString();
	return {
		agent,
		record: {
			schema: 1,
			id,
			title,
			createdAt,
			...place,
			agent: agent?.name ?? null,
			args: [...wanted.args],
			task: null,
			intent: 'running',
			pausedAt: null,
			resumedAt: null,
			pauseState: null,
			token: agent !== null && agent.sessionIdArgs.length > 0 ? newUuid() : null,
			launches: 0,
			lastPrompt: wanted.prompt ?? null,
			workers: workersOf(agent, createdAt),
			lastError: null,
			diff: null,
		},
	};
};

const UP = {depth: 'cold', freeDisk: false} as const;

/** Makes a session and starts it. What fails after the checks leaves a session that says so and can be tried again. */
export const createSession = async (world: World, wanted: NewSession): Promise<SessionRecord> => {
	const {record, agent} = await prepare(world, wanted);
	world.prepare();
	const run = async (): Promise<SessionRecord> => {
		// Before the record: a session that is there at all is known to be half made.
		writeJournal(world.home, record.id, {verb: 'create', event: 'begin', wants: UP});
		writeRecord(world.home, record);
		const held = hold(world, record);
		const asArgument = agent !== null && agent.promptArgs.length > 0 ? wanted.prompt : undefined;
		await carryOut(held, 'create', UP, {fresh: false, prompt: asArgument, cameBack: () => undefined});
		await waitUntilStarted(held, false);
		if (wanted.prompt !== undefined && wanted.prompt !== '' && asArgument === undefined && agent !== null) {
			await waitUntilSetUp(held);
			await typePrompt(held, wanted.prompt, true);
		}
		// Until the agent has it, it may be needed again, word for word.
		return setupOf(world.home, record.id)?.state === 'begun'
			? held.record()
			: held.update({lastPrompt: wanted.prompt === undefined ? null : redact(wanted.prompt)});
	};
	return withLock(world.home, keyOf(record), 'create', run, undefined, record.id);
};

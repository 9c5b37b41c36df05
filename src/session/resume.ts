import {lowerAgent, raiseAgent} from './agent-layer.ts';
import {carryOut} from './carry-out.ts';
import type {Start} from './continuing.ts';
import {SquadError} from './errors.ts';
import {type Held, type World, withSession} from './held.ts';
import {underWay, writeJournal} from './journal.ts';
import {observe} from './layers.ts';
import {requirePlace, requireRepository, requireWorktree, waitForIndex} from './place.ts';
import {requireProgram} from './program.ts';
import {refuseUngivable, refuseUntypable} from './prompt-text.ts';
import {lowerScreen, panesOf} from './screen-layer.ts';
import {typePrompt} from './send.ts';
import type {SessionRecord} from './session.ts';
import {requireSafe} from './settings.ts';
import {waitUntilStarted} from './started.ts';
import {refuseSilentFreshStart, reminder} from './starting.ts';
import {isEnded, statusOf} from './status.ts';
import {requireVersions} from './versions.ts';

export type Resuming = {readonly fresh?: boolean | undefined; readonly prompt?: string | undefined};

export type Resumed = {
	readonly record: SessionRecord;
	/** Whether its processes were still there. */
	readonly path: 'warm' | 'cold';
	/** Where its work came from. */
	readonly source: 'worktree' | 'stash' | 'snapshot' | 'fresh';
	readonly conversation: Continued;
};

/** What became of the conversation: the same one, a new one, or a new one that was told what is known of the lost one. */
export type Continued = {readonly how: 'continued' | 'new' | 'summary'; readonly why: string | null};

const CONTINUED: Continued = {how: 'continued', why: null};

/** PURE. */
const continuedBy = (start: Start, fresh: boolean): Continued => {
	if (start.how === 'summary') return {how: 'summary', why: start.why};
	if (start.how !== 'fresh') return CONTINUED;
	return {how: 'new', why: fresh ? null : 'nothing was said in it before'};
};

const refuseEnded = (id: string): SquadError =>
	new SquadError(
		'ended',
		`${id} is ended and cannot be resumed`,
		'start a new session with `squad new`; its branch and data are kept',
		id,
	);

const isRunning = (id: string): SquadError =>
	new SquadError('wrong_state', `${id} is running`, `\`squad restart ${id} --fresh\` starts a new conversation`, id);

const sourceOf = (before: Awaited<ReturnType<typeof observe>>): Resumed['source'] =>
	before.work === 'down' || before.work === 'half' ? 'stash' : 'worktree';

/** Finds out everything that would stop a resume, before anything is changed. */
const check = async (held: Held, fresh: boolean): Promise<void> => {
	requireSafe(await held.settings());
	await requireVersions(held.home, ['git', 'tmux']);
	if (held.record().worktreePath === null) {
		requirePlace(held.record());
	}
	held.world.prepare();
	const agent = await held.agent();
	if (agent !== null) {
		requireProgram(agent, held.world.env, '/');
		await refuseSilentFreshStart(held, fresh);
	}
};

/** A conflict changes nothing: what the user wanted before still holds. */
const orAsBefore = async (held: Held, before: SessionRecord, run: () => Promise<void>): Promise<void> => {
	try {
		await run();
	} catch (cause) {
		if (cause instanceof SquadError && cause.code === 'conflict') {
			const {intent, pausedAt, resumedAt, lastError} = before;
			held.update({intent, pausedAt, resumedAt, lastError});
		}
		throw cause;
	}
};

/** A new conversation takes a new agent: the one that is only frozen goes. */
const endFrozen = async (held: Held) => {
	const {pauseState} = held.record();
	held.update({pauseState: pauseState && {...pauseState, depth: 'cold'}});
	await lowerAgent(held);
	return observe(held);
};

/** Brings a session back from wherever it is: paused, interrupted, failed, or half-way. Already running is fine. */
export const resumeSession = (
	world: World,
	record: SessionRecord,
	{fresh = false, prompt}: Resuming,
): Promise<Resumed> =>
	withSession(world, record, 'resume', async held => {
		const before = held.record();
		const panes = await panesOf(held);
		const now = {panes, underWay: underWay(held.home, before.id)?.verb};
		const status = statusOf(before, now);
		if (isEnded(before, now)) {
			throw refuseEnded(before.id);
		}
		const agent = await held.agent();
		// Before anything is touched: a continued agent is typed to, a new conversation may take its prompt as an argument.
		const isArgument = fresh && agent !== null && agent.promptArgs.length > 0;
		(isArgument ? refuseUngivable : refuseUntypable)(prompt ?? '');
		let facts = await observe(held);
		if (status === 'active' && facts.agent === 'up') {
			if (fresh) {
				throw isRunning(before.id);
			}
			await promptIfAny(held, prompt);
			return {record: before, path: 'warm', source: 'worktree', conversation: CONTINUED};
		}
		requireRepository(before);
		await (facts.work === 'up' || facts.work === 'none' ? undefined : waitForIndex(before));
		if (fresh && facts.agent === 'frozen') {
			facts = await endFrozen(held);
		}
		const mayContinue = facts.agent === 'frozen' || facts.agent === 'up';
		if (!mayContinue) {
			await check(held, fresh);
		}
		let path: 'warm' | 'cold' = mayContinue ? 'warm' : 'cold';
		let conversation = CONTINUED;
		held.update({intent: 'running', resumedAt: new Date().toISOString()});
		const asArgument = isArgument ? prompt : undefined;
		const continued = before.launches > 0 && !fresh;
		await orAsBefore(held, before, () =>
			carryOut(
				held,
				'resume',
				{depth: 'cold', freeDisk: false},
				{
					fresh,
					prompt: asArgument,
					began: start => {
						conversation = continuedBy(start, fresh);
					},
					cameBack: came => {
						path = came;
					},
				},
				facts,
			),
		);
		if (path === 'cold') {
			await waitUntilStarted(held, continued);
		}
		if (path === 'cold' && prompt === undefined && conversation.how === 'continued') {
			await remind(held);
		}
		await promptIfAny(held, asArgument === undefined ? prompt : undefined);
		return {record: held.record(), path, source: sourceOf(facts), conversation};
	});

const promptIfAny = async (held: Held, prompt: string | undefined): Promise<void> => {
	if (prompt !== undefined && prompt !== '') {
		await typePrompt(held, prompt, true);
	}
};

/** Only where it can be said: an agent that asks something is not talked over, and is resumed all the same. */
const remind = async (held: Held): Promise<void> => {
	try {
		await promptIfAny(held, await reminder(held));
	} catch (cause) {
		if (!(cause instanceof SquadError && cause.code === 'wrong_state')) {
			throw cause;
		}
	}
};

/** Starts the agent again, continued; everything else stays as it is. */
export const restartSession = (world: World, record: SessionRecord, fresh: boolean): Promise<SessionRecord> =>
	withSession(world, record, 'restart', async held => {
		const {id, intent} = held.record();
		if (intent !== 'running') {
			const hint = intent === 'paused' ? `\`squad resume ${id}\` continues it` : 'start a new session with `squad new`';
			throw new SquadError(intent === 'ended' ? 'ended' : 'wrong_state', `${id} is ${intent}, not running`, hint, id);
		}
		requireWorktree(held.record());
		await check(held, fresh);
		const wants = {depth: 'cold', freeDisk: false} as const;
		if ((await panesOf(held)).length > 0) {
			await lowerScreen(held);
		}
		writeJournal(held.home, id, {verb: 'restart', event: 'begin', wants});
		await lowerAgent(held);
		await raiseAgent(held, {fresh, prompt: undefined});
		held.update({lastError: null, pausedAt: null, pauseState: null});
		writeJournal(held.home, id, {verb: 'restart', event: 'end'});
		await waitUntilStarted(held, !fresh);
		return held.record();
	});

import {carryOut} from './carry-out.ts';
import {SquadError} from './errors.ts';
import {familyOf} from './families.ts';
import {type Held, type World, withSession} from './held.ts';
import {underWay} from './journal.ts';
import {observe} from './layers.ts';
import {hasRepository, requireRepository, waitForIndex} from './place.ts';
import {plan, type Wants} from './plan.ts';
import {type Decision, waitUntilSafe} from './safe-state.ts';
import {lookAtAgent} from './screen-layer.ts';
import type {PauseState, SessionRecord} from './session.ts';
import {abilitiesOf, isEnded, type Status, statusOf} from './status.ts';
import {refuseUnstashable} from './work-layer.ts';
import {waitUntilWritten} from './written.ts';

export type Pausing = {
	readonly timeoutSeconds?: number | undefined;
	readonly interrupt?: boolean | undefined;
	readonly force?: boolean | undefined;
	/** Asked while the agent is waited for: to go on waiting, press its interrupt key, go on regardless, or give up. */
	readonly decide?: (() => Decision) | undefined;
	readonly depth?: Wants['depth'] | undefined;
	readonly freeDisk?: boolean | undefined;
	readonly reason?: PauseState['reason'] | undefined;
	/** Told how much memory the session uses, in bytes, just before it is put away. */
	readonly measured?: ((rssBytes: number) => void) | undefined;
};

const endedError = (id: string): SquadError =>
	new SquadError(
		'ended',
		`${id} is ended`,
		'an ended session is kept for reading only; start a new one with `squad new`',
		id,
	);

const refuseState = (held: Held, status: Status, force: boolean): void => {
	const {id} = held.record();
	const may = abilitiesOf(status, true).canPause || ['paused', 'pausing', 'resuming'].includes(status);
	if (!may && !force) {
		throw new SquadError(
			'wrong_state',
			`${id} is ${status}, not running`,
			`\`squad resume ${id}\` continues it; --force puts its work away all the same`,
			id,
		);
	}
};

/** What says of a session that it is wanted paused; of one that is half-way, what was said before stays. */
const marksOf = (
	{pauseState, lastPrompt}: SessionRecord,
	{depth}: Wants,
	reason: PauseState['reason'] | undefined,
): Partial<SessionRecord> => {
	const pausedAt = pauseState?.pausedAt ?? new Date().toISOString();
	return {
		intent: 'paused',
		pausedAt,
		pauseState: {
			pausedAt,
			reason: reason ?? pauseState?.reason ?? 'user',
			depth,
			stash: pauseState?.stash ?? null,
			scrollback: pauseState?.scrollback ?? [],
			worktreeRemoved: false,
			lastAction: lastPrompt,
			pendingTasks: [],
		},
	};
};

/** Pauses a session: waits until that is safe, then lowers it layer by layer. Already paused is fine. */
export const pauseSession = (world: World, record: SessionRecord, options: Pausing): Promise<SessionRecord> =>
	withSession(world, record, 'pause', async held => {
		const {settings} = await held.settings();
		const {id, pauseState} = held.record();
		const wants: Wants = {
			depth: options.depth ?? 'cold',
			// What squad did not make it does not remove.
			freeDisk:
				!held.record().adopted && (options.freeDisk ?? (options.depth === 'warm' ? false : settings.pause.freeDisk)),
		};
		const force = options.force ?? false;
		// git and tmux are asked at the same time; what git says counts further down.
		const unstashable = wants.depth === 'cold' && hasRepository(held.record()) ? refuseUnstashable(held) : undefined;
		unstashable?.catch(() => undefined);
		const look = await lookAtAgent(held, true);
		const facts = {panes: look.panes, underWay: underWay(held.home, id)?.verb};
		const status = statusOf(held.record(), facts);
		if (isEnded(held.record(), facts)) {
			throw endedError(id);
		}
		refuseState(held, status, force);
		if (
			status === 'paused' &&
			plan('paused', await observe(held), wants).every(
				({layer}) => layer === 'screen' || (layer === 'work' && pauseState !== null),
			)
		) {
			return held.record();
		}
		if (wants.depth === 'cold') {
			requireRepository(held.record());
			await unstashable;
		}
		const patience = {
			timeoutSeconds: options.timeoutSeconds ?? settings.pause.timeoutSeconds,
			interrupt: options.interrupt ?? settings.pause.interrupt,
			force,
			decide: options.decide,
		};
		await waitUntilSafe(held, patience, look);
		if (!force && wants.depth === 'cold') {
			await waitUntilWritten(held);
		}
		await (wants.depth === 'cold' ? waitForIndex(held.record()) : undefined);
		options.measured?.(look.panes.reduce((sum, {dead, pid}) => sum + (dead ? 0 : familyOf(pid).rssBytes), 0));
		held.update(marksOf(held.record(), wants, options.reason));
		await carryOut(held, 'pause', wants, {fresh: false, prompt: undefined, cameBack: () => undefined});
		return held.record();
	});

import {SquadError} from '../../../session/errors.ts';
import type {SessionView} from '../../../session/view.ts';
import type {Operation} from '../../../session/watch/watch.ts';
import {PACE} from '../../commands/resume.ts';
import {AT_ONCE, type Pace, paced} from '../../several.ts';
import type {Actions} from '../keys/binding.ts';
import type {Crew} from './crew.ts';

type Squad = Crew['squad'];

type Decision = 'wait' | Parameters<Actions['decide']>[1];

type Moves = Pick<
	Actions,
	'pause' | 'pauseIdle' | 'decide' | 'resume' | 'resumeInterrupted' | 'restart' | 'end' | 'answer' | 'undo'
>;

/** Runs something with one session, its steps on its row. */
const runner =
	({squad, watch}: Crew) =>
	(id: string, verb: Operation['verb'], work: (telling: Squad) => Promise<unknown>): Promise<unknown> =>
		watch.run(id, verb, tell => work(squad.with({tell: (_, step) => tell(step)})));

/** For what waits for its agent first: the user may interrupt it, force it or think again. */
const patience = (run: ReturnType<typeof runner>) => {
	const decisions = new Map<string, Decision>();
	return {
		decide: (session: SessionView | null, decision: Decision): void => {
			if (session !== null) {
				decisions.set(session.id, decision);
			}
		},
		waiting: (
			id: string,
			verb: 'pause' | 'end',
			work: (telling: Squad, decide: () => Decision) => Promise<unknown>,
		): Promise<unknown> => {
			decisions.delete(id);
			return run(id, verb, telling =>
				work(telling, () => decisions.get(id) ?? 'wait').catch((cause: unknown) => {
					// Nothing has failed where nothing was wanted any more.
					const isCancelled = cause instanceof SquadError && cause.code === 'interrupted';
					if (!isCancelled || decisions.get(id) !== 'cancel') {
						throw cause;
					}
				}),
			);
		},
	};
};

/** What moves sessions: each runs on its own row and the rest stays usable. */
export const moves = (crew: Crew, say: (work: Promise<unknown>) => void): Moves => {
	const {squad, watch, change, notice} = crew;
	const run = runner(crew);
	const {waiting, decide} = patience(run);
	const pauseOne = (id: string): Promise<unknown> =>
		waiting(id, 'pause', (telling, decide) => telling.pause(squad.find(id), {decide}));
	const resumeOne = (id: string): Promise<unknown> => run(id, 'resume', telling => telling.resume(squad.find(id), {}));
	const each = (targets: readonly SessionView[], pace: Pace, one: (id: string) => Promise<unknown>): void => {
		const {operations} = watch.snapshot();
		const free = targets.map(({id}) => id).filter(id => operations.get(id)?.done ?? true);
		change({type: 'unmark'});
		say(paced(free, pace, one));
	};
	const pause = (targets: readonly SessionView[]): void =>
		each(
			targets.filter(one => one.canPause),
			AT_ONCE.pace,
			pauseOne,
		);
	const resume = (targets: readonly SessionView[]): void =>
		each(
			targets.filter(one => one.canResume),
			PACE,
			resumeOne,
		);
	const withOne = (
		session: SessionView | null,
		verb: Operation['verb'],
		work: (squad: Squad, id: string) => Promise<unknown>,
	) => (session === null ? undefined : say(run(session.id, verb, telling => work(telling, session.id))));
	return {
		pause,
		resume,
		pauseIdle: () => pause(watch.snapshot().sessions.filter(one => one.status === 'active' && one.activity === 'idle')),
		resumeInterrupted: () => resume(watch.snapshot().sessions.filter(({status}) => status === 'interrupted')),
		decide,
		restart: session => withOne(session, 'restart', (telling, id) => telling.restart(squad.find(id), false)),
		end: session =>
			session === null
				? undefined
				: say(waiting(session.id, 'end', (telling, decide) => telling.end(squad.find(session.id), {decide}))),
		answer: (session, choice) => withOne(session, 'answer', (telling, id) => telling.answer(squad.find(id), choice)),
		undo: () =>
			say(
				squad.undo().then(back => {
					notice(`${back.title} is back`, 'done');
					change({type: 'select', id: back.id});
				}),
			),
	};
};

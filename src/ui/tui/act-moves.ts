import type {SessionView} from '../../session/view.ts';
import {PACE} from '../commands/resume.ts';
import {AT_ONCE, paced} from '../several.ts';
import type {Crew} from './actions.ts';

type Selected = SessionView | null;

export type Decision = 'wait' | 'interrupt' | 'force' | 'cancel';

/** What moves sessions: each runs on its own row and the rest stays usable. */
export const moves = ({squad, watch, change, notice}: Crew, say: (work: Promise<unknown>) => void) => {
	/** What the user chose for pauses that wait. */
	const decisions = new Map<string, Decision>();

	const pauseOne = (id: string): Promise<unknown> =>
		watch.run(id, 'pause', tell => {
			decisions.delete(id);
			return squad
				.with({tell: (_, step) => tell(step)})
				.pause(squad.find(id), {decide: () => decisions.get(id) ?? 'wait'});
		});
	const pause = (targets: readonly SessionView[]): void => {
		change({type: 'unmark'});
		say(
			paced(
				targets.filter(one => one.canPause).map(({id}) => id),
				AT_ONCE.pace,
				pauseOne,
			),
		);
	};
	const resumeOne = (id: string): Promise<unknown> =>
		watch.run(id, 'resume', tell => squad.with({tell: (_, step) => tell(step)}).resume(squad.find(id), {}));
	return {
		pause,
		resume: (targets: readonly SessionView[]): void => {
			change({type: 'unmark'});
			say(
				paced(
					targets.filter(one => one.canResume).map(({id}) => id),
					PACE,
					resumeOne,
				),
			);
		},
		pauseIdle: (): void =>
			pause(watch.snapshot().sessions.filter(one => one.status === 'active' && one.activity === 'idle')),
		decide: (session: Selected, decision: Decision): void => {
			if (session !== null) {
				decisions.set(session.id, decision);
			}
		},
		restart: (session: Selected): void => {
			if (session !== null) {
				say(
					watch.run(session.id, 'restart', tell =>
						squad.with({tell: (_, step) => tell(step)}).restart(squad.find(session.id), false),
					),
				);
			}
		},
		end: (session: Selected): void => {
			if (session !== null) {
				say(watch.run(session.id, 'end', () => squad.end(squad.find(session.id))));
			}
		},
		answer: (session: Selected, choice: string): void => {
			if (session !== null) {
				say(watch.run(session.id, 'answer', () => squad.answer(squad.find(session.id), choice)));
			}
		},
		undo: (): void =>
			say(
				squad.undo().then(back => {
					notice(`${back.title} is back`, 'done');
					change({type: 'select', id: back.id});
				}),
			),
	};
};

import type {SessionView} from '../view.ts';
import type {Snapshot} from './snapshot.ts';

/** One thing that was said in a session's conversation; the same `id` again is the same message, with more of it known. */
export type Message = {
	readonly id: string;
	readonly timestamp: string | null;
	readonly type: 'user' | 'assistant' | 'system' | 'tool';
	readonly content: string;
};

/** Whom an event is about: every one of them says so. */
type About = {readonly session_id: string; readonly task_id: string | null};

type Executor = 'starting' | 'ready' | 'error';

/** What happened to a session, for whoever passes it on. `alias` is what others call the same event. */
export type SessionEvent = About &
	(
		| {
				readonly type: `session.executor_${Executor}`;
				readonly alias: `session.agentctl_${Executor}`;
				/** With `error`: why, where that is known. */
				readonly error_message: string | null;
		  }
		| {
				readonly type: 'session.state_changed';
				/** null: it was not there before, or is not there any more. */
				readonly from: State | null;
				readonly to: State | null;
		  }
		| {readonly type: 'session.message.added' | 'session.message.updated'; readonly message: Message}
	);

export type State = Pick<SessionView, 'status' | 'activity' | 'question'>;

/** What runs a session's agent, by the session's status; a session at rest has nothing of the kind. */
const EXECUTORS: Readonly<Partial<Record<SessionView['status'], Executor>>> = {
	starting: 'starting',
	resuming: 'starting',
	active: 'ready',
	error: 'error',
	failed: 'error',
	interrupted: 'error',
};

const aboutOf = ({id, task}: SessionView): About => ({session_id: id, task_id: task});

const stateOf = ({status, activity, question}: SessionView): State => ({status, activity, question});

const executorEvents = (before: SessionView | undefined, after: SessionView): readonly SessionEvent[] => {
	const executor = EXECUTORS[after.status];
	if (executor === undefined || (before !== undefined && EXECUTORS[before.status] === executor)) return [];
	return [
		{
			...aboutOf(after),
			type: `session.executor_${executor}`,
			alias: `session.agentctl_${executor}`,
			error_message: executor === 'error' ? (after.lastError?.message ?? null) : null,
		},
	];
};

const stateEvents = (before: SessionView | undefined, after: SessionView): readonly SessionEvent[] => {
	const [from, to] = [before === undefined ? null : stateOf(before), stateOf(after)];
	const isSame =
		from !== null && from.status === to.status && from.activity === to.activity && from.question === to.question;
	return isSame ? [] : [{...aboutOf(after), type: 'session.state_changed', from, to}];
};

/** What happened between two snapshots, in the order of the sessions; nothing before the first look is done. PURE. */
export const eventsBetween = (before: Snapshot, after: Snapshot): readonly SessionEvent[] => {
	if (before.loadedAt === null || before.sessions === after.sessions) return [];
	const known = new Map(before.sessions.map(view => [view.id, view]));
	const there = new Set(after.sessions.map(view => view.id));
	const changed = after.sessions.flatMap(view => {
		const old = known.get(view.id);
		return old === view ? [] : [...executorEvents(old, view), ...stateEvents(old, view)];
	});
	const gone = before.sessions
		.filter(({id}) => !there.has(id))
		.map((view): SessionEvent => ({...aboutOf(view), type: 'session.state_changed', from: stateOf(view), to: null}));
	return [...changed, ...gone];
};

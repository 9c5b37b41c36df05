import type {Here} from '../state/here.ts';
import {type Binding, forSelected, forSome, isFree, needsSession} from './binding.ts';

/** A pause of ours that still waits for the agent to come to rest. */
const notWaiting = (here: Here): string | undefined => {
	const operation = here.session && here.snapshot.operations.get(here.session.id);
	return (operation?.verb === 'pause' || operation?.verb === 'end') && !operation.done
		? undefined
		: 'it is for a pause that waits for its agent; none waits here';
};

const notBusy = (here: Here): string | undefined =>
	here.targets.length > 0 && here.targets.every(session => !isFree(here, session))
		? 'squad is at work on it already'
		: undefined;

/** Keys for what happens to sessions. */
export const SESSIONS: readonly Binding[] = [
	{
		id: 'interrupt-wait',
		keys: ['I'],
		label: 'interrupt',
		leads: true,
		about: 'a pause that waits: press the agent’s interrupt key',
		refusal: notWaiting,
		run: (act, {session}) => act.decide(session, 'interrupt'),
	},
	{
		id: 'force-wait',
		keys: ['F'],
		label: 'force',
		leads: true,
		about: 'a pause that waits: go on regardless; the turn in progress is lost',
		refusal: notWaiting,
		run: (act, {session}) => act.decide(session, 'force'),
	},
	{
		id: 'cancel-wait',
		keys: ['C'],
		label: 'cancel',
		leads: true,
		about: 'a pause that waits: leave everything as it is',
		refusal: notWaiting,
		run: (act, {session}) => act.decide(session, 'cancel'),
	},
	{id: 'new', keys: ['n'], label: 'new', about: 'a new session', run: act => act.openNew()},
	{
		id: 'pause',
		keys: ['p'],
		label: 'pause',
		about: 'save everything, end its processes',
		refusal: here =>
			notBusy(here) ?? forSome('only a running session can be paused', session => session.canPause)(here),
		run: (act, {targets}) => act.pause(targets),
	},
	{
		id: 'resume',
		keys: ['r'],
		label: 'resume',
		about: 'bring it all back and continue the conversation',
		refusal: here =>
			notBusy(here) ?? forSome('only what is paused or has stopped can be resumed', session => session.canResume)(here),
		run: (act, {targets}) => act.resume(targets),
	},
	{
		id: 'pause-idle',
		keys: ['P'],
		about: 'pause all that are done',
		refusal: here =>
			here.snapshot.sessions.some(session => session.activity === 'idle') ? undefined : 'none has nothing to do',
		run: act => act.pauseIdle(),
	},
	{
		id: 'resume-interrupted',
		keys: ['A'],
		label: 'resume all',
		about: 'resume all that were interrupted, by a reboot for example',
		refusal: here =>
			here.snapshot.sessions.some(session => session.status === 'interrupted') ? undefined : 'none was interrupted',
		run: act => act.resumeInterrupted(),
	},
	{
		id: 'restart',
		keys: ['R'],
		about: 'start the agent again, continued',
		refusal: forSelected(
			'only a session that should be running can be restarted',
			session => session.intent === 'running',
		),
		run: (act, {session}) => act.restart(session),
	},
	{
		id: 'mark',
		keys: ['space'],
		label: 'mark',
		about: 'mark it; p, r, s and d then go for all that are marked',
		refusal: needsSession,
		run: (act, here) => act.mark(here),
	},
	{
		id: 'rename',
		keys: ['e'],
		about: 'another title; id, branch and paths stay',
		refusal: needsSession,
		run: (act, {session}) => act.openRename(session),
	},
	{
		id: 'remove',
		keys: ['d'],
		label: 'remove',
		about: 'remove it with worktree and branch, into the trash; asks first',
		refusal: needsSession,
		run: (act, {targets}) => act.askRemove(targets),
	},
	{
		id: 'end',
		keys: ['x'],
		about: 'end it for good: data is kept, resume refuses',
		refusal: forSelected('it has ended already', session => session.status !== 'ended'),
		run: (act, {session}) => act.end(session),
	},
	{id: 'undo', keys: ['u'], about: 'bring the last removed session back', run: act => act.undo()},
];

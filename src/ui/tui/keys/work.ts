import {type Binding, forSelected, forSome, isRunning} from './binding.ts';

const notAsking = forSelected('it asks nothing now', session => session.activity === 'asking');

/** Keys for talking to an agent. */
export const WORK: readonly Binding[] = [
	{
		id: 'attach',
		keys: ['enter'],
		label: 'attach',
		about: 'the agent’s own terminal; C-q comes back',
		refusal: forSelected(
			'nothing runs there: {resume} resumes it',
			session => session.workers.some(worker => worker.window !== null) && session.status !== 'paused',
		),
		run: (act, {session}) => act.attach(session),
	},
	{
		id: 'answer-yes',
		keys: ['y'],
		label: 'yes',
		about: 'answer yes to what it asks',
		refusal: notAsking,
		run: (act, {session}) => act.answer(session, 'yes'),
	},
	{
		id: 'answer-no',
		keys: ['N'],
		label: 'no',
		about: 'answer no',
		refusal: notAsking,
		run: (act, {session}) => act.answer(session, 'no'),
	},
	{
		id: 'answer',
		keys: ['1', '2', '3', '4', '5', '6', '7', '8', '9'],
		label: 'choose',
		about: 'choose that option of its question',
		refusal: notAsking,
		run: (act, {session}, key) => act.answer(session, key),
	},
	{
		id: 'send',
		keys: ['s'],
		label: 'send',
		about: 'send a prompt to it, or to all that are marked',
		refusal: forSome('only a running session can be sent a prompt', isRunning),
		run: (act, {targets}) => act.openSend(targets),
	},
	{
		id: 'type',
		keys: ['i'],
		label: 'type',
		about: 'type into the live screen without leaving the list; C-q ends it',
		refusal: forSelected('only into a running session', isRunning),
		run: act => act.startTyping(),
	},
	{
		id: 'terminal',
		keys: ['t'],
		about: 'a shell beside the agent',
		refusal: forSelected('only in a running session', isRunning),
		run: (act, {session}) => act.terminal(session),
	},
];

import {type Binding, needsSession} from './binding.ts';

/** Keys for squad itself. */
export const SQUAD: readonly Binding[] = [
	{
		id: 'menu',
		keys: ['m'],
		about: 'all that can be done with it, as a menu',
		refusal: needsSession,
		run: act => act.view({type: 'dialog', dialog: {kind: 'menu', at: 0}}),
	},
	{
		id: 'help',
		keys: ['?'],
		label: 'help',
		about: 'all keys',
		run: act => act.view({type: 'dialog', dialog: {kind: 'help', scroll: 0}}),
	},
	{id: 'demo', keys: ['D'], about: 'the tour: squad demo', run: act => act.demo()},
	{id: 'refresh', keys: ['ctrl-l'], about: 'draw the screen anew', run: act => act.refresh()},
	{id: 'suspend', keys: ['ctrl-z'], about: 'back to the shell for a while', run: act => act.suspend()},
	{
		id: 'quit',
		keys: ['q', 'ctrl-c'],
		label: 'quit',
		about: 'leave; the agents go on',
		run: act => act.quit(),
	},
];

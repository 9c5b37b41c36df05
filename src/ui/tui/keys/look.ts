import {type Here, neighbour} from '../state/here.ts';
import {hasBoth} from '../state/layout.ts';
import type {Binding} from './binding.ts';

const PAGE = 10;
/** Further than any list is long. */
const FAR = 1_000_000;

/** On a small screen the list hides the session: its tabs first bring it to sight. */
const isHidden = ({view}: Here): boolean => view.focus === 'list' && !hasBoth(view.size);

/** Keys for looking around. */
export const LOOK: readonly Binding[] = [
	{
		id: 'down',
		keys: ['down', 'j'],
		about: 'the next session',
		run: (act, here) => act.select(neighbour(here, 1)),
	},
	{
		id: 'up',
		keys: ['up', 'k'],
		about: 'the one before',
		run: (act, here) => act.select(neighbour(here, -1)),
	},
	{
		id: 'first',
		keys: ['home', 'g'],
		about: 'the first session',
		run: (act, here) => act.select(neighbour(here, -FAR)),
	},
	{
		id: 'last',
		keys: ['end', 'G'],
		about: 'the last session',
		run: (act, here) => act.select(neighbour(here, FAR)),
	},
	{
		id: 'next-tab',
		keys: ['tab', 'right'],
		label: 'tabs',
		about: 'screen, diff, terminal, conversation, info',
		run: (act, here) => act.view(isHidden(here) ? {type: 'focus', focus: 'detail'} : {type: 'tab', by: 1}),
	},
	{
		id: 'previous-tab',
		keys: ['shift-tab', 'left'],
		about: 'the tab before',
		run: (act, here) => act.view(isHidden(here) ? {type: 'focus', focus: 'detail'} : {type: 'tab', by: -1}),
	},
	{
		id: 'scroll-up',
		keys: ['page-up', 'K'],
		about: 'scroll the tab up',
		run: (act, here) => act.scroll(here, -PAGE),
	},
	{
		id: 'scroll-down',
		keys: ['page-down', 'J'],
		about: 'scroll the tab down',
		run: (act, here) => act.scroll(here, PAGE),
	},
	{
		id: 'next-file',
		keys: [']'],
		about: 'in the diff: the next file',
		refusal: ({view}) => (view.tab === 'diff' ? undefined : 'only in the diff: {next-tab} shows it'),
		run: (act, here) => act.nextFile(here, 1),
	},
	{
		id: 'previous-file',
		keys: ['['],
		about: 'in the diff: the file before',
		refusal: ({view}) => (view.tab === 'diff' ? undefined : 'only in the diff: {next-tab} shows it'),
		run: (act, here) => act.nextFile(here, -1),
	},
	{
		id: 'detail',
		keys: ['v'],
		label: 'view',
		leads: true,
		about: 'on a small screen: the session itself, or the list again',
		refusal: ({view}) => (hasBoth(view.size) ? 'list and session are both in sight' : undefined),
		run: (act, here) => act.view({type: 'focus', focus: here.view.focus === 'list' ? 'detail' : 'list'}),
	},
	{
		id: 'filter',
		keys: ['/'],
		label: 'find',
		about: 'list only what matches, as you type',
		run: act => act.view({type: 'mode', mode: 'filter'}),
	},
	{
		id: 'grouping',
		keys: ['o'],
		about: 'group by what needs you, or by repository',
		run: act => act.view({type: 'grouping'}),
	},
	{
		id: 'only-active',
		keys: ['a'],
		about: 'leave out what is paused or ended, or show all',
		run: act => act.view({type: 'only-active'}),
	},
	{
		id: 'back',
		keys: ['escape'],
		about: 'put away a failure, the marks, the filter',
		run: (act, here) => act.back(here),
	},
];

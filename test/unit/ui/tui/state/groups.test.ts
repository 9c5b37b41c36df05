import {describe, expect, test} from 'vitest';
import type {SessionView} from '../../../../../src/session/view.ts';
import {groupsOf, inOrder, needOf} from '../../../../../src/ui/tui/state/groups.ts';
import {sessionView} from '../session-view.ts';

describe('where a session belongs', () => {
	test.each<[Partial<SessionView>, string]>([
		[{status: 'active', activity: 'asking'}, 'asks'],
		[{status: 'active', activity: 'idle'}, 'done'],
		[{status: 'active', activity: 'active'}, 'working'],
		[{status: 'active', activity: 'unknown'}, 'working'],
		[{status: 'failed'}, 'stopped'],
		[{status: 'interrupted'}, 'stopped'],
		[{status: 'completed'}, 'done'],
		[{status: 'paused'}, 'paused'],
		[{status: 'ended'}, 'ended'],
	])('%j: %s', (change, need) => expect(needOf(sessionView(change))).toBe(need));
});

const sessions = [
	sessionView({id: 'a', title: 'works', activity: 'active', repo: '/x/one'}),
	sessionView({id: 'b', title: 'asks', activity: 'asking', repo: '/x/two'}),
	sessionView({id: 'c', title: 'sleeps', status: 'paused', repo: '/x/one'}),
	sessionView({id: 'd', title: 'also asks', activity: 'asking', repo: '/y/one'}),
];

const ids = (shown: Parameters<typeof groupsOf>[1]) => inOrder(groupsOf(sessions, shown)).map(({id}) => id);

test('those who ask come first, and keep their order', () =>
	expect(ids({grouping: 'need', filter: '', onlyActive: false})).toEqual(['b', 'd', 'a', 'c']));

test('by repository, and two of one name are told apart', () => {
	const groups = groupsOf(sessions, {grouping: 'repository', filter: '', onlyActive: false});
	expect(groups.map(({title, sessions}) => [title, sessions.map(({id}) => id)])).toEqual([
		['/x/one', ['a', 'c']],
		['two', ['b']],
		['/y/one', ['d']],
	]);
});

test.each([
	['ASKS', ['b', 'd']],
	['also', ['d']],
	['one paused', ['c']],
	['nothing like it', []],
])('a filter of %j', (filter, found) => expect(ids({grouping: 'need', filter, onlyActive: false})).toEqual(found));

test('only what runs', () => expect(ids({grouping: 'need', filter: '', onlyActive: true})).toEqual(['b', 'd', 'a']));

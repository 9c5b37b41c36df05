import {expect, test} from 'vitest';
import type {Snapshot} from '../../../../../src/session/watch/watch.ts';
import {bindingFor, bindingsOf, keymapWith, sayWith} from '../../../../../src/ui/tui/keys/keymap.ts';
import {hereOf} from '../../../../../src/ui/tui/state/here.ts';
import {firstView} from '../../../../../src/ui/tui/state/view-state.ts';
import {sessionView} from '../session-view.ts';

const here = (...sessions: Snapshot['sessions']) =>
	hereOf(firstView({columns: 80, rows: 24}, 0), {
		sessions,
		damaged: [],
		usage: new Map(),
		operations: new Map(),
		screen: null,
		problem: null,
		loadedAt: 1,
	} as Snapshot);

test('no key does two things, no name is used twice', () => {
	const bindings = bindingsOf(keymapWith({}));
	const keys = bindings.flatMap(binding => binding.keys);
	expect(new Set(keys).size).toBe(keys.length);
	expect(new Set(bindings.map(({id}) => id)).size).toBe(bindings.length);
});

test.each([
	['p', sessionView({canPause: false}), 'only a running session can be paused'],
	['y', sessionView({activity: 'idle'}), 'it asks nothing now'],
	['r', sessionView(), 'only what is paused or has stopped can be resumed'],
	['p', sessionView(), undefined],
	['y', sessionView({activity: 'asking'}), undefined],
])('%s is refused with a sentence where it cannot be done', (key, session, refusal) =>
	expect(bindingFor(keymapWith({}), key)?.refusal?.(here(session))).toBe(refusal),
);

test('without a session the way on is said', () =>
	expect(sayWith(keymapWith({}))(bindingFor(keymapWith({}), 'p')?.refusal?.(here()) ?? '')).toContain('n starts one'));

test('own keys replace the built-in ones, and a key means one thing only', () => {
	const keymap = keymapWith({pause: ['z', 'r'], nonsense: 'x'});
	expect(bindingFor(keymap, 'z')?.id).toBe('pause');
	expect(bindingFor(keymap, 'r')?.id).toBe('pause');
	expect(bindingFor(keymap, 'p')).toBeUndefined();
	expect(keymap.unknown).toEqual(['nonsense']);
});

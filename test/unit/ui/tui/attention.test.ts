import {expect, test} from 'vitest';
import type {SessionView} from '../../../../src/session/view.ts';
import {news, signals} from '../../../../src/ui/tui/attention.ts';
import {sessionView, snapshotOf} from './session-view.ts';

const snapshot = (change: Partial<SessionView>) => snapshotOf(sessionView(change));

test.each<[Partial<SessionView>, Partial<SessionView>, string[]]>([
	[{activity: 'active'}, {activity: 'asking', question: 'Really?'}, ['fix login asks: Really?']],
	[{activity: 'active'}, {activity: 'idle'}, ['fix login is done']],
	[{activity: 'idle'}, {activity: 'active'}, []],
	[{}, {status: 'paused'}, []],
])('from %j to %j', (before, after, said) => expect(news(snapshot(before), snapshot(after))).toEqual(said));

test('the bell and the notification can be switched off', () => {
	expect(signals(['x'], {bell: true, notify: false})).toBe('\x07');
	expect(signals(['x'], {bell: false, notify: false})).toBe('');
	expect(signals([], {bell: true, notify: true})).toBe('');
});

test('a question cannot steer the terminal from inside a notification', () => {
	const out = signals(['evil\x07\x1b]52;c;x\x1b\\'], {bell: false, notify: true});
	expect(out.match(/\x1b/g)).toHaveLength(2);
	expect(out).not.toContain('52;c');
});

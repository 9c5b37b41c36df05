import {expect, test} from 'vitest';
import {notificationOf} from '../../../src/tmux/notification.ts';
import {paneTexts} from '../../../src/tmux/octal.ts';

const subscription = {kind: 'subscription-changed', name: 'all'};
const nowhere = {window: undefined, windowIndex: undefined, pane: undefined};

test.each([
	['%subscription-changed all $0 - - - : a : b', {...subscription, ...nowhere, session: '$0', value: 'a : b'}],
	['%subscription-changed all $0 - - - : ', {...subscription, ...nowhere, session: '$0', value: ''}],
	[
		'%subscription-changed all $1 @2 3 %4 : x',
		{...subscription, session: '$1', window: '@2', windowIndex: 3, pane: '%4', value: 'x'},
	],
	[
		'%subscription-changed all $1 @2 3 %4 later use : x',
		{...subscription, session: '$1', window: '@2', windowIndex: 3, pane: '%4', value: 'x'},
	],
	['%sessions-changed', {kind: 'sessions-changed'}],
	['%session-changed $3 my séance', {kind: 'session-changed', session: '$3', name: 'my séance'}],
	['%window-add @1', {kind: 'window-add', window: '@1', linked: true}],
	['%unlinked-window-add @1', {kind: 'window-add', window: '@1', linked: false}],
	['%window-close @1', {kind: 'window-close', window: '@1', linked: true}],
	['%unlinked-window-close @1', {kind: 'window-close', window: '@1', linked: false}],
	['%window-renamed @1 a b', {kind: 'window-renamed', window: '@1', name: 'a b', linked: true}],
	['%unlinked-window-renamed @1 a b', {kind: 'window-renamed', window: '@1', name: 'a b', linked: false}],
	['%unlinked-window-renamed @1', {kind: 'window-renamed', window: '@1', name: '', linked: false}],
	['%pause %7', {kind: 'pause', pane: '%7'}],
	['%continue %7', {kind: 'continue', pane: '%7'}],
	['%client-detached client-77', {kind: 'client-detached', client: 'client-77'}],
	['%exit', {kind: 'exit', reason: ''}],
	['%exit server exited unexpectedly', {kind: 'exit', reason: 'server exited unexpectedly'}],
	['%layout-change @1 b25f,80x24,0,0,2', {kind: 'other', line: '%layout-change @1 b25f,80x24,0,0,2'}],
	['%sessions-changed-much', {kind: 'other', line: '%sessions-changed-much'}],
	['second line of a value', {kind: 'other', line: 'second line of a value'}],
	['', {kind: 'other', line: ''}],
])('reads %j', (line, notification) => {
	expect(notificationOf(Buffer.from(line), paneTexts())).toEqual(notification);
});

test.each([
	['%output %1 a \\033[1m\\134 é : b', {kind: 'output', pane: '%1', text: 'a \x1b[1m\\ é : b'}],
	['%output %1 ', {kind: 'output', pane: '%1', text: ''}],
	['%extended-output %1 25 : a : b\\015', {kind: 'extended-output', pane: '%1', ageMs: 25, text: 'a : b\r'}],
	['%extended-output %1 25 later use : a', {kind: 'extended-output', pane: '%1', ageMs: 25, text: 'a'}],
])('reads %j as bytes and as text', (line, notification) => {
	expect(notificationOf(Buffer.from(line), paneTexts())).toEqual({
		...notification,
		bytes: Buffer.from(notification.text),
	});
});

test('puts together a character that was cut between two notifications, pane by pane', () => {
	const textOf = paneTexts();
	const pieces = ['%output %1 a\xc3', '%output %2 b', '%output %1 \xa9c'].map(line => Buffer.from(line, 'latin1'));
	expect(pieces.map(piece => notificationOf(piece, textOf))).toMatchObject([{text: 'a'}, {text: 'b'}, {text: 'éc'}]);
});

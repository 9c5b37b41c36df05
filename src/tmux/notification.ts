import {unescapeOctal} from './octal.ts';

/** What tmux reports unasked. Hints to look again, never proof: a pane's text can imitate some of them. */
export type Notification =
	| {
			readonly kind: 'subscription-changed';
			readonly name: string;
			readonly session: string | undefined;
			readonly window: string | undefined;
			readonly windowIndex: number | undefined;
			readonly pane: string | undefined;
			readonly value: string;
	  }
	| {readonly kind: 'sessions-changed'}
	| {readonly kind: 'session-changed'; readonly session: string; readonly name: string}
	/** Not `linked`: the window is not in the control client's own session, as are all the windows of the agents. */
	| {readonly kind: 'window-add' | 'window-close'; readonly window: string; readonly linked: boolean}
	| {readonly kind: 'window-renamed'; readonly window: string; readonly name: string; readonly linked: boolean}
	| {readonly kind: 'output'; readonly pane: string; readonly bytes: Buffer; readonly text: string}
	| {
			readonly kind: 'extended-output';
			readonly pane: string;
			readonly ageMs: number;
			readonly bytes: Buffer;
			readonly text: string;
	  }
	| {readonly kind: 'pause' | 'continue'; readonly pane: string}
	| {readonly kind: 'client-detached'; readonly client: string}
	| {readonly kind: 'exit'; readonly reason: string}
	/** Whatever this or a later tmux says besides, and the further lines of a value with newlines in it. */
	| {readonly kind: 'other'; readonly line: string};

export type TextOf = (pane: string, bytes: Buffer) => string;

const OUTPUT = /^%output (%\d+) /;
const EXTENDED_OUTPUT = /^%extended-output (%\d+) (\d+)(?: [^:]*)? : /;
/** Enough for the head of an output line; the rest is the pane's and may be long. */
const HEAD_BYTES = 200;

const outputOf = (line: Buffer, textOf: TextOf): Notification | undefined => {
	const head = line.toString('latin1', 0, HEAD_BYTES);
	const plain = OUTPUT.exec(head);
	const match = plain ?? EXTENDED_OUTPUT.exec(head);
	if (!match) return undefined;
	const pane = match[1] ?? '';
	const bytes = unescapeOctal(line.subarray(match[0].length));
	const text = textOf(pane, bytes);
	return plain
		? {kind: 'output', pane, bytes, text}
		: {kind: 'extended-output', pane, ageMs: Number(match[2]), bytes, text};
};

type Reader = readonly [RegExp, (...groups: string[]) => Notification];

/** tmux writes `-` for a window or pane that the subscription is not about. */
const known = (id: string | undefined) => (id === undefined || id === '-' ? undefined : id);

const READERS: readonly Reader[] = [
	[
		/^%subscription-changed (\S+) (\S+) (\S+) (\S+) (\S+)(?: [^:]*)? : (.*)$/s,
		(name = '', session, window, index, pane, value = '') => ({
			kind: 'subscription-changed',
			name,
			session: known(session),
			window: known(window),
			windowIndex: known(index) === undefined ? undefined : Number(index),
			pane: known(pane),
			value,
		}),
	],
	[/^%sessions-changed$/, () => ({kind: 'sessions-changed'})],
	[/^%session-changed (\$\d+) (.*)$/s, (session = '', name = '') => ({kind: 'session-changed', session, name})],
	[/^%window-add (@\d+)$/, (window = '') => ({kind: 'window-add', window, linked: true})],
	[/^%unlinked-window-add (@\d+)$/, (window = '') => ({kind: 'window-add', window, linked: false})],
	[/^%window-close (@\d+)$/, (window = '') => ({kind: 'window-close', window, linked: true})],
	[/^%unlinked-window-close (@\d+)$/, (window = '') => ({kind: 'window-close', window, linked: false})],
	[
		/^%(unlinked-)?window-renamed (@\d+)(?: (.*))?$/s,
		(unlinked, window = '', name = '') => ({kind: 'window-renamed', window, name, linked: unlinked === undefined}),
	],
	[/^%pause (%\d+)$/, (pane = '') => ({kind: 'pause', pane})],
	[/^%continue (%\d+)$/, (pane = '') => ({kind: 'continue', pane})],
	[/^%client-detached (.*)$/s, (client = '') => ({kind: 'client-detached', client})],
	[/^%exit(?: (.*))?$/s, (reason = '') => ({kind: 'exit', reason})],
];

/** One line outside a block. `textOf` remembers, pane by pane, a character that was cut in two. */
export const notificationOf = (line: Buffer, textOf: TextOf): Notification => {
	const output = outputOf(line, textOf);
	if (output) return output;
	const text = line.toString('utf8');
	for (const [pattern, read] of READERS) {
		const match = pattern.exec(text);
		if (match) return read(...match.slice(1));
	}
	return {kind: 'other', line: text};
};

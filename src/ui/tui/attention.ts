import {type Change, changesBetween, type Snapshot} from '../../session/watch/watch.ts';
import {safe} from '../print.ts';

export type Wanted = {readonly bell: boolean; readonly notify: boolean};

const WORDS: Readonly<Partial<Record<Change['kind'], string>>> = {
	asks: 'asks',
	finished: 'is done',
	failed: 'has failed',
	interrupted: 'was interrupted',
};

/** What has happened since the last look that somebody should hear of, in words. PURE. */
export const news = (before: Snapshot, after: Snapshot): readonly string[] =>
	changesBetween(before, after).flatMap(({session, kind, text}) => {
		const words = WORDS[kind];
		const title = after.sessions.find(({id}) => id === session)?.title ?? session;
		return words === undefined ? [] : [`${title} ${words}${text === null ? '' : `: ${text}`}`];
	});

/** A text inside an escape sequence: nothing in it may end or steer the sequence. */
const inside = (text: string): string => safe(text).replaceAll(';', ',').slice(0, 200);

/** The bell, and the two notifications that terminals know. PURE. */
export const signals = (said: readonly string[], {bell, notify}: Wanted): string => {
	const notes = notify
		? said.map(text => `\x1b]9;${inside(text)}\x07\x1b]777;notify;squad;${inside(text)}\x07`).join('')
		: '';
	return said.length === 0 ? '' : `${notes}${bell ? '\x07' : ''}`;
};

/** Tells of news as they come in; what was there before is none. */
export const attentive = (snapshot: () => Snapshot, say: (text: string) => void, wanted: Wanted): (() => void) => {
	let before = snapshot();
	return () => {
		const after = snapshot();
		const said = signals(news(before, after), wanted);
		before = after;
		if (said !== '') {
			say(said);
		}
	};
};

import type {Say} from '../keys/keymap.ts';
import type {Details} from '../state/details.ts';
import type {Here} from '../state/here.ts';
import type {Size} from '../state/layout.ts';
import type {Theme} from '../style/theme.ts';
import {conversationContent} from './conversation.ts';
import {diffContent} from './diff.ts';
import {infoContent} from './info.ts';
import {operationLines} from './operation.ts';
import {pausedCard} from './paused-card.ts';
import {screenLines} from './screen.ts';
import {stoppedCard} from './stopped-card.ts';

export type Surroundings = {
	readonly theme: Theme;
	readonly home: string | undefined;
	readonly details: Details;
	readonly say: Say;
};

/** What a tab shows: a part that stays, and one that is scrolled, from its end where that is the newest. */
export type Parts = {readonly top: readonly string[]; readonly body: readonly string[]; readonly fromEnd: boolean};

type Selected = NonNullable<Here['session']>;

const cardOf = (session: Selected, {view}: Here, size: Size, {theme, home, say}: Surroundings): readonly string[] =>
	session.status === 'paused'
		? pausedCard(session, size, theme, {now: view.now, home, say})
		: stoppedCard(session, size, theme, say);

/** Less of a last screen says nothing. */
const LEAST_SCREEN = 3;

const screenParts = (session: Selected, here: Here, size: Size, around: Surroundings): Parts => {
	const {screen} = here.snapshot;
	const isTerminal = here.view.tab === 'terminal';
	const isHere = screen?.session === session.id && isTerminal === (screen.worker !== 'agent');
	const place = {columns: size.columns, isTyping: here.view.mode === 'typing'};
	const body = isHere ? screenLines(screen, place, around.theme) : [];
	const top = cardOf(session, here, size, around);
	if (top.length === 0 || body.length === 0) {
		return {top, body, fromEnd: true};
	}
	return top.length + 1 + LEAST_SCREEN > size.rows
		? {top, body: [], fromEnd: true}
		: {top: [...top, around.theme.paint('dim', 'its last screen')], body, fromEnd: true};
};

const terminalParts = (session: Selected, here: Here, size: Size, around: Surroundings): Parts =>
	session.workers.some(worker => worker.type === 'terminal') || session.status !== 'active'
		? screenParts(session, here, size, around)
		: {
				top: [around.theme.paint('dim', around.say('no shell here yet: {terminal} opens one beside the agent'))],
				body: [],
				fromEnd: false,
			};

const partsOf = (session: Selected, here: Here, size: Size, around: Surroundings): Parts => {
	const {theme, home, details, say} = around;
	const own = details.session === session.id ? details : undefined;
	const text = (body: readonly string[]): Parts => ({top: [], body, fromEnd: false});
	switch (here.view.tab) {
		case 'screen':
			return screenParts(session, here, size, around);
		case 'terminal':
			return terminalParts(session, here, size, around);
		case 'diff':
			return text(diffContent(own ?? {...details, diff: null}, size.columns, theme));
		case 'conversation':
			return text(conversationContent(session, own?.conversation ?? null, size.columns, {theme, say}));
		case 'info':
			return text(infoContent(session, own?.why ?? null, size.columns, {theme, home, say}));
	}
};

/** Everything that the open tab has to show. PURE. */
export const detailContent = (here: Here, size: Size, around: Surroundings): Parts => {
	const {session, snapshot} = here;
	if (session === null) {
		return {top: [], body: [], fromEnd: false};
	}
	const {theme, say} = around;
	const doing = operationLines(snapshot.operations.get(session.id), size.columns, theme, say);
	const below = {columns: size.columns, rows: Math.max(1, size.rows - doing.length)};
	const {top, body, fromEnd} = partsOf(session, here, below, around);
	return {top: [...doing, ...top], body, fromEnd};
};

/** The lines that are on the screen, and how far one could scroll. PURE. */
export const scrolled = (
	{top, body, fromEnd}: Parts,
	rows: number,
	scroll: number,
): {lines: readonly string[]; most: number} => {
	// However much stands above, something of the rest is seen.
	const fixed = top.slice(0, Math.max(0, body.length === 0 ? rows : rows - 1));
	const room = rows - fixed.length;
	const most = Math.max(0, body.length - room);
	const at = Math.min(scroll, most);
	const from = fromEnd ? most - at : at;
	return {lines: [...fixed, ...body.slice(from, from + room)], most};
};

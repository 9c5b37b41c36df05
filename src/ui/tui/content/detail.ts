import type {Operation} from '../../../session/watch.ts';
import {safe} from '../../print.ts';
import {cutColoured, wrap} from '../cells.ts';
import type {Details} from '../details.ts';
import type {Here} from '../here.ts';
import type {Size} from '../layout.ts';
import type {Theme} from '../theme.ts';
import {conversationContent} from './conversation.ts';
import {diffContent} from './diff.ts';
import {infoContent} from './info.ts';
import {pausedCard} from './paused-card.ts';
import {stoppedCard} from './stopped-card.ts';

export type Surroundings = {readonly theme: Theme; readonly home: string | undefined; readonly details: Details};

/** How a pause begins to say that it waits for its agent. */
const WAITING = 'waiting';

/** What squad does with the session now, or what went wrong with it and the way on. */
const operationLines = (operation: Operation | undefined, width: number, {paint}: Theme): string[] => {
	if (operation === undefined || operation.done) {
		return [];
	}
	const {verb, step, error} = operation;
	if (error === null) {
		const choices = step.startsWith(WAITING) ? ['I interrupts its turn · F goes on regardless · C cancels'] : [];
		return [paint('accent', safe(`${verb}: ${step}`)), ...choices, ''];
	}
	return [
		...wrap(safe(`${verb}: ${error.message}`), width).map(line => paint('bad', line)),
		...wrap(safe(error.hint), width),
		paint('dim', 'Esc puts this away'),
		'',
	];
};

const screenContent = ({session, snapshot, view}: Here, size: Size, {theme, home}: Surroundings): readonly string[] => {
	if (session === null) {
		return [];
	}
	const isPaused = session.status === 'paused';
	const top = isPaused
		? pausedCard(session, size.columns, theme, {now: view.now, home})
		: stoppedCard(session, size.columns, theme);
	const {screen} = snapshot;
	const isHere = screen?.session === session.id && (view.tab === 'terminal') === (screen.worker !== 'agent');
	const lines = isHere ? screen.lines.map(line => cutColoured(line, size.columns)) : [];
	const last = lines.findLastIndex(line => line.trim() !== '') + 1;
	return [...top, ...lines.slice(0, Math.max(last, (screen?.cursor?.y ?? -1) + 1))];
};

const terminalContent = (here: Here, size: Size, around: Surroundings): readonly string[] => {
	const {session} = here;
	if (session?.workers.some(worker => worker.type === 'terminal') || session?.status !== 'active') {
		return screenContent(here, size, around);
	}
	return [around.theme.paint('dim', 'no shell here yet: t opens one beside the agent')];
};

/** All lines of the open tab. PURE. */
export const detailContent = (here: Here, size: Size, around: Surroundings): readonly string[] => {
	const {session, view, snapshot} = here;
	if (session === null) {
		return [];
	}
	const {theme, home, details} = around;
	const body = (): readonly string[] => {
		switch (view.tab) {
			case 'screen':
				return screenContent(here, size, around);
			case 'terminal':
				return terminalContent(here, size, around);
			case 'diff':
				return diffContent(details.session === session.id ? details : {...details, diff: null}, theme);
			case 'conversation':
				return conversationContent(session, size.columns, theme);
			case 'info':
				return infoContent(session, theme, home);
		}
	};
	return [...operationLines(snapshot.operations.get(session.id), size.columns, theme), ...body()];
};

/** A live screen is looked at from its end, a text from its beginning. PURE. */
export const startsAtEnd = (tab: Here['view']['tab'], session: Here['session']): boolean =>
	(tab === 'screen' || tab === 'terminal') && session?.status === 'active';

/** The lines that are on the screen, and how far one could scroll. PURE. */
export const scrolled = (
	lines: readonly string[],
	rows: number,
	scroll: number,
	fromEnd: boolean,
): {lines: readonly string[]; most: number} => {
	const most = Math.max(0, lines.length - rows);
	const at = Math.min(scroll, most);
	const from = fromEnd ? most - at : at;
	return {lines: lines.slice(from, from + rows), most};
};

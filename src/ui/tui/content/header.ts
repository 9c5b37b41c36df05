import {bytes} from '../../print.ts';
import {countsOf, NEEDS, type Need, STYLE_OF} from '../state/groups.ts';
import type {Here} from '../state/here.ts';
import {cellsOf, cut} from '../style/cells.ts';
import type {Theme} from '../style/theme.ts';

const WORDS: Readonly<Record<Need, string>> = {
	asks: 'ask',
	stopped: 'stopped',
	done: 'done',
	working: 'working',
	paused: 'paused',
	ended: 'ended',
};

const GLYPHS: Readonly<Record<Need, string>> = {
	asks: '?',
	stopped: '✗',
	done: '✓',
	working: '●',
	paused: '○',
	ended: '■',
};

type Piece = {readonly text: string; readonly painted: string};

const cellsIn = (pieces: readonly Piece[]): number => pieces.reduce((sum, {text}) => sum + cellsOf(text), 0);

/** With words where there is room, else glyphs and numbers. */
const counts = ({snapshot}: Here, room: number, {paint}: Theme): readonly Piece[] => {
	const numbers = countsOf(snapshot.sessions);
	const pieces = (hasWords: boolean): readonly Piece[] =>
		NEEDS.filter(need => numbers[need] > 0).map(need => {
			const word = numbers[need] === 1 && need === 'asks' ? 'asks' : WORDS[need];
			const text = ` ${GLYPHS[need]} ${numbers[need]}${hasWords || need === 'asks' ? ` ${word}` : ''} `;
			return {text, painted: paint(STYLE_OF[need], text)};
		});
	return cellsIn(pieces(true)) <= room ? pieces(true) : pieces(false);
};

/** What narrows the list and what is marked. */
const narrowing = ({view, targets}: Here): string => {
	const marks = view.marks.size > 0 ? ` ${targets.length} marked ` : '';
	const isTyped = view.mode === 'filter';
	const filter = isTyped || view.filter.text !== '' ? ` /${view.filter.text}${isTyped ? '█' : ''} ` : '';
	return `${marks}${filter}${view.onlyActive ? ' running only ' : ''}`;
};

const NAME = ' squad ';

/** The line of counts, and at its end what narrows the list, or else what all of it takes. PURE. */
export const headerContent = (here: Here, columns: number, theme: Theme): string => {
	const {paint} = theme;
	const narrowed = narrowing(here);
	const shown = counts(here, columns - NAME.length - cellsOf(narrowed), theme);
	const room = Math.max(0, columns - NAME.length - cellsIn(shown));
	const memory = `${bytes(here.snapshot.sessions.reduce((sum, session) => sum + session.memory.rssBytes, 0))} `;
	const right = narrowed !== '' ? cut(narrowed, room) : memory.length < room ? memory : '';
	const gap = ' '.repeat(Math.max(0, room - cellsOf(right)));
	const left = `${paint('bold', NAME)}${shown.map(({painted}) => painted).join('')}`;
	return `${left}${gap}${paint(narrowed === '' ? 'dim' : 'accent', right)}`;
};

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

const counts = ({snapshot}: Here, {paint}: Theme): readonly Piece[] => {
	const numbers = countsOf(snapshot.sessions);
	return NEEDS.filter(need => numbers[need] > 0).map(need => {
		const text = ` ${GLYPHS[need]} ${numbers[need]} ${numbers[need] === 1 && need === 'asks' ? 'asks' : WORDS[need]} `;
		return {text, painted: paint(STYLE_OF[need], text)};
	});
};

/** What narrows the list, what is marked; else what all of it takes. */
const aside = ({snapshot, view, targets}: Here, {paint}: Theme): Piece => {
	const marks = view.marks.size > 0 ? ` ${targets.length} marked ` : '';
	const isTyped = view.mode === 'filter';
	const filter = isTyped || view.filter.text !== '' ? ` /${view.filter.text}${isTyped ? '█' : ''} ` : '';
	const narrowed = `${marks}${filter}${view.onlyActive ? ' running only ' : ''}`;
	const memory = bytes(snapshot.sessions.reduce((sum, session) => sum + session.memory.rssBytes, 0));
	return narrowed === '' ? {text: `${memory} `, painted: paint('dim', `${memory} `)} : {text: narrowed, painted: ''};
};

/** The line of counts, and what narrows the list. PURE. */
export const headerContent = (here: Here, columns: number, theme: Theme): string => {
	const {paint} = theme;
	const shown = counts(here, theme);
	const used = 7 + shown.reduce((sum, {text}) => sum + cellsOf(text), 0);
	const {text, painted} = aside(here, theme);
	const right = cut(text, Math.max(0, columns - used - 1));
	const left = ` ${paint('bold', 'squad')} ${shown.map(piece => piece.painted).join('')}`;
	const gap = ' '.repeat(Math.max(0, columns - used - cellsOf(right)));
	return `${left}${gap}${right === text && painted !== '' ? painted : paint('accent', right)}`;
};

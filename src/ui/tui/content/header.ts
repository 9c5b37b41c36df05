import {cellsOf, cut} from '../cells.ts';
import {countsOf, NEEDS, type Need, STYLE_OF} from '../groups.ts';
import type {Here} from '../here.ts';
import type {Theme} from '../theme.ts';

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

/** The line of counts, and what narrows the list. PURE. */
export const headerContent = ({snapshot, view, targets}: Here, columns: number, {paint}: Theme): string => {
	const counts = countsOf(snapshot.sessions);
	const shown = NEEDS.filter(need => counts[need] > 0).map(need => {
		const text = ` ${GLYPHS[need]} ${counts[need]} ${counts[need] === 1 && need === 'asks' ? 'asks' : WORDS[need]} `;
		return {text, painted: paint(STYLE_OF[need], text)};
	});
	const marks = view.marks.size > 0 ? ` ${targets.length} marked ` : '';
	const filter =
		view.mode === 'filter' || view.filter.text !== ''
			? ` /${view.filter.text}${view.mode === 'filter' ? '█' : ''} `
			: '';
	const left = ` ${paint('bold', 'squad')} ${shown.map(({painted}) => painted).join('')}`;
	const used = 7 + shown.reduce((sum, {text}) => sum + cellsOf(text), 0);
	const right = cut(`${marks}${filter}${view.onlyActive ? ' running only ' : ''}`, Math.max(0, columns - used - 1));
	return `${left}${' '.repeat(Math.max(0, columns - used - cellsOf(right)))}${paint('accent', right)}`;
};

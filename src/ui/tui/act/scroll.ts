import {detailContent, scrolled} from '../content/detail.ts';
import {fileStarts} from '../content/diff.ts';
import type {Here} from '../state/here.ts';
import {tabRoom} from '../state/layout.ts';
import type {Crew} from './crew.ts';

/** What the open tab shows now, and how far it could be scrolled. */
const measured = ({look, details}: Crew, here: Here) => {
	const room = tabRoom(here.view.size);
	const parts = detailContent(here, room, {...look, details: details.snapshot()});
	return {parts, ...scrolled(parts, room.rows, here.view.scroll)};
};

const scrollTo = ({change}: Crew, {view}: Here, most: number, wanted: number): void =>
	change({type: 'scroll', by: Math.max(0, Math.min(most, wanted)) - view.scroll});

/** So many lines up or down, as far as there are any. */
export const scroll = (crew: Crew, here: Here, by: number): void => {
	const {parts, most} = measured(crew, here);
	scrollTo(crew, here, most, Math.min(most, here.view.scroll) + (parts.fromEnd ? -by : by));
};

/** To the next file of a diff, or to the one before. */
export const scrollToFile = (crew: Crew, here: Here, by: 1 | -1): void => {
	const {most} = measured(crew, here);
	const at = Math.min(most, here.view.scroll);
	// The blank line before a file's name goes with it.
	const starts = fileStarts(crew.details.snapshot()).map(start => start - 1);
	const next = by === 1 ? starts.find(start => start > at) : (starts.findLast(start => start < at) ?? 0);
	scrollTo(crew, here, most, next ?? at);
};

import {safe} from '../../print.ts';
import {cellsOf, cut, padded, paddedColoured, wrap} from '../style/cells.ts';
import type {Style, Theme} from '../style/theme.ts';

/**
 * A card: a border in one colour, a title in it, lines (with colours of their own, or none) inside. It is never taller
 * than `rows`: what comes last is left out. PURE.
 */
export const card = (
	title: string,
	lines: readonly string[],
	width: number,
	{paint}: Theme,
	style: Style,
	rows = Number.POSITIVE_INFINITY,
): readonly string[] => {
	const inner = Math.max(10, width - 4);
	const heading = cut(title, inner - 2);
	const top = `╭─ ${heading} ${'─'.repeat(Math.max(0, inner - cellsOf(heading) - 1))}╮`;
	return [
		paint(style, top),
		...lines
			.slice(0, Math.max(1, rows - 2))
			.map(line => `${paint(style, '│')} ${paddedColoured(line, inner)} ${paint(style, '│')}`),
		paint(style, `╰${'─'.repeat(inner + 2)}╯`),
	];
};

const LABEL = 13;

/** What is longer is cut: a card is no page. */
const MOST_LINES = 3;

/**
 * `label  value`, the label always as wide and quiet; a long value goes on below. Nothing in the value can steer the
 * terminal. PURE.
 */
export const pair = (label: string, value: string, {paint}: Theme, width: number): readonly string[] => {
	const room = Math.max(1, width - LABEL);
	const lines = wrap(safe(value.replace(/\s/g, ' ')), room);
	const shown = [...lines.slice(0, MOST_LINES - 1), ...cutRest(lines.slice(MOST_LINES - 1), room)];
	return shown.map((line, at) => `${paint('dim', padded(at === 0 ? label : '', LABEL))}${line}`);
};

const cutRest = (lines: readonly string[], room: number): readonly string[] =>
	lines.length === 0 ? [] : [cut(lines.join(' '), room)];

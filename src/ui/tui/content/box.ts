import {cellsOf, cut, padded, paddedColoured} from '../style/cells.ts';
import type {Style, Theme} from '../style/theme.ts';

/** A card: a border in one colour, a title in it, lines (with colours of their own, or none) inside. PURE. */
export const card = (
	title: string,
	lines: readonly string[],
	width: number,
	{paint}: Theme,
	style: Style,
): readonly string[] => {
	const inner = Math.max(10, width - 4);
	const heading = cut(title, inner - 2);
	const top = `╭─ ${heading} ${'─'.repeat(Math.max(0, inner - cellsOf(heading) - 1))}╮`;
	return [
		paint(style, top),
		...lines.map(line => `${paint(style, '│')} ${paddedColoured(line, inner)} ${paint(style, '│')}`),
		paint(style, `╰${'─'.repeat(inner + 2)}╯`),
	];
};

const LABEL = 13;

/** `label  value`, the label always as wide and quiet. Nothing in the value can steer the terminal. PURE. */
export const pair = (label: string, value: string, {paint}: Theme, width: number): string =>
	`${paint('dim', padded(label, LABEL))}${cut(value, width - LABEL)}`;

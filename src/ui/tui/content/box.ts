import {cellsOf, cut, padded} from '../cells.ts';
import type {Style, Theme} from '../theme.ts';

/** A card: a border in one colour, a title in it, lines inside. PURE. */
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
		...lines.map(line => `${paint(style, '│')} ${padded(line, inner)} ${paint(style, '│')}`),
		paint(style, `╰${'─'.repeat(inner + 2)}╯`),
	];
};

/** `label  value`, the label always as wide. PURE. */
export const pair = (label: string, value: string): string => `${padded(label, 13)}${value}`;

import {type Colour, painter} from './print.ts';

export type Cell = {readonly text: string; readonly colour?: Colour | undefined};

/** ASCII and the glyphs of our own: one column each. */
const isPlain = (text: string): boolean => /^[\x20-\x7e✓✗○●■…−]*$/.test(text);

/** How many columns a text takes. The library that knows is slow to load, so plain ASCII does without it. */
const measurer = async (texts: readonly string[]): Promise<(text: string) => number> => {
	if (texts.every(isPlain)) {
		return text => text.length;
	}
	const {default: stringWidth} = await import('string-width');
	return text => (isPlain(text) ? text.length : stringWidth(text));
};

const cut = (text: string, columns: number, widthOf: (text: string) => number): string => {
	if (widthOf(text) <= columns) {
		return text;
	}
	let kept = '';
	for (const {segment} of new Intl.Segmenter().segment(text)) {
		if (widthOf(kept + segment) > columns - 1) {
			break;
		}
		kept += segment;
	}
	return `${kept}…`;
};

/** Lines the cells up; the column `flexible` gives way when the terminal is narrow. */
export const alignTable = async (
	rows: readonly (readonly Cell[])[],
	columns: number,
	flexible: number,
	colours: boolean,
): Promise<string> => {
	const paint = painter(colours);
	const widthOf = await measurer(rows.flatMap(row => row.map(cell => cell.text)));
	const count = Math.max(0, ...rows.map(row => row.length));
	const widths = Array.from({length: count}, (_, at) => Math.max(0, ...rows.map(row => widthOf(row[at]?.text ?? ''))));
	const over = widths.reduce((sum, width) => sum + width + 2, -2) - columns;
	if (over > 0) {
		widths[flexible] = Math.max(8, (widths[flexible] ?? 0) - over);
	}
	const line = (row: readonly Cell[]): string =>
		row
			.map(({text, colour}, at) => {
				const shown = cut(text, widths[at] ?? 0, widthOf);
				return paint(colour, shown) + ' '.repeat(Math.max(0, (widths[at] ?? 0) - widthOf(shown)));
			})
			.join('  ')
			.trimEnd();
	return rows.map(row => `${line(row)}\n`).join('');
};

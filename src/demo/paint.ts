/** https://no-color.org */
const hasColours = !process.env.NO_COLOR;

const paint =
	(on: number | string, off: number) =>
	(text: string): string =>
		hasColours && text !== '' ? `\x1b[${on}m${text}\x1b[${off}m` : text;

export const bold = paint(1, 22);
export const dim = paint(2, 22);
export const accent = paint('38;5;79', 39);
export const warning = paint('38;5;215', 39);

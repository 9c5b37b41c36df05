/** A stretch of text in one style. Colours are what the terminal was told (`38;2;1;2;3`), null for its own. */
export type Run = {
	readonly text: string;
	readonly foreground: string | null;
	readonly background: string | null;
	readonly dim: boolean;
	readonly reverse: boolean;
};

type Style = Omit<Run, 'text'>;

const PLAIN: Style = {foreground: null, background: null, dim: false, reverse: false};

const ESCAPE = /\x1b(?:\[([0-9;:]*)m|\[[0-?]*[ -/]*[@-~]|[\]PX^_][^\x07\x1b]*(?:\x07|\x1b\\|$)|[ -/]*[0-~]?)/g;

/** A line without its colours and whatever else is no text. PURE. */
export const withoutColours = (line: string): string => (line.includes('\x1b') ? line.replace(ESCAPE, '') : line);

/** How many numbers a colour takes after `38` or `48`: `5;n` or `2;r;g;b`. */
const colourLength = (kind: string | undefined): number => (kind === '2' ? 4 : 2);

/** The style after one sequence of numbers, as in `1;38;2;1;2;3`. */
const restyled = (before: Style, numbers: string): Style => {
	let style = before;
	const codes = numbers.split(/[;:]/);
	for (let at = 0; at < codes.length; at++) {
		const code = Number(codes[at] || 0);
		const ground =
			code === 38 || (code >= 30 && code <= 37) || (code >= 90 && code <= 97) ? 'foreground' : 'background';
		if (code === 0) style = PLAIN;
		else if (code === 2) style = {...style, dim: true};
		else if (code === 22) style = {...style, dim: false};
		else if (code === 7 || code === 27) style = {...style, reverse: code === 7};
		else if (code === 39) style = {...style, foreground: null};
		else if (code === 49) style = {...style, background: null};
		else if (code === 38 || code === 48) {
			const length = colourLength(codes[at + 1]);
			style = {...style, [ground]: codes.slice(at + 1, at + 1 + length).join(';')};
			at += length;
		} else if ((code >= 30 && code <= 47) || (code >= 90 && code <= 107))
			style = {...style, [ground]: String(code % 10)};
	}
	return style;
};

/** Each line as stretches of one style; a style goes on in the next line until it is changed. PURE. */
export const runsOf = (styled: readonly string[]): readonly (readonly Run[])[] => {
	let style = PLAIN;
	return styled.map(line => {
		const runs: Run[] = [];
		let from = 0;
		const take = (to: number): void => {
			if (to > from) runs.push({...style, text: line.slice(from, to)});
		};
		for (const match of line.matchAll(ESCAPE)) {
			take(match.index);
			from = match.index + match[0].length;
			if (match[1] !== undefined) style = restyled(style, match[1]);
		}
		take(line.length);
		return runs;
	});
};

/** The style of the character at a column. PURE. */
export const styleAt = (runs: readonly Run[], column: number): Run | undefined => {
	let end = 0;
	return runs.find(run => {
		end += run.text.length;
		return end > column;
	});
};

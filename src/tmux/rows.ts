import {onlyColours} from './pane.ts';

const SGR = /\x1b\[([0-9;:]*)m/g;
const RESET = '\x1b[0m';

/** What a code is about: the later of two about the same thing counts. */
const aspectOf = (code: number): string | undefined => {
	if ((code >= 30 && code <= 39) || (code >= 90 && code <= 97)) return 'colour';
	if ((code >= 40 && code <= 49) || (code >= 100 && code <= 107)) return 'ground';
	if (code === 58 || code === 59) return 'underline colour';
	return {
		1: 'bold',
		2: 'dim',
		3: 'italic',
		4: 'underline',
		5: 'blink',
		7: 'inverse',
		8: 'hidden',
		9: 'struck',
		21: 'underline',
	}[code];
};

/** The codes that end something, with what they end. */
const ENDS: Readonly<Record<number, readonly string[]>> = {
	22: ['bold', 'dim'],
	23: ['italic'],
	24: ['underline'],
	25: ['blink'],
	27: ['inverse'],
	28: ['hidden'],
	29: ['struck'],
	39: ['colour'],
	49: ['ground'],
	59: ['underline colour'],
};

/** One code with what belongs to it: `38;5;n` and `38;2;r;g;b` are one. */
const CODE = /(?:[345]8;(?:5;\d+|2;\d*;\d*;\d*))|[\d:]+/g;

type Pen = ReadonlyMap<string, string>;

const PLAIN: Pen = new Map();

/** The pen after a row, given the one before it. PURE. */
const penAfter = (before: Pen, row: string): Pen => {
	let pen = before;
	for (const [, codes = ''] of row.matchAll(SGR)) {
		if (codes === '') pen = PLAIN;
		for (const [code] of codes.matchAll(CODE)) {
			const number = Number.parseInt(code, 10);
			const aspect = aspectOf(number);
			const next = new Map(number === 0 ? PLAIN : pen);
			if (ENDS[number] !== undefined) for (const ended of ENDS[number]) next.delete(ended);
			else if (code === '4:0') next.delete('underline');
			else if (aspect !== undefined) next.set(aspect, code);
			pen = next;
		}
	}
	return pen;
};

const sequenceOf = (pen: Pen): string => (pen.size === 0 ? '' : `\x1b[${[...pen.values()].join(';')}m`);

/** Captured rows with colours only, each with all that it needs: tmux lets a colour go on into the next row. PURE. */
export const coloured = (captured: readonly string[]): string[] => {
	let pen = PLAIN;
	return captured.map(raw => {
		const row = onlyColours(raw);
		const before = sequenceOf(pen);
		const hasOwn = row.includes('\x1b');
		if (hasOwn) pen = penAfter(pen, row);
		return before === '' && !hasOwn ? row : `${before}${row}${pen.size === 0 ? '' : RESET}`;
	});
};

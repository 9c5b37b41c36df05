import {onlyColours} from './pane.ts';

const SGR = /\x1b\[([0-9;:]*)m/g;
const RESET = '\x1b[0m';

/** The colours in force after a row, given those before it: everything since the last reset. PURE. */
const carriedOn = (before: string, row: string): string => {
	let carried = before;
	for (const [sequence, numbers = ''] of row.matchAll(SGR)) {
		// `0;31` resets and sets at once.
		if (/^0*$/.test(numbers)) carried = '';
		else carried = /^0*;/.test(numbers) ? sequence : carried + sequence;
	}
	return carried;
};

/** Captured rows with colours only, each with all that it needs: tmux lets a colour go on into the next row. PURE. */
export const coloured = (captured: readonly string[]): string[] => {
	let carried = '';
	return captured.map(raw => {
		const row = onlyColours(raw);
		const before = carried;
		carried = carriedOn(carried, row);
		const isPlain = before === '' && !row.includes('\x1b');
		return isPlain ? row : `${before}${row}${carried === '' ? '' : RESET}`;
	});
};

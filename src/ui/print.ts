import type {SessionView} from '../session/view.ts';

/** Nothing that a terminal would obey, whatever an agent or a repository calls its things. PURE. */
export const safe = (text: string): string =>
	text.replace(/[\x00-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]/g, character =>
		character === '\t' ? ' ' : '�',
	);

const CODES = {bold: 1, dim: 2, red: 31, green: 32, yellow: 33, blue: 34, magenta: 35, cyan: 36} as const;

export type Colour = keyof typeof CODES;

/** Colours text if colours are wanted. PURE. */
export const painter =
	(colours: boolean) =>
	(colour: Colour | undefined, text: string): string =>
		colours && colour !== undefined ? `\x1b[${CODES[colour]}m${text}\x1b[0m` : text;

/** The glyph and word for what a session is doing: both carry the meaning without colour. PURE. */
export const stateOf = ({status, activity}: SessionView): {glyph: string; word: string; colour: Colour | undefined} => {
	if (status === 'active') {
		return {
			asking: {glyph: '?', word: 'asks', colour: 'magenta'},
			active: {glyph: '●', word: 'working', colour: 'green'},
			idle: {glyph: '✓', word: 'idle', colour: 'blue'},
			unknown: {glyph: '●', word: 'running', colour: 'green'},
		}[activity] as {glyph: string; word: string; colour: Colour};
	}
	const colour: Colour | undefined =
		status === 'paused' ? 'yellow' : ['failed', 'error', 'interrupted'].includes(status) ? 'red' : undefined;
	const glyph =
		{paused: '○', ended: '■', completed: '■', failed: '✗', error: '✗', interrupted: '!'}[status as string] ?? '…';
	return {glyph, word: status, colour};
};

const UNITS: readonly (readonly [number, string])[] = [
	[86_400, 'd'],
	[3600, 'h'],
	[60, 'm'],
];

/** "<1m", "3m", "2h", "5d". PURE. */
export const ago = (since: string | null, now: number): string => {
	const seconds = since === null ? Number.NaN : Math.max(0, (now - Date.parse(since)) / 1000);
	const unit = UNITS.find(([least]) => seconds >= least);
	return Number.isNaN(seconds) ? '' : unit === undefined ? '<1m' : `${Math.floor(seconds / unit[0])}${unit[1]}`;
};

export const bytes = (count: number): string =>
	count === 0 ? '' : count < 1 << 30 ? `${Math.round(count / (1 << 20))} MB` : `${(count / (1 << 30)).toFixed(1)} GB`;

/** A path as people write it. PURE. */
export const tilde = (path: string, home: string | undefined): string =>
	home && (path === home || path.startsWith(`${home}/`)) ? `~${path.slice(home.length)}` : path;

/** "1 file", "3 files". PURE. */
export const count = (number: number, thing: string): string => `${number} ${thing}${number === 1 ? '' : 's'}`;

/** What a piece of text means; the theme decides how that looks. */
export type Style =
	| 'ask'
	| 'question'
	| 'done'
	| 'working'
	| 'paused'
	| 'bad'
	| 'dim'
	| 'bold'
	| 'heading'
	| 'selected'
	| 'cursor'
	| 'tab'
	| 'accent'
	| 'key'
	| 'added'
	| 'removed';

export type Theme = {
	readonly name: ThemeName;
	readonly paint: (style: Style, text: string) => string;
};

export type ThemeName = 'dark' | 'light' | 'none';

/** SGR codes, of the terminal's own sixteen colours only: whoever chose them can read them. */
const DARK: Readonly<Record<Style, string>> = {
	ask: '1;97;45',
	question: '1;95',
	done: '94',
	working: '32',
	paused: '33',
	bad: '91',
	dim: '2',
	bold: '1',
	heading: '2',
	selected: '1;97;100',
	cursor: '7',
	tab: '1;4;96',
	accent: '96',
	key: '1;96',
	added: '32',
	removed: '31',
};

/** Bright colours vanish on a light ground. */
const LIGHT: Readonly<Record<Style, string>> = {
	...DARK,
	question: '1;35',
	done: '34',
	bad: '31',
	selected: '1;30;47',
	tab: '1;4;36',
	accent: '36',
	key: '1;36',
};

/** Without colour: only what every terminal has and NO_COLOR does not mean. */
const NONE: Readonly<Partial<Record<Style, string>>> = {
	ask: '1;7',
	question: '1',
	bold: '1',
	heading: '1',
	selected: '1',
	cursor: '7',
	tab: '1;4',
	key: '1',
};

const CODES: Readonly<Record<ThemeName, Readonly<Partial<Record<Style, string>>>>> = {
	dark: DARK,
	light: LIGHT,
	none: NONE,
};

/** A theme by its name. PURE. */
export const themeNamed = (name: ThemeName): Theme => ({
	name,
	paint: (style, text) => {
		const code = CODES[name][style];
		return code === undefined || text === '' ? text : `\x1b[${code}m${text}\x1b[0m`;
	},
});

/** COLORFGBG, where a terminal sets it, ends with the number of the background: 7 and 15 are the light ones. PURE. */
export const chooseTheme = (
	wanted: 'auto' | ThemeName,
	{colours, background}: {colours: boolean; background: string | undefined},
): ThemeName => {
	if (!colours) {
		return 'none';
	}
	if (wanted !== 'auto') {
		return wanted;
	}
	return /;(7|15)$/.test(background ?? '') ? 'light' : 'dark';
};

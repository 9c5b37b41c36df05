const SHORT: Readonly<Record<string, string>> = {
	enter: '⏎',
	escape: 'Esc',
	space: 'space',
	'page-up': 'PgUp',
	'page-down': 'PgDn',
	'shift-tab': 'S-tab',
	up: '↑',
	down: '↓',
	left: '←',
	right: '→',
};

/** A key as people write it. PURE. */
export const keyLabel = (name: string): string => SHORT[name] ?? name.replace(/^ctrl-/, 'C-');

/** All keys of a binding; a run such as 1 to 9 by its ends. PURE. */
export const keyLabels = (keys: readonly string[]): string =>
	keys.length > 3 ? `${keyLabel(keys[0] ?? '')}…${keyLabel(keys.at(-1) ?? '')}` : keys.map(keyLabel).join(' ');

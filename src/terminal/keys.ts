/** A key press, or text that came in one piece. */
export type Key = {readonly name: 'text' | 'paste'; readonly text: string} | {readonly name: KeyName};

export type KeyName = (typeof NAMES)[keyof typeof NAMES];

const NAMES = {
	'\r': 'enter',
	'\n': 'newline',
	'\x1b\r': 'newline',
	'\x1b': 'escape',
	'\x7f': 'backspace',
	'\b': 'backspace',
	'\x01': 'home',
	'\x02': 'left',
	'\x03': 'ctrl-c',
	'\x04': 'ctrl-d',
	'\x05': 'end',
	'\x06': 'right',
	'\t': 'tab',
	'\x0b': 'ctrl-k',
	'\x0c': 'ctrl-l',
	'\x0e': 'down',
	'\x10': 'up',
	'\x11': 'ctrl-q',
	'\x15': 'ctrl-u',
	'\x17': 'ctrl-w',
	'\x1a': 'ctrl-z',
	'\x1b[A': 'up',
	'\x1b[B': 'down',
	'\x1b[C': 'right',
	'\x1b[D': 'left',
	'\x1bOA': 'up',
	'\x1bOB': 'down',
	'\x1bOC': 'right',
	'\x1bOD': 'left',
	'\x1b[H': 'home',
	'\x1b[F': 'end',
	'\x1bOH': 'home',
	'\x1bOF': 'end',
	'\x1b[1~': 'home',
	'\x1b[4~': 'end',
	'\x1b[3~': 'delete',
	'\x1b[5~': 'page-up',
	'\x1b[6~': 'page-down',
	'\x1b[Z': 'shift-tab',
} as const;

const PASTE_BEGINS = '\x1b[200~';
const PASTE_ENDS = '\x1b[201~';
/** A whole sequence, a lone Esc before anything else (pressed quickly before the next key), a control, or a run of text. */
const TOKEN = /\x1b\[[0-?]*[ -/]*[@-~]|\x1bO[A-Za-z]|\x1b\r|\x1b|[\x00-\x1f\x7f]|[^\x00-\x1f\x7f]+/g;
/** What may be the beginning of a longer sequence. */
const UNFINISHED = /\x1b(?:\[[0-?]*[ -/]*|O)?$/;

/** How long an Esc may be the beginning of an arrow key, and how long a paste may stall before it counts as broken off. */
const ESCAPE_WAIT = 40;
const PASTE_WAIT = 3000;

const isNamed = (token: string): token is keyof typeof NAMES => Object.hasOwn(NAMES, token);

const keyOf = (token: string): Key[] => {
	if (isNamed(token)) return [{name: NAMES[token]}];
	// Controls and sequences without a meaning here (F keys, focus reports) are dropped.
	return /^[\x00-\x1f\x7f]/.test(token) ? [] : [{name: 'text', text: token}];
};

/** Turns what the terminal sends, in whatever pieces, into keys. */
export type KeyDecoder = {
	readonly feed: (input: string) => Key[];
	/** Milliseconds after which `flush` should be called if nothing else arrives; undefined: nothing is held back. */
	readonly patience: () => number | undefined;
	readonly flush: () => Key[];
};

export const keyDecoder = (): KeyDecoder => {
	let held = '';
	let isPasting = false;

	const readPaste = (): Key[] => {
		const end = held.indexOf(PASTE_ENDS);
		if (end === -1) return [];
		const text = held.slice(0, end);
		held = held.slice(end + PASTE_ENDS.length);
		isPasting = false;
		return [{name: 'paste', text}, ...read()];
	};

	const read = (): Key[] => {
		if (isPasting) return readPaste();
		const begin = held.indexOf(PASTE_BEGINS);
		const ready = begin === -1 ? held.replace(UNFINISHED, '') : held.slice(0, begin);
		held = held.slice(begin === -1 ? ready.length : begin + PASTE_BEGINS.length);
		isPasting = begin !== -1;
		return [...(ready.match(TOKEN) ?? []).flatMap(keyOf), ...(isPasting ? readPaste() : [])];
	};

	return {
		feed: input => {
			held += input;
			return read();
		},
		patience: () => (isPasting ? PASTE_WAIT : held === '' ? undefined : ESCAPE_WAIT),
		flush: () => {
			const rest = held;
			held = '';
			if (!isPasting) return (rest.match(TOKEN) ?? []).flatMap(keyOf);
			isPasting = false;
			return [{name: 'paste', text: rest}];
		},
	};
};

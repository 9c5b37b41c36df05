import {SquadError} from './errors.ts';

/** Names that people know; everything else goes by its number. */
const NAMES: Readonly<Record<number, string>> = {
	0: 'NUL',
	7: 'BEL',
	8: 'backspace',
	13: 'carriage return',
	27: 'ESC',
	127: 'DEL',
};

/** A terminal obeys these, and an ESC could even end a paste and press Enter. Line ends and tabs are text. */
const UNTYPABLE = /[\x00-\x08\x0b-\x1f\x7f-\x9f]/;

/** The system's limit for one argument of a program, without the NUL at its end. */
const LONGEST_ARGUMENT = 128 * 1024 - 1;

const nameOf = (character: string): string => {
	const code = character.charCodeAt(0);
	return NAMES[code] ?? `U+${code.toString(16).toUpperCase().padStart(4, '0')}`;
};

const refusal = (text: string, at: number, why: string, hint: string): SquadError => {
	const line = text.slice(0, at).split('\n').length;
	return new SquadError('usage', `the text holds ${nameOf(text[at] ?? '')} (line ${line}), ${why}`, hint);
};

/** What is typed into a terminal arrives as it is, or is refused. */
export const refuseUntypable = (text: string): void => {
	const at = text.search(UNTYPABLE);
	if (at !== -1) {
		const hint = 'take the control characters out (only line ends and tabs can be typed), or put the text into a file';
		throw refusal(text, at, 'which a terminal would obey', hint);
	}
};

/** What is given to a program as an argument may hold anything but a NUL, and has a longest length. */
export const refuseUngivable = (text: string): void => {
	const at = text.indexOf('\0');
	if (at !== -1) {
		throw refusal(text, at, 'which no program can be given', 'take it out, or put the text into a file');
	}
	if (Buffer.byteLength(text) > LONGEST_ARGUMENT) {
		throw new SquadError(
			'usage',
			`the prompt has ${Buffer.byteLength(text)} bytes, and a program can be given ${LONGEST_ARGUMENT} at the most`,
			'put it into a file and tell the agent to read that',
		);
	}
};

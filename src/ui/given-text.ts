import {SquadError} from '../session/errors.ts';
import type {Terminal} from './command.ts';

/** Standard input as text, byte for byte: nothing is made of bytes that are no text, or of no bytes at all. */
export const givenText = async ({readInput}: Pick<Terminal, 'readInput'>): Promise<string> => {
	const input = await readInput();
	if (input.length === 0) {
		throw new SquadError(
			'usage',
			'nothing came on standard input',
			'what writes to it may have failed; nothing was done',
		);
	}
	try {
		return new TextDecoder('utf-8', {fatal: true, ignoreBOM: true}).decode(input);
	} catch {
		throw new SquadError('usage', 'standard input is not UTF-8 text', 'convert it first (iconv); nothing was done');
	}
};

import type {SquadError} from '../session/errors.ts';
import type {Terminal} from './command.ts';
import {safe} from './print.ts';

/** Nobody reads more; what is longer quotes something that was given. */
const LONGEST = 800;

const short = (text: string): string => (text.length <= LONGEST ? text : `${text.slice(0, LONGEST)}…`);

/** Two lines: what happened, and what to do. */
export const printError = ({err}: Pick<Terminal, 'err'>, {message, hint}: SquadError): void => {
	err(`squad: ${safe(short(message))}\n  ${safe(short(hint))}\n`);
};

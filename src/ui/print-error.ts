import type {SquadError} from '../session/errors.ts';
import type {Terminal} from './command.ts';
import {safe} from './print.ts';

/** Two lines: what happened, and what to do. */
export const printError = ({err}: Pick<Terminal, 'err'>, {message, hint}: SquadError): void => {
	err(`squad: ${safe(message)}\n  ${safe(hint)}\n`);
};

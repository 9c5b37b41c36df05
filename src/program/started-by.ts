/**
 * Names, in the environment of a program that changes files, the squad that started it. It goes on when that squad is
 * killed, and until it has ended nobody else may be at work where it is.
 */
export const STARTED_BY = 'SQUAD_STARTED_BY';

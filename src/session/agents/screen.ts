import type {Screen} from './agent.ts';
import {withoutColours} from './colours.ts';

/** A screen from its lines, which may have colours or not. PURE. */
export const screenOf = (lines: readonly string[], title: string): Screen =>
	lines.some(line => line.includes('\x1b')) ? {lines: lines.map(withoutColours), styled: lines, title} : {lines, title};

import {join} from 'node:path';
import type {Lab} from './lab.ts';
import {screen, terminal} from './terminal.ts';

const WIDE = {cols: 140, rows: 40};

/** The TUI in a terminal that renders it; keys go in, lines come out. */
export const tui = (here: Lab, {size = WIDE, env = '', name = 'screen'} = {}) =>
	screen(here, `${env} squad`, size, name);

/** The TUI in a bare terminal: every byte that it writes. */
export const rawTui = (here: Lab, env: Readonly<Record<string, string>> = {}) =>
	terminal(here, join(here.bin, 'squad'), [], env);

/** A session of the demo agent. */
export const demo = (here: Lab, title: string, prompt: string) => here.create(title, '-a', 'demo', '-p', prompt);

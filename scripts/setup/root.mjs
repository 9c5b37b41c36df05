import {fileURLToPath} from 'node:url';

/** The clone. */
export const ROOT = fileURLToPath(new URL('../..', import.meta.url)).replace(/\/$/, '');

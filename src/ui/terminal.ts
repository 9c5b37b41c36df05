import {fstatSync} from 'node:fs';
import type {Terminal} from './command.ts';
import {writeAll} from './write-all.ts';

/** Only a character device can be a terminal; asking node itself loads half of its network code. */
export const isTerminal = (file: 0 | 1 | 2): boolean => {
	try {
		return fstatSync(file).isCharacterDevice() && process.getBuiltinModule('node:tty').isatty(file);
	} catch {
		// Closed by the caller.
		return false;
	}
};

const wantsColours = (env: NodeJS.ProcessEnv, isShown: boolean): boolean =>
	env.FORCE_COLOR ? env.FORCE_COLOR !== '0' : !env.NO_COLOR && isShown;

/** The standard streams of this process. */
export const standardTerminal = (env: NodeJS.ProcessEnv): Terminal => {
	const isShown = isTerminal(1);
	return {
		out: text => writeAll(1, text),
		err: text => writeAll(2, text),
		colours: wantsColours(env, isShown),
		isTerminal: isShown,
		columns: isShown ? (process.stdout.columns ?? 100) : 100,
		cwd: process.cwd(),
		readInput: async () => {
			const chunks: Buffer[] = [];
			for await (const chunk of process.stdin) {
				chunks.push(chunk);
			}
			return Buffer.concat(chunks);
		},
		readChunks: () => process.stdin,
	};
};

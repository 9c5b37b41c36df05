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

/** Nothing has been begun when somebody is asked, so Ctrl-C may end it all at once. */
const askLine = async (question: string): Promise<string> => {
	const {createInterface} = await import('node:readline');
	const lines = createInterface({input: process.stdin, output: process.stderr});
	return new Promise(resolve => {
		lines.on('SIGINT', () => process.exit(130));
		lines.on('close', () => resolve(''));
		lines.question(question, answer => {
			resolve(answer);
			lines.close();
		});
	});
};

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
		ask: isShown && isTerminal(0) && isTerminal(2) ? askLine : null,
	};
};

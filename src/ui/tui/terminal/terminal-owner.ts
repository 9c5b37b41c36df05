import type {Key} from '../../../terminal/keys.ts';
import type {Size} from '../state/layout.ts';
import {keyboard} from './keyboard.ts';
import {painter} from './painter.ts';

const sizeOf = ({columns, rows}: NodeJS.WriteStream): Size => ({columns: columns || 80, rows: rows || 24});

export type OwnerEvents = {
	readonly press: (key: Key) => void;
	readonly resize: (size: Size) => void;
};

/** Time for the shell to stop us; where there is none (a terminal of our own), we go on after it. */
const STOPPED_WITHIN_MS = 100;

/** Whoever has the terminal: takes it, lends it to others and gives it back in order. */
export const terminalOwner = (input: NodeJS.ReadStream, output: NodeJS.WriteStream, on: OwnerEvents) => {
	const {paint, enter, leave, refresh, forget, say} = painter(output);
	const keys = keyboard(input, on.press);
	let [isOpen, isLent] = [false, false];
	const onResize = (): void => {
		forget();
		on.resize(sizeOf(output));
	};
	const open = (): void => {
		isOpen = true;
		on.resize(sizeOf(output));
		output.on('resize', onResize);
		enter();
		keys.open();
	};
	const close = (): void => {
		isOpen = false;
		output.off('resize', onResize);
		keys.close();
		leave();
	};
	// Somebody else stopped us, and whoever had the terminal meanwhile left it otherwise.
	process.on('SIGCONT', () => {
		if (isOpen) {
			close();
			open();
		}
	});
	return {
		size: () => sizeOf(output),
		open,
		close,
		paint,
		refresh,
		say,
		/** Something else has the terminal until it is done. */
		lend: async (run: () => Promise<unknown>): Promise<void> => {
			close();
			isLent = true;
			try {
				await run();
			} finally {
				isLent = false;
				open();
			}
		},
		isLent: () => isLent,
		/** The whole job, as Ctrl-Z would: npm or a script may have started us. */
		suspend: (): void => {
			close();
			process.kill(0, 'SIGTSTP');
			setTimeout(open, STOPPED_WITHIN_MS);
		},
	};
};

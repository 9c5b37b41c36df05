import type {Key} from '../../terminal/keys.ts';
import {keyboard} from './keyboard.ts';
import type {Size} from './layout.ts';
import {painter} from './painter.ts';

const sizeOf = ({columns, rows}: NodeJS.WriteStream): Size => ({columns: columns || 80, rows: rows || 24});

export type OwnerEvents = {
	readonly press: (key: Key) => void;
	readonly resize: (size: Size) => void;
};

/** Whoever has the terminal: takes it, lends it to others and gives it back in order. */
export const terminalOwner = (input: NodeJS.ReadStream, output: NodeJS.WriteStream, on: OwnerEvents) => {
	const {paint, enter, leave, refresh, forget, say} = painter(output);
	const keys = keyboard(input, on.press);
	const onResize = (): void => {
		forget();
		on.resize(sizeOf(output));
	};
	const open = (): void => {
		on.resize(sizeOf(output));
		output.on('resize', onResize);
		enter();
		keys.open();
	};
	const close = (): void => {
		output.off('resize', onResize);
		keys.close();
		leave();
	};
	// Whatever ends the program, the user's terminal is left as it was.
	process.once('exit', leave);
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
			try {
				await run();
			} finally {
				open();
			}
		},
		suspend: (): void => {
			close();
			process.once('SIGCONT', open);
			process.kill(process.pid, 'SIGTSTP');
		},
	};
};

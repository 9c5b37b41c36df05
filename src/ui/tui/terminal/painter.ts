import {repaint} from './frame.ts';

/** Alternate screen, no cursor, no wrapping at the edge, pastes marked as such; and all of it back. */
const ENTER = '\x1b[?1049h\x1b[?25l\x1b[?7l\x1b[?2004h';
const LEAVE = '\x1b[0m\x1b[?2004l\x1b[?7h\x1b[?25h\x1b[?1049l';

/** A slow terminal gets the newest frame when it has taken the last one, not all of those between. */
export const painter = (out: NodeJS.WriteStream) => {
	let shown: readonly string[] | null = null;
	let wanted: readonly string[] = [];
	let isIn = false;
	let isBusy = false;

	const write = (): void => {
		if (!isIn || isBusy) {
			return;
		}
		const text = repaint(shown, wanted);
		shown = wanted;
		if (text !== '' && !out.write(text)) {
			isBusy = true;
			out.once('drain', () => {
				isBusy = false;
				write();
			});
		}
	};
	return {
		paint: (rows: readonly string[]): void => {
			wanted = rows;
			write();
		},
		enter: (): void => {
			if (!isIn) {
				isIn = true;
				shown = null;
				out.write(ENTER);
				write();
			}
		},
		leave: (): void => {
			if (isIn) {
				isIn = false;
				out.write(LEAVE);
			}
		},
		/** All of it again, after something else wrote on the screen. */
		refresh: (): void => {
			shown = null;
			write();
		},
		/** The size has changed: nothing of what is shown counts, and the next frame is written whole. */
		forget: (): void => {
			shown = null;
		},
		/** Beside the picture: a bell, a notification. */
		say: (text: string): void => {
			if (isIn) {
				out.write(text);
			}
		},
	};
};

/**
 * V8 lets its heap grow as long as there is room. For a program that waits most of the time that is memory for nothing:
 * measured with a hundred sessions, 136 MB without these and 84 MB with them, a bare Ink program 66 MB. Said only after
 * the first picture, which is quicker with room.
 */
const FLAGS = ['--semi-space-growth-factor=1', '--heap-growing-percent=20'];

/** Some work of the first moments is still to come, and what V8 has compiled by then is kept for the next start. */
const SETTLED_MS = 1000;

export const keepHeapSmall = (): void => {
	const v8 = process.getBuiltinModule('node:v8');
	setTimeout(() => {
		// The entry of the program keeps what was compiled; under other flags V8 would not take it back.
		process.emit('squad-flags' as 'exit', 0);
		for (const flag of FLAGS) {
			v8.setFlagsFromString(flag);
		}
	}, SETTLED_MS).unref();
};

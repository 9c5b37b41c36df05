import {writeSync} from 'node:fs';

const sleep = new Int32Array(new SharedArrayBuffer(4));

/** Writes to a standard stream without node's own machinery for it, which takes longer to load than `squad ls` to run. */
export const writeAll = (file: 1 | 2, text: string): void => {
	let left = Buffer.from(text);
	while (left.length > 0) {
		try {
			left = left.subarray(writeSync(file, left));
		} catch (cause) {
			const code = cause instanceof Error && 'code' in cause ? cause.code : undefined;
			if (code === 'EAGAIN') {
				// The reader is slower than we are.
				Atomics.wait(sleep, 0, 0, 5);
			} else if (code === 'EPIPE') {
				// A reader that has seen enough (`squad logs | head`) is no error.
				process.exit(process.exitCode ?? 0);
			} else if (file === 1) {
				throw cause;
			} else {
				// There is nobody left to tell, and the exit code says it too.
				return;
			}
		}
	}
};

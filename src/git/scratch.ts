import {mkdirSync, rmSync} from 'node:fs';

/** Runs with an empty folder for scratch files that is gone afterwards. */
export const withScratch = async <T>(scratch: string, run: () => Promise<T>): Promise<T> => {
	rmSync(scratch, {recursive: true, force: true});
	mkdirSync(scratch, {recursive: true, mode: 0o700});
	try {
		return await run();
	} finally {
		rmSync(scratch, {recursive: true, force: true});
	}
};

import {noteAsGood} from './programs.mjs';
import {run} from './run.mjs';
import {isOlder} from './versions.cjs';

/** What the program says of its version; undefined if it is not there (or only Apple's stub of git, which fails). */
export const versionOf = async ({ask}) => {
	const {code, output} = await run(ask);
	return code === 0 ? output.trim() : undefined;
};

export const isGoodEnough = async (root, program) => {
	const version = await versionOf(program);
	if (version === undefined || isOlder(version, program.needed)) return false;
	noteAsGood(root, program);
	return true;
};

import {join} from 'node:path';
import {isStale, lockOf} from './dist.mjs';
import {withLock} from './lock.mjs';
import {run} from './run.mjs';
import {say, whileSaying} from './say.mjs';
import {Trouble} from './trouble.mjs';

/** In a process of its own, so that a start with nothing to build does not load esbuild. */
export const build = async root => {
	const command = [process.execPath, join(root, 'scripts/build.mjs')];
	const {code, output} = await whileSaying('building', () => run(command, {cwd: root}));
	if (output) say(`the build says:\n${output.trimEnd()}`);
	if (code !== 0) throw new Trouble('the build failed', 'mend what it says above, then run this again');
};

/** @param {string} root */
export const buildIfStale = async root => {
	if (!isStale(root)) return;
	await withLock(lockOf(root), async () => {
		if (isStale(root)) await build(root);
	});
};

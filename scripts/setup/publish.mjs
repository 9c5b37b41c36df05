// How a new dist/ takes the place of the old one.
import {existsSync, mkdirSync, readdirSync, renameSync, rmSync, writeFileSync} from 'node:fs';
import {dirname, join, relative} from 'node:path';
import {filesUnder, STAMP} from './dist.mjs';
import {isAlive} from './lock.mjs';

/** What killed or failed builds left: hidden names that end with the number of a process that is gone. */
const sweep = dist => {
	for (const name of existsSync(dist) ? readdirSync(dist) : []) {
		const pid = /^\..+-(\d+)$/.exec(name)?.[1];
		if (pid && !isAlive(Number(pid))) rmSync(join(dist, name), {recursive: true, force: true});
	}
};

/** A folder to build in, on the same disk as dist so that files can be renamed. */
export const stagingFolder = dist => {
	sweep(dist);
	return join(dist, `.new-${process.pid}`);
};

const removeAllBut = (dist, files) => {
	const visible = readdirSync(dist).filter(name => !name.startsWith('.'));
	for (const file of visible.flatMap(name => filesUnder(join(dist, name)))) {
		if (!files.includes(relative(dist, file))) rmSync(file, {force: true});
	}
};

/**
 * File by file over the old ones: who starts squad at this moment finds each file, old or new, and never none.
 * The stamp goes first and comes last, so that a move cut off half-way is built again.
 */
export const publish = (staged, dist, sources) => {
	const files = filesUnder(staged).map(file => relative(staged, file));
	writeFileSync(join(staged, STAMP), JSON.stringify({sources, files}));
	rmSync(join(dist, STAMP), {force: true});
	for (const file of [...files, STAMP]) {
		mkdirSync(dirname(join(dist, file)), {recursive: true});
		renameSync(join(staged, file), join(dist, file));
	}
	removeAllBut(dist, files);
	rmSync(staged, {recursive: true, force: true});
};

/** Takes the built program away; locks and builds that are at work stay. */
export const withdraw = dist => {
	rmSync(join(dist, STAMP), {force: true});
	removeAllBut(dist, []);
};

// A folder as a lock, with one file in it that is named after the owner's process id.
import {mkdirSync, readdirSync, renameSync, rmdirSync, rmSync, writeFileSync} from 'node:fs';
import {dirname, join} from 'node:path';
import {setTimeout as sleep} from 'node:timers/promises';
import {say} from './say.mjs';
import {Trouble} from './trouble.mjs';

const PATIENCE = {pollMs: 100, giveUpMs: 10 * 60_000};

export const isAlive = pid => {
	try {
		process.kill(pid, 0);
		return true;
	} catch (error) {
		return error.code === 'EPERM'; // there, but somebody else's
	}
};

/** Runs `work`, undefined instead of an error if that has one of these codes. */
const unless = (codes, work) => {
	try {
		return work();
	} catch (error) {
		if (codes.includes(error.code)) return undefined;
		throw error;
	}
};

const me = () => String(process.pid);

/** The folder comes with the owner's file already in it; a folder can be renamed onto an empty one only. */
const takeFree = lock => {
	const mine = `${lock}-${me()}`;
	mkdirSync(mine, {recursive: true});
	writeFileSync(join(mine, me()), '');
	const taken = unless(['ENOTEMPTY', 'EEXIST'], () => {
		renameSync(mine, lock);
		return true;
	});
	if (!taken) rmSync(mine, {recursive: true});
	return taken ?? false;
};

const ownerOf = lock => unless(['ENOENT'], () => readdirSync(lock)[0]);

/** Renaming the dead owner's file works for one of the waiting only. Our own number in it is an earlier process's. */
const takeFromDead = lock => {
	const owner = ownerOf(lock);
	if (owner === undefined || (owner !== me() && isAlive(Number(owner)))) return false;
	const taken = unless(['ENOENT'], () => {
		renameSync(join(lock, owner), join(lock, me()));
		return true;
	});
	return taken ?? false;
};

const take = async (lock, {pollMs, giveUpMs}) => {
	const end = Date.now() + giveUpMs;
	for (let told = false; !takeFree(lock) && !takeFromDead(lock); told = true) {
		if (!told) say(`another one is setting up this clone (process ${ownerOf(lock) ?? 'just ending'}), waiting for it`);
		if (Date.now() > end)
			throw new Trouble('the other one did not come to an end', `if there is none, run: rm -r ${lock}`);
		await sleep(pollMs);
	}
};

const release = lock => {
	rmSync(join(lock, me()), {force: true});
	unless(['ENOENT', 'ENOTEMPTY', 'EEXIST'], () => rmdirSync(lock)); // the next one may be quicker
};

/** Not for two at once in the same process. */
export const withLock = async (lock, work, patience = PATIENCE) => {
	mkdirSync(dirname(lock), {recursive: true});
	await take(lock, patience);
	try {
		return await work();
	} finally {
		release(lock);
	}
};

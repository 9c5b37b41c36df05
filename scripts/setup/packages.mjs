import {existsSync, readFileSync} from 'node:fs';
import {join} from 'node:path';

/** npm's own account of what is in node_modules; it writes it last. */
export const INSTALLED = 'node_modules/.package-lock.json';

const fits = (wanted, actual) =>
	!wanted || wanted.includes(actual) || (wanted.every(name => name.startsWith('!')) && !wanted.includes(`!${actual}`));

const isSame = (wanted, installed) =>
	installed !== undefined && wanted.version === installed.version && wanted.integrity === installed.integrity;

/** Optional packages are mostly those of other systems; one that could not be installed must not be tried at every start. */
const mayBeMissing = ({optional, devOptional}) => optional || devOptional;

/**
 * Does node_modules hold what the lock file asks for? Compared package by package and not by a stamp of our own,
 * so that whoever ran `npm install` by hand does not see it all installed again. More than asked for is fine.
 */
export const matchesLock = (lock, installed, {platform, arch}) => {
	const present = installed.packages ?? {};
	const isFromElsewhere = Object.values(present).some(({os, cpu}) => !fits(os, platform) || !fits(cpu, arch));
	if (isFromElsewhere) return false;
	return Object.entries(lock.packages)
		.filter(([path]) => path !== '')
		.every(([path, wanted]) => (path in present ? isSame(wanted, present[path]) : mayBeMissing(wanted)));
};

export const readJson = path => JSON.parse(readFileSync(path, 'utf8'));

export const arePackagesInstalled = root => {
	if (!existsSync(join(root, INSTALLED))) return false;
	const installed = readJson(join(root, INSTALLED));
	return (
		matchesLock(readJson(join(root, 'package-lock.json')), installed, process) &&
		Object.keys(installed.packages).every(path => existsSync(join(root, path)))
	);
};

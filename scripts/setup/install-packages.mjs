import {rmSync} from 'node:fs';
import {join} from 'node:path';
import {npm} from './npm.mjs';
import {INSTALLED, readJson} from './packages.mjs';
import {run} from './run.mjs';
import {say, whileSaying} from './say.mjs';
import {Trouble} from './trouble.mjs';

/**
 * npm on a registry that lacks a package for some other system leaves it out of the lock file, and `npm ci` then refuses the
 * whole file everywhere. `npm install` takes the same locked versions and looks only for what is left out.
 */
export const isComplete = lock => {
	const locked = Object.keys(lock.packages);
	return Object.values(lock.packages)
		.flatMap(({optionalDependencies = {}}) => Object.keys(optionalDependencies))
		.every(name => locked.some(path => path.endsWith(`node_modules/${name}`)));
};

/**
 * No install scripts: none of our packages needs one (esbuild's binary is an optional package), so a policy against
 * them makes no difference. dev and optional by name: NODE_ENV=production or an `omit` in somebody's settings would
 * leave out all that we need.
 */
const OPTIONS = '--ignore-scripts --include=dev --include=optional --no-audit --no-fund --loglevel=error'.split(' ');

export const installPackages = async root => {
	const verb = isComplete(readJson(join(root, 'package-lock.json'))) ? ['ci'] : ['install', '--no-save'];
	// Cut off half-way, npm must not leave an account that looks complete.
	rmSync(join(root, INSTALLED), {force: true});
	const command = [...npm(), ...verb, ...OPTIONS];
	const {code, output} = await whileSaying('installing packages', () => run(command, {cwd: root}));
	if (code === 0) return;
	if (output) say(`npm ${verb[0]} says:\n${output.trimEnd()}`);
	throw new Trouble('the packages could not be installed', 'mend what npm says above, then run this again');
};

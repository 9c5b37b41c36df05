import {isStale, lockOf} from './dist.mjs';
import {arePackagesInstalled} from './packages.mjs';
import {GIT, isKnownToBeGood, TMUX} from './programs.mjs';
import {ROOT} from './root.mjs';

const isGoodEnough = async program =>
	isKnownToBeGood(ROOT, program) || (await import('./ask-version.mjs')).isGoodEnough(ROOT, program);

/** What it takes to carry a step out is loaded only then: the usual start has nothing to do and should not be felt. */
const STEPS = [
	{
		isDone: () => isGoodEnough(GIT),
		carryOut: async () => (await import('./install-programs.mjs')).refuseWithoutGit(),
	},
	{
		isDone: () => isGoodEnough(TMUX),
		carryOut: async () => (await import('./install-programs.mjs')).installTmux(ROOT),
	},
	{
		isDone: () => arePackagesInstalled(ROOT),
		carryOut: async () => (await import('./install-packages.mjs')).installPackages(ROOT),
	},
	{
		isDone: () => !isStale(ROOT),
		carryOut: async () => (await import('./build-if-stale.mjs')).build(ROOT),
	},
];

/** Looks without the lock first, so that the usual start waits for nobody. */
export const main = async () => {
	const done = await Promise.all(STEPS.map(({isDone}) => isDone()));
	if (done.every(Boolean)) return;
	const {carryOut} = await import('./carry-out.mjs');
	await carryOut(STEPS, lockOf(ROOT));
};

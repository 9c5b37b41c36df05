import {isGoodEnough, versionOf} from './ask-version.mjs';
import {installFor} from './package-managers.mjs';
import {GIT, pathOf, TMUX} from './programs.mjs';
import {run} from './run.mjs';
import {say, whileSaying} from './say.mjs';
import {Trouble} from './trouble.mjs';

const howToInstall = async ({name}) => {
	const isRoot = process.getuid?.() === 0;
	const canSudo = !isRoot && (await run(['sudo', '-n', 'true'])).code === 0;
	return installFor(name, {has: other => pathOf(other) !== undefined, isRoot, canSudo});
};

const missing = ({name, needed}, found, advice) => {
	const what = `${name} ${needed.join('.')} or newer is needed, ${found ? `this is ${found}` : 'there is none'}`;
	const how = advice ? `run: ${advice}` : `install ${name} with your system's package manager`;
	return new Trouble(what, found ? `${how} (if that brings no newer one, build it from its source)` : how, 7);
};

export const refuseWithoutGit = async () => {
	const install = await howToInstall(GIT);
	throw missing(GIT, await versionOf(GIT), install?.advice);
};

export const installTmux = async root => {
	const install = await howToInstall(TMUX);
	const found = await versionOf(TMUX);
	// A tmux that is there is never replaced: clients of a newer tmux cannot talk to the server that is running.
	if (found || !install?.attempts) throw missing(TMUX, found, install?.advice);
	const output = await whileSaying(`tmux is missing, installing it (${install.advice})`, () => attempt(install));
	if (await isGoodEnough(root, TMUX)) return;
	if (output) say(`that did not work:\n${output}`);
	throw missing(TMUX, await versionOf(TMUX), install.advice);
};

/** Goes on to the next attempt (a fresh list of packages, then again) only while tmux is still missing. */
const attempt = async ({attempts}) => {
	let printed = '';
	for (const command of attempts) {
		printed += (await run(command)).output;
		if ((await versionOf(TMUX)) !== undefined) break;
	}
	return printed.trimEnd();
};

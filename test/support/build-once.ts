import {mkdirSync, mkdtempSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import type {TestProject} from 'vitest/node';
// @ts-expect-error plain JavaScript, because it has to run before anything is installed
import {buildIfStale} from '../../scripts/setup/build-if-stale.mjs';
// @ts-expect-error plain JavaScript, too
import {withdraw} from '../../scripts/setup/publish.mjs';

const ROOT = join(import.meta.dirname, '../..');

/** What tells a program that it runs inside tmux, an agent, a git hook or another squad. */
const SURROUNDINGS = /^(?!SQUAD_TEST_)(TMUX|TMUX_.*|SQUAD_.*|CLAUDECODE|CLAUDE_CODE_.*|GIT_.*|XDG_.*)$/;

/**
 * Hides the user's home, git configuration and tmux server from every test, also from one that forgets its lab.
 * TMUX_TMPDIR is where `tmux -L squad` looks for its server: without it a test could end the user's own sessions.
 */
const hideTheUser = (environment: NodeJS.ProcessEnv, elsewhere: string) => {
	for (const name of Object.keys(environment).filter(name => SURROUNDINGS.test(name))) delete environment[name];
	Object.assign(environment, {
		HOME: join(elsewhere, 'home'),
		TMUX_TMPDIR: elsewhere,
		GIT_CONFIG_GLOBAL: '/dev/null',
		GIT_CONFIG_NOSYSTEM: '1',
	});
};

/**
 * A stale dist is never tested, whoever starts vitest. If it cannot be built, the old one goes: tests of the built
 * program then fail for want of it, while those of a single module still run.
 */
const freshDist = async () => {
	try {
		await buildIfStale(ROOT);
	} catch (error) {
		withdraw(join(ROOT, 'dist'));
		console.error(`squad: ${error instanceof Error ? error.message : error}; tests that start squad will fail`);
	}
};

export const setup = async (project: TestProject) => {
	await freshDist();
	project.onTestsRerun(freshDist);
	const elsewhere = mkdtempSync(join(tmpdir(), 'squad-'));
	mkdirSync(join(elsewhere, 'home'));
	hideTheUser(process.env, elsewhere);
	return () => rmSync(elsewhere, {recursive: true, force: true});
};

// `squad pause` with 1,000 of 50,000 files changed, against what git does by itself: `git stash push -u`.
import {appendFileSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {interleave, rowOf} from './measure.mjs';
import {contentOf, pathOf, settleIndex} from './repository.mjs';
import {rawSession, squadSession} from './round-trip.mjs';
import {withWorld} from './world.mjs';

const FILES = 50_000;
const CHANGED = 900;
const ADDED = 100;
const LIMIT = 1.2;
const ROUNDS = 5;

const change = worktree => {
	for (let n = 0; n < CHANGED; n++) appendFileSync(join(worktree, pathOf(n * 53)), 'changed\n');
	for (let n = 0; n < ADDED; n++) writeFileSync(join(worktree, pathOf(n * 499).replace('.ts', '.new')), contentOf(n));
};

/** By hand, and without any promise beyond git's own: it may take another session's stash when it comes back. */
const byHand = ({run, tmux, node, agent}, {session, worktree}) => ({
	pause: async () => {
		const base = await node();
		const stash = await run('git', ['stash', 'push', '-q', '-u'], {cwd: worktree});
		const kill = await tmux('kill-session', '-t', `=${session}`);
		return base.ms + stash.ms + kill.ms;
	},
	resume: async () => {
		await run('git', ['stash', 'pop', '-q', '--index'], {cwd: worktree});
		await tmux('new-session', '-d', '-s', session, '-c', worktree, '-x', '200', '-y', '50', agent, '-c');
	},
});

const statusOf = async ({run}, worktree) =>
	(await run('git', ['--no-optional-locks', 'status', '--porcelain', '--untracked-files=all'], {cwd: worktree})).out;

export const manyFiles = () =>
	withWorld(async world => {
		const repo = await world.repository('repo', FILES);
		await world.squad(['new', 'another', '--quick', world.root], {cwd: world.root});
		const [raw, squad] = [await rawSession(world, repo), await squadSession(world, repo)];
		const sides = {
			hand: {...byHand(world, raw), worktree: raw.worktree},
			squad: {pause: () => squad.move('pause'), resume: () => squad.move('resume'), worktree: squad.worktree},
		};
		for (const {worktree} of Object.values(sides)) {
			change(worktree);
			await settleIndex(world.run, worktree);
		}
		const trip = async ({pause, resume, worktree}) => {
			const before = await statusOf(world, worktree);
			await world.run('sync', []);
			const ms = await pause();
			if ((await statusOf(world, worktree)) !== '') throw new Error(`${worktree} is not clean`);
			await resume();
			if ((await statusOf(world, worktree)) !== before) throw new Error(`${worktree} is not as it was`);
			return ms;
		};
		const times = await interleave(
			{hand: () => trip(sides.hand), squad: () => trip(sides.squad)},
			{rounds: ROUNDS, warmUps: 1},
		);
		return [
			rowOf({
				figure: `squad pause, ${FILES.toLocaleString('en')} files, 1,000 changed`,
				against: 'node -e 0 + git stash push -u + tmux kill-session',
				baseline: times.hand,
				subject: times.squad,
				limit: LIMIT,
			}),
		];
	});

// One session that squad pauses and resumes, and its twin that the raw scripts do, in worktrees of one large repository.
import {appendFileSync, rmSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {fileURLToPath} from 'node:url';
import {interleave, rowOf} from './measure.mjs';
import {contentOf, pathOf} from './repository.mjs';
import {withWorld} from './world.mjs';

const FILES = 20_000;
const ROUNDS = Number(process.env.R ?? 15);

const scriptOf = verb => fileURLToPath(new URL(`raw-${verb}.sh`, import.meta.url));

/** Twenty changed files of every kind that an agent leaves: 8 + 4 + 1 + 2 tracked, 5 untracked. */
const dirty = async ({run}, worktree) => {
	const file = n => join(worktree, pathOf(n * 997));
	const git = (...args) => run('git', args, {cwd: worktree});
	for (let n = 0; n < 13; n++) appendFileSync(file(n), `changed ${n}\n`);
	writeFileSync(join(worktree, 'src/new.ts'), contentOf(1));
	await git('add', ...[8, 9, 10, 11, 12].map(n => pathOf(n * 997)), 'src/new.ts');
	appendFileSync(file(12), 'changed again\n');
	rmSync(file(13));
	for (let n = 0; n < 5; n++)
		writeFileSync(join(worktree, n < 3 ? `note ${n}.md` : pathOf(n).replace('.ts', '.new')), contentOf(n));
};

/** Looks only: the index must be as the measured command left it. */
const statusOf = async ({run}, worktree) =>
	(await run('git', ['--no-optional-locks', 'status', '--porcelain=v2', '--untracked-files=all'], {cwd: worktree})).out;

const isThere = async ({run, socket}, session) => {
	const {out} = await run('tmux', ['-S', socket, 'list-sessions', '-F', '#{session_name}']);
	return out.split('\n').includes(session);
};

/** A pair of moves becomes a side: both run, both are checked, the time of the one that is asked for counts. */
const side = (world, timed, {session, worktree, pause, resume}) => {
	return async () => {
		const before = await statusOf(world, worktree);
		// Each starts with nothing to write back that another left.
		await world.run('sync', []);
		const paused = await pause();
		if ((await statusOf(world, worktree)) !== '' || (await isThere(world, session)))
			throw new Error(`${session} is not paused`);
		await world.run('sync', []);
		const resumed = await resume();
		if ((await statusOf(world, worktree)) !== before || !(await isThere(world, session)))
			throw new Error(`${session} is not back as it was`);
		return timed === 'pause' ? paused : resumed;
	};
};

const squadSide = async (world, timed, repo) => {
	const {out} = await world.squad(['new', 'measured', '--json'], {cwd: repo});
	const {id, worktreePath} = JSON.parse(out);
	const move = verb => async () => (await world.squad([verb, id])).ms;
	return {
		worktree: worktreePath,
		run: side(world, timed, {session: id, worktree: worktreePath, pause: move('pause'), resume: move('resume')}),
	};
};

const rawSide = async (world, timed, repo) => {
	const [session, worktree, folder] = ['raw', join(world.root, 'raw-worktree'), join(world.root, 'raw')];
	await world.run('git', ['worktree', 'add', '-q', '-b', session, worktree], {cwd: repo});
	await world.tmux(
		'new-session',
		'-d',
		'-s',
		session,
		'-c',
		worktree,
		'-x',
		'200',
		'-y',
		'50',
		'sh',
		'-c',
		'"$1"; :',
		'sh',
		world.agent,
	);
	const move = verb => async () => {
		const node = await world.node();
		const script = await world.run('sh', [scriptOf(verb), world.socket, session, worktree, folder, world.agent]);
		return node.ms + script.ms;
	};
	return {worktree, run: side(world, timed, {session, worktree, pause: move('pause'), resume: move('resume')})};
};

/** Rows for a clean and for a dirty worktree. */
export const roundTrips = (timed, limit) =>
	withWorld(async world => {
		const repo = await world.repository('repo', FILES);
		// One more session keeps the tmux server alive, as it is when somebody works with several.
		await world.squad(['new', 'another', '--quick', world.root], {cwd: world.root});
		const sides = {raw: await rawSide(world, timed, repo), squad: await squadSide(world, timed, repo)};
		const rows = [];
		for (const state of ['clean', '20 changed files']) {
			for (const {worktree} of Object.values(sides)) {
				if (state !== 'clean') await dirty(world, worktree);
				// git's own look settles the index, as an agent's would.
				await world.run('git', ['status'], {cwd: worktree});
			}
			const times = await interleave({raw: sides.raw.run, squad: sides.squad.run}, {rounds: ROUNDS});
			rows.push(
				rowOf({
					figure: `squad ${timed}, ${FILES.toLocaleString('en')} files, ${state}`,
					against: `node -e 0 + raw-${timed}.sh`,
					baseline: times.raw,
					subject: times.squad,
					limit,
				}),
			);
		}
		return rows;
	});

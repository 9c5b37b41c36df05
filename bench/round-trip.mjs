// A session that squad pauses and resumes, and its twin that the raw scripts do, in worktrees of one large repository.
import {join} from 'node:path';
import {fileURLToPath} from 'node:url';
import {changeTwentyFiles} from './changes.mjs';
import {interleave, rowOf} from './measure.mjs';
import {settleIndex} from './repository.mjs';
import {withWorld} from './world.mjs';

const LARGE = {files: 20_000, states: ['clean', '20 changed files']};
const SMALL = {files: 50, states: ['clean']};
const LIMIT = 1.5;
/** SQUAD_BENCH_ROUNDS shortens it for a first look. */
const ROUNDS = Number(process.env.SQUAD_BENCH_ROUNDS ?? 15);

export const scriptOf = verb => fileURLToPath(new URL(`raw-${verb}.sh`, import.meta.url));

/** Looks only: the index must stay as the measured command left it. */
const statusOf = async ({run}, worktree) =>
	(await run('git', ['--no-optional-locks', 'status', '--porcelain=v2', '--untracked-files=all'], {cwd: worktree})).out;

const isThere = async ({tmux}, session) =>
	(await tmux('list-sessions', '-F', '#{session_name}')).out.split('\n').includes(session);

/** Pauses and resumes; a command that did not do all of its work has no time. */
const roundTrip = async (world, {session, worktree, move}) => {
	const before = await statusOf(world, worktree);
	// Each begins with nothing to write back that another left.
	await world.run('sync', []);
	const pause = await move('pause');
	if ((await isThere(world, session)) || (await statusOf(world, worktree)) !== '')
		throw new Error(`${session} is not paused`);
	await world.run('sync', []);
	const resume = await move('resume');
	if (!(await isThere(world, session)) || (await statusOf(world, worktree)) !== before)
		throw new Error(`${session} is not back as it was`);
	return {pause, resume};
};

export const squadSession = async ({squad}, repo) => {
	const {id, worktreePath} = JSON.parse((await squad(['new', 'measured', '--json'], {cwd: repo})).out);
	return {session: id, worktree: worktreePath, move: async verb => (await squad([verb, id])).ms};
};

export const rawSession = async ({root, run, tmux, node, agent, socket}, repo, session = 'raw') => {
	const [worktree, folder] = [join(root, `${session}-worktree`), join(root, `${session}-folder`)];
	await run('git', ['worktree', 'add', '-q', '-b', session, worktree], {cwd: repo});
	const size = ['-x', '200', '-y', '50'];
	await tmux('new-session', '-d', '-s', session, '-c', worktree, ...size, 'sh', '-c', '"$1"; :', 'sh', agent);
	const move = async verb =>
		(await node()).ms + (await run('sh', [scriptOf(verb), socket, session, worktree, folder, agent])).ms;
	return {session, worktree, folder, move};
};

const measure = async (world, {files, states}) => {
	const repo = await world.repository('repo', files);
	// One more session keeps the tmux server alive, as when somebody works with several.
	await world.squad(['new', 'another', '--quick', world.root], {cwd: world.root});
	const [raw, squad] = [await rawSession(world, repo), await squadSession(world, repo)];
	const found = [];
	for (const state of states) {
		for (const {worktree} of [raw, squad]) {
			if (state !== 'clean') await changeTwentyFiles(world, worktree);
			// As after an agent's own look: the index knows every file.
			await settleIndex(world.run, worktree);
		}
		const sides = {raw: () => roundTrip(world, raw), squad: () => roundTrip(world, squad)};
		found.push({state, times: await interleave(sides, {rounds: ROUNDS})});
	}
	return found;
};

const measured = new Map();

const rowsOf = async (verb, size) => {
	if (!measured.has(size))
		measured.set(
			size,
			withWorld(world => measure(world, size)),
		);
	return (await measured.get(size)).map(({state, times}) =>
		rowOf({
			figure: `squad ${verb}, ${size.files.toLocaleString('en')} files, ${state}`,
			against: `node -e 0 + raw-${verb}.sh`,
			baseline: times.raw.map(one => one[verb]),
			subject: times.squad.map(one => one[verb]),
			limit: LIMIT,
		}),
	);
};

/** The rows of one verb. Both are timed in the same rounds, which run once for whoever asks first. */
export const roundTrips = async verb => [...(await rowsOf(verb, SMALL)), ...(await rowsOf(verb, LARGE))];

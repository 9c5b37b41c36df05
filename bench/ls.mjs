// `squad ls` against node's own start.
import {interleave, rowOf} from './measure.mjs';
import {withWorld} from './world.mjs';

const LIMIT = 1.6;
const ROUNDS = 31;

/** Two at a time: quicker, and no two cores are asked for more. */
export const addSessions = async ({squad}, repo, count) => {
	for (let made = 0; made < count; made += 2) {
		const titles = [made, made + 1].filter(n => n < count).map(n => `work ${n}`);
		await Promise.all(titles.map(title => squad(['new', title], {cwd: repo})));
	}
};

const requireAllIdle = async ({squad}, count) => {
	const found = JSON.parse((await squad(['ls', '--json'])).out);
	const idle = found.filter(({status, activity}) => status === 'active' && activity === 'idle');
	if (idle.length !== count) throw new Error(`${idle.length} of ${count} sessions are there and idle`);
};

const compare = async (world, count, limit) => {
	await requireAllIdle(world, count);
	const time = async run => (await run).ms;
	const times = await interleave(
		{
			node: () => time(world.node()),
			ls: () => time(world.squad(['ls'])),
			json: () => time(world.squad(['ls', '--json'])),
		},
		{rounds: ROUNDS},
	);
	const row = (words, subject) =>
		rowOf({figure: `${words}, ${count} sessions`, against: 'node -e 0', baseline: times.node, subject, limit});
	return [row('squad ls', times.ls), row('squad ls --json', times.json)];
};

export const ls = () =>
	withWorld(async world => {
		const repo = await world.repository('repo', 50);
		await addSessions(world, repo, 20);
		const twenty = await compare(world, 20, LIMIT);
		await addSessions(world, repo, 80);
		return [...twenty, ...(await compare(world, 100))];
	});

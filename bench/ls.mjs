// `squad ls` against node's own start.
import {crowd} from './crowd.mjs';
import {interleave, rowOf} from './measure.mjs';
import {withWorld} from './world.mjs';

const LIMIT = 1.6;
const ROUNDS = 31;
/** How it grows, with copies of one session. */
const SIZES = [10, 100, 500];

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

const twenty = () =>
	withWorld(async world => {
		const repo = await world.repository('repo', 50);
		await addSessions(world, repo, 20);
		return compare(world, 20, LIMIT);
	});

export const ls = async () => [
	...(await twenty()),
	...(await withWorld(async world => {
		const rows = [];
		for (const count of SIZES) {
			await crowd(world, count);
			rows.push(...(await compare(world, count, count === 100 ? LIMIT : undefined)));
		}
		return rows;
	})),
];

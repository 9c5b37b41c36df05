// What it costs to watch: the TUI beside many sessions, quiet ones and talkers.
import {readFileSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {fileURLToPath} from 'node:url';
import {cpuMs, familyMs} from './cpu.mjs';
import {crowd} from './crowd.mjs';
import {absoluteRow, rowOf} from './measure.mjs';
import {inTerminal} from './pty.mjs';
import {CLI, withWorld} from './world.mjs';

const COUNTER = fileURLToPath(new URL('count-processes.cjs', import.meta.url));
/** A minute each for the full table; SQUAD_BENCH_SECONDS shortens it for a first look. */
const SECONDS = Number(process.env.SQUAD_BENCH_SECONDS ?? 60);
const ROUNDS = 5;
const QUIET_LIMIT = 0.5;
const TALKING_LIMIT = 6;
const GROWTH_LIMIT = 1.5;
const TALKERS = 10;

const sleep = seconds => new Promise(resolve => setTimeout(resolve, seconds * 1000));

const serverPid = async ({tmux}) => Number((await tmux('display-message', '-p', '#{pid}')).out);

/** The TUI, settled: started, painted, the first figures measured. */
export const openTui = async (world, env = {}) => {
	const tui = inTerminal(process.execPath, [CLI], {env: {...world.env, ...env}, cwd: world.root});
	await tui.wrote(text => text.includes('crowd'));
	await sleep(Math.min(8, SECONDS));
	return tui;
};

/** Percent of one core in a window of time. */
const windowOf = async (meter, seconds) => {
	const [cpu, begun] = [meter(), performance.now()];
	await sleep(seconds);
	return ((meter() - cpu) / (performance.now() - begun)) * 100;
};

const several = async measure => {
	const found = [];
	for (let round = 0; round < ROUNDS; round++) found.push(await measure());
	return found;
};

/** What the TUI takes and what it adds to tmux, in percent of a core: tmux is measured without it as well. */
const costOf = async (world, seconds = SECONDS) => {
	const server = await serverPid(world);
	const alone = await windowOf(() => cpuMs(server), Math.min(seconds, 20));
	const counted = join(world.root, 'started');
	writeFileSync(counted, '');
	const tui = await openTui(world, {NODE_OPTIONS: `--require ${COUNTER}`, SQUAD_BENCH_COUNT: counted});
	const before = readFileSync(counted, 'utf8').split('\n').length;
	const begun = performance.now();
	const cpu = await several(() => windowOf(() => familyMs(tui.pid) + cpuMs(server), seconds));
	const minutes = (performance.now() - begun) / 60_000;
	const started = (readFileSync(counted, 'utf8').split('\n').length - before) / minutes;
	await tui.end('q');
	return {cpu: cpu.map(percent => Math.max(0, percent - alone)), started};
};

const percents = {unit: '% of a core', digits: 2};

const quietRows = async () => {
	const costs = {};
	for (const count of [10, 100, 500]) {
		costs[count] = await withWorld(async world => {
			await crowd(world, count);
			return costOf(world, count === 500 ? Math.min(SECONDS, 20) : SECONDS);
		});
	}
	return [
		absoluteRow({
			figure: 'processes started a minute, 100 quiet sessions',
			values: [costs[100].started],
			limit: 0,
			unit: 'a minute',
			digits: 1,
		}),
		...[10, 100, 500].map(count =>
			absoluteRow({
				...percents,
				figure: `processor time of the TUI and in tmux, ${count} quiet sessions`,
				values: costs[count].cpu,
				...(count === 500 ? {} : {limit: QUIET_LIMIT}),
			}),
		),
		rowOf({
			...percents,
			figure: 'the same, 100 quiet sessions',
			against: '10 quiet sessions',
			baseline: costs[10].cpu,
			subject: costs[100].cpu,
			limit: GROWTH_LIMIT,
		}),
	];
};

const talkingRows = () =>
	withWorld(async world => {
		await crowd(world, 100);
		for (let n = 1; n <= TALKERS; n++) await world.tmux('send-keys', '-t', `=crowd-${n}:0`, 'talk', 'Enter');
		await sleep(2);
		const {cpu, started} = await costOf(world, Math.min(SECONDS, 20));
		return [
			absoluteRow({
				...percents,
				figure: `processor time, ${TALKERS} of 100 sessions print 10 lines a second`,
				values: cpu,
				limit: TALKING_LIMIT,
			}),
			absoluteRow({figure: 'processes started a minute meanwhile', values: [started], unit: 'a minute', digits: 1}),
		];
	});

export const watching = async () => [...(await quietRows()), ...(await talkingRows())];

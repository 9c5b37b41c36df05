// A TUI that lives: how soon it shows what changes, and whether its memory stays where it is.
import {fileURLToPath} from 'node:url';
import {memoryMb} from './cpu.mjs';
import {crowd} from './crowd.mjs';
import {absoluteRow, rowOf} from './measure.mjs';
import {inTerminal} from './pty.mjs';
import {openTui} from './watching.mjs';
import {withWorld} from './world.mjs';

const BARE = fileURLToPath(new URL('bare-ink.cjs', import.meta.url));
const SESSIONS = 100;
const CHANGES = 40;
/** An hour in which something happens every few seconds, one after the other without the waiting. */
const EVENTS = Number(process.env.SQUAD_BENCH_EVENTS ?? 1200);
const MEMORY_LIMIT = 1.6;
const GROWTH_LIMIT = 1.05;

const quiet = ms => new Promise(resolve => setTimeout(resolve, ms));

/** A question appears in a session, and goes again; how long until the list says each. */
const latency = async ({tmux}, tui, session) => {
	await quiet(300);
	const asks = tui.wrote(text => text.includes('asks'));
	await tmux('send-keys', '-t', `=${session}:0`, 'ask', 'Enter');
	const begun = performance.now();
	const shown = await asks;
	const gone = tui.wrote(text => text.includes(`${SESSIONS} done`));
	await tmux('send-keys', '-t', `=${session}:0`, 'x', 'Enter');
	const answered = performance.now();
	return [shown - begun, (await gone) - answered].map(ms => Math.max(0, ms));
};

const latencies = async (world, tui, sessionOf) => {
	const found = [];
	for (let n = 0; n < CHANGES; n++) found.push(...(await latency(world, tui, sessionOf(n))));
	return found;
};

/** A line that the selected agent prints; how long until it is on the screen. */
const lineTime = async ({tmux}, tui, session, n) => {
	await quiet(300);
	const shown = tui.wrote(text => text.includes(`did line-${n}`));
	await tmux('send-keys', '-t', `=${session}:0`, `line-${n}`, 'Enter');
	const begun = performance.now();
	return Math.max(0, (await shown) - begun);
};

/** Words in all sessions in turn, questions, and somebody who walks through the list; memory after each tenth. */
const liveOn = async (world, tui, bare) => {
	const samples = [];
	for (let n = 0; n < EVENTS; n++) {
		await world.tmux(
			'send-keys',
			'-t',
			`=crowd-${1 + (n % (SESSIONS - 1))}:0`,
			n % 7 === 0 ? 'ask' : `say ${n}`,
			'Enter',
		);
		tui.write(n % 40 < 20 ? 'j' : 'k');
		bare.write('x');
		await quiet(25);
		if (n % Math.ceil(EVENTS / 40) === 0) samples.push({tui: memoryMb(tui.pid), bare: memoryMb(bare.pid)});
	}
	return samples;
};

export const life = () =>
	withWorld(async world => {
		await crowd(world, SESSIONS);
		const tui = await openTui(world);
		const other = await latencies(world, tui, n => `crowd-${1 + (n % (SESSIONS - 2))}`);
		// The first of the list is selected: the one that asks, once there is one.
		const selected = await latencies(world, tui, () => world.crowd);
		const lines = [];
		for (let n = 0; n < CHANGES; n++) lines.push(await lineTime(world, tui, world.crowd, n));
		const bare = inTerminal(process.execPath, [BARE], {...world, cwd: world.root});
		await bare.wrote(text => text.includes('ready'));
		const samples = await liveOn(world, tui, bare);
		await Promise.all([tui.end('q'), bare.end('q')]);
		const last = samples.slice(samples.length / 2).map(one => one.tui);
		const quarter = Math.floor(last.length / 2);
		const megabytes = {unit: 'MB', digits: 0};
		return [
			absoluteRow({figure: 'a change in any session → in the list (p95)', values: other, part: 0.95, limit: 1200}),
			absoluteRow({figure: 'the same in the selected one (p95)', values: selected, part: 0.95, limit: 200}),
			absoluteRow({
				figure: 'a line of the selected one → on its live screen (p95)',
				values: lines,
				part: 0.95,
				limit: 150,
			}),
			rowOf({
				...megabytes,
				figure: `memory of the TUI, ${SESSIONS} sessions, after ${EVENTS} events`,
				against: 'bare Ink',
				baseline: samples.slice(-10).map(one => one.bare),
				subject: last,
				limit: MEMORY_LIMIT,
			}),
			rowOf({
				...megabytes,
				figure: 'the same in the last quarter',
				against: 'the quarter before',
				baseline: last.slice(0, quarter),
				subject: last.slice(quarter),
				limit: GROWTH_LIMIT,
			}),
		];
	});

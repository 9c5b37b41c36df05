// The TUI: how soon it is there, and how soon a key shows on it.
import {fileURLToPath} from 'node:url';
import {spawn} from 'node-pty';
import {addSessions} from './ls.mjs';
import {interleave, rowOf} from './measure.mjs';
import {CLI, withWorld} from './world.mjs';

const BARE = fileURLToPath(new URL('bare-ink.cjs', import.meta.url));

/** A program in a pseudo terminal; `next` resolves when it has written something that `matches`. */
const open = ({env, cwd}, args) => {
	const pty = spawn(process.execPath, args, {cols: 140, rows: 40, name: 'xterm-256color', cwd, env});
	let waiting;
	let written = '';
	pty.onData(data => {
		written += data;
		if (waiting?.matches(written)) {
			const {resolve} = waiting;
			waiting = undefined;
			resolve();
		}
	});
	const next = matches =>
		new Promise((resolve, reject) => {
			const timer = setTimeout(() => reject(new Error(`waited in vain; it wrote ${JSON.stringify(written)}`)), 20_000);
			written = '';
			waiting = {
				matches,
				resolve: () => {
					clearTimeout(timer);
					resolve();
				},
			};
		});
	const ended = new Promise(resolve => pty.onExit(resolve));
	const end = () => {
		pty.write('q');
		return ended;
	};
	return {next, write: text => pty.write(text), end};
};

const firstPaint = async (world, args, words) => {
	const begun = performance.now();
	const program = open(world, args);
	await program.next(text => text.includes(words));
	const ms = performance.now() - begun;
	await program.end();
	return ms;
};

/** From a key to what is written because of it. */
const keyTime = async (program, key, isShown = text => text.length > 0) => {
	const begun = performance.now();
	const shown = program.next(isShown);
	program.write(key);
	await shown;
	return performance.now() - begun;
};

const quiet = ms => new Promise(resolve => setTimeout(resolve, ms));

const keys = async (world, figure) => {
	const [bare, tui] = [open(world, [BARE]), open(world, [CLI])];
	await Promise.all([bare.next(text => text.includes('ready')), tui.next(text => text.includes('demo'))]);
	await quiet(3000);
	/** The bar beside the selected row moves: what streaming agents write meanwhile does not count. */
	const isMoved = text => text.includes('▌');
	let at = 0;
	const times = await interleave(
		{
			bare: () => keyTime(bare, 'x'),
			tui: async () => {
				await quiet(100);
				return keyTime(tui, at++ % 20 < 10 ? 'j' : 'k', isMoved);
			},
		},
		{rounds: 41},
	);
	await Promise.all([bare.end(), tui.end()]);
	return rowOf({figure, against: 'bare Ink, a key', baseline: times.bare, subject: times.tui});
};

/** Sessions of the demo agent; some of them print on and on. */
const addDemos = async ({squad}, repo, count, streaming) => {
	for (let made = 0; made < count; made += 2) {
		const prompts = [made, made + 1].map(n => [`demo ${n}`, n < streaming ? 'stream 86400' : 'say hello']);
		await Promise.all(prompts.map(([title, prompt]) => squad(['new', title, '-a', 'demo', '-p', prompt], {cwd: repo})));
	}
};

const paints = () =>
	withWorld(async world => {
		const repo = await world.repository('repo', 50);
		const here = {...world, cwd: repo};
		await addSessions(world, repo, 100);
		const times = await interleave(
			{
				bare: () => firstPaint(here, [BARE], 'ready'),
				tui: () => firstPaint(here, [CLI], 'work 1'),
				node: async () => (await world.node()).ms,
			},
			{rounds: 11},
		);
		return [
			rowOf({
				figure: 'first paint, 100 sessions',
				against: 'bare Ink, bundled alike',
				baseline: times.bare,
				subject: times.tui,
				limit: 1.3,
			}),
			rowOf({figure: 'bare Ink, bundled alike', against: 'node -e 0', baseline: times.node, subject: times.bare}),
		];
	});

const presses = () =>
	withWorld(async world => {
		const repo = await world.repository('repo', 50);
		await addDemos(world, repo, 50, 10);
		return [await keys({...world, cwd: repo}, 'a key in the TUI, 50 demo agents, 10 printing')];
	});

export const tui = async () => [...(await presses()), ...(await paints())];

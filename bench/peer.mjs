// Another program of the kind, where it can be installed and run: its menu beside an empty list, squad's TUI beside the same.
import {mkdirSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {childrenOf, familyMs, memoryMb} from './cpu.mjs';
import {interleave, rowOf} from './measure.mjs';
import {inTerminal} from './pty.mjs';
import {CLI, withWorld} from './world.mjs';

const ROUNDS = 5;
const SETTLE_MS = 8000;
const WINDOW_MS = 10_000;

const quiet = ms => new Promise(resolve => setTimeout(resolve, ms));

const install = async ({root, run}, name) => {
	const folder = join(root, 'peer');
	mkdirSync(folder);
	writeFileSync(join(folder, 'package.json'), '{}');
	await run('npm', ['install', '--no-audit', '--no-fund', '--silent', name], {cwd: folder});
	return join(folder, 'node_modules/.bin', name);
};

/** From the start to the first words, then memory and processor time at rest. */
const lifeOf = async (world, cwd, args, words) => {
	const begun = performance.now();
	const program = inTerminal(process.execPath, args, {...world, cwd});
	const painted = (await program.wrote(text => words.test(text))) - begun;
	await quiet(SETTLE_MS);
	const before = familyMs(program.pid);
	await quiet(WINDOW_MS);
	const percent = ((familyMs(program.pid) - before) / WINDOW_MS) * 100;
	const memory = [program.pid, ...childrenOf(program.pid)].reduce((sum, pid) => sum + memoryMb(pid), 0);
	if (memory === 0) throw new Error(`${args[0]} does not stay: it cannot be run here`);
	await program.end();
	return {painted, percent, memory};
};

export const peer = name => () =>
	withWorld(async world => {
		const repo = await world.repository('repo', 50);
		const other = await install(world, name);
		const times = await interleave(
			{
				other: () => lifeOf(world, repo, [other], new RegExp(name, 'i')),
				squad: () => lifeOf(world, repo, [CLI], /squad/),
			},
			{rounds: ROUNDS, warmUps: 1},
		);
		const row = (figure, part, how = {}) =>
			rowOf({
				...how,
				figure: `squad's TUI, no sessions: ${figure}`,
				against: name,
				baseline: times.other.map(one => one[part]),
				subject: times.squad.map(one => one[part]),
			});
		return [
			row('first paint', 'painted'),
			row('memory', 'memory', {unit: 'MB'}),
			row('processor time at rest', 'percent', {unit: '% of a core', digits: 2}),
		];
	});

// From a key to its echo: `squad attach` against plain `tmux attach`.
import {interleave, rowOf} from './measure.mjs';
import {inTerminal} from './pty.mjs';
import {CLI, withWorld} from './world.mjs';

const LIMIT = 1.02;
const ROUNDS = 201;

const quiet = ms => new Promise(resolve => setTimeout(resolve, ms));

/** Letters that the terminal of the agent echoes; a line in between, so that they do not fill the screen. */
const echoTime = async (terminal, letter) => {
	await quiet(10);
	const shown = terminal.wrote(text => text.includes(letter));
	const begun = performance.now();
	terminal.write(letter);
	return (await shown) - begun;
};

export const attached = () =>
	withWorld(async world => {
		const ids = [];
		for (const title of ['plain', 'squad']) {
			const {out} = await world.squad(['new', title, '--quick', world.root, '--json'], {cwd: world.root});
			ids.push(JSON.parse(out).id);
		}
		const [plain, squad] = [
			inTerminal('tmux', ['-S', world.socket, 'attach', '-t', `=${ids[0]}`], {...world, cwd: world.root}),
			inTerminal(process.execPath, [CLI, 'attach', ids[1]], {...world, cwd: world.root}),
		];
		await Promise.all([plain, squad].map(one => one.wrote(text => text.includes('C-q'))));
		await quiet(1000);
		const letters = 'abcdefghijklmnopqrstuvwxyz';
		let at = 0;
		const next = () => letters[at++ % letters.length];
		const times = await interleave(
			{plain: () => echoTime(plain, next()), squad: () => echoTime(squad, next())},
			{rounds: ROUNDS},
		);
		await Promise.all([plain.end('\x11'), squad.end('\x11')]);
		return [
			rowOf({
				figure: 'a key to its echo, squad attach',
				against: 'tmux attach',
				baseline: times.plain,
				subject: times.squad,
				limit: LIMIT,
				digits: 2,
			}),
		];
	});

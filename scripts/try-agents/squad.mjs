import {spawn} from 'node:child_process';
import {text} from 'node:stream/consumers';
import {setTimeout as sleep} from 'node:timers/promises';
import {fileURLToPath} from 'node:url';

const CLI = fileURLToPath(new URL('../../dist/cli.cjs', import.meta.url));

/** A check that did not hold. */
export class Missed extends Error {}

/** Beside the model server, which must be able to answer meanwhile. */
const started = async (program, args, options) => {
	const child = spawn(program, args, {...options, stdio: ['ignore', 'pipe', 'pipe']});
	const code = new Promise((resolve, reject) => child.on('close', resolve).on('error', reject));
	const [out, err] = await Promise.all([text(child.stdout), text(child.stderr)]);
	return {code: await code, out, err: err.trim()};
};

/** squad as a user runs it, and what its sessions show. */
export const squadIn = ({repo, env, socket}) => {
	const run = (...args) => started(process.execPath, [CLI, ...args], {cwd: repo, env});
	const json = async (verb, ...rest) => {
		const {code, out, err} = await run(verb, '--json', ...rest);
		try {
			return {code, value: JSON.parse(out)};
		} catch {
			throw new Missed(`squad ${verb}: ${err || out}`);
		}
	};
	const done = async (...args) => {
		const {code, out, err} = await run(...args);
		if (code !== 0) throw new Missed(`squad ${args.slice(0, 2).join(' ')} exits ${code}: ${err.split('\n')[0] || out}`);
		return out;
	};
	const tmux = async (...args) => (await started('tmux', ['-S', socket, ...args], {env})).out;
	return {
		run,
		json,
		done,
		status: async id => (await json('status', id)).value,
		/** What the agent itself shows, without what squad printed above it. */
		shown: async id => {
			const screen = await tmux('capture-pane', '-p', '-J', '-S', '-', '-t', `=${id}:`);
			return screen.slice(Math.max(0, screen.lastIndexOf('── squad: resumed ')));
		},
		close: () => tmux('kill-server'),
	};
};

/** Asks until the answer is yes; a sentence where it never is. */
export const until = async (what, check, seconds = 300) => {
	const end = Date.now() + seconds * 1000;
	for (;;) {
		const found = await check();
		if (found) return found;
		if (Date.now() > end) throw new Missed(`${what}: not within ${seconds} s`);
		await sleep(500);
	}
};

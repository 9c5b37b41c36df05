import {spawnSync} from 'node:child_process';
import {setTimeout as sleep} from 'node:timers/promises';
import {fileURLToPath} from 'node:url';

const CLI = fileURLToPath(new URL('../../dist/cli.cjs', import.meta.url));

/** A check that did not hold. */
export class Missed extends Error {}

/** squad as a user runs it, and what its sessions show. */
export const squadIn = ({repo, env, socket}) => {
	const run = (...args) => {
		const {status, stdout, stderr} = spawnSync(process.execPath, [CLI, ...args], {cwd: repo, env, encoding: 'utf8'});
		return {code: status, out: stdout, err: stderr.trim()};
	};
	const json = (...args) => {
		const [verb, ...rest] = args;
		const {code, out, err} = run(verb, '--json', ...rest);
		try {
			return {code, value: JSON.parse(out)};
		} catch {
			throw new Missed(`squad ${args[0]}: ${err || out}`);
		}
	};
	const done = (...args) => {
		const {code, out, err} = run(...args);
		if (code !== 0) throw new Missed(`squad ${args.slice(0, 2).join(' ')} exits ${code}: ${err.split('\n')[0] || out}`);
		return out;
	};
	const tmux = (...args) => spawnSync('tmux', ['-S', socket, ...args], {env, encoding: 'utf8'}).stdout ?? '';
	return {
		run,
		json,
		done,
		status: id => json('status', id).value,
		/** What the agent itself shows, without what squad printed above it. */
		shown: id => {
			const text = tmux('capture-pane', '-p', '-J', '-S', '-', '-t', `=${id}:`);
			return text.slice(Math.max(0, text.lastIndexOf('── squad: resumed ')));
		},
		keys: (id, ...keys) => tmux('send-keys', '-t', `=${id}:`, ...keys),
		close: () => tmux('kill-server'),
	};
};

/** Asks until the answer is yes; a sentence where it never is. */
export const until = async (what, check, seconds = 60) => {
	const end = Date.now() + seconds * 1000;
	for (;;) {
		const found = await check();
		if (found) return found;
		if (Date.now() > end) throw new Missed(`${what}: not within ${seconds} s`);
		await sleep(500);
	}
};

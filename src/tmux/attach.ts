import {spawn} from 'node:child_process';
import type {TmuxServer} from './server.ts';

/** Hands this terminal to tmux until the user detaches; the exit code is tmux's. */
export const attach = (server: TmuxServer, target: string): Promise<number> =>
	new Promise((resolve, reject) => {
		// Inside squad's own server the client is switched; inside another tmux a nested attach needs TMUX out of the way.
		const inside = process.env.TMUX?.split(',')[0] === server.socketPath;
		const command = inside ? ['switch-client', '-t', target] : ['attach-session', '-t', target];
		const {TMUX: _, TMUX_PANE: __, ...outer} = process.env;
		const child = spawn('tmux', [...server.args, ...command], {stdio: 'inherit', env: inside ? process.env : outer});
		child.on('error', reject);
		child.on('close', code => resolve(code ?? 1));
	});

import type {TmuxServer} from './server.ts';

/** Hands this terminal to tmux until the user detaches; the exit code is tmux's. */
export const attach = async (server: TmuxServer, target: string): Promise<number> => {
	server.refuseBadSocket();
	// Inside squad's own server the client is switched; inside another tmux a nested attach needs TMUX out of the way.
	const isInside = process.env.TMUX?.split(',')[0] === server.socketPath;
	const command = isInside ? ['switch-client', '-t', target] : ['attach-session', '-t', target];
	const {TMUX: _, TMUX_PANE: __, ...outer} = process.env;
	// Slow to load, but here a person is about to type.
	const {execa} = await import('execa');
	const {exitCode} = await execa('tmux', [...server.args, ...command], {
		stdio: 'inherit',
		reject: false,
		extendEnv: false,
		env: isInside ? process.env : outer,
	});
	return exitCode ?? 1;
};

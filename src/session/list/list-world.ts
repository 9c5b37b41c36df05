import {tmuxServer} from '../../tmux/server.ts';
import type {World} from '../held.ts';
import {homeFrom} from '../home.ts';

/** Where a list looks; it changes nothing and tells nobody. */
export const listWorld = (env: NodeJS.ProcessEnv): World => {
	const home = homeFrom(env);
	const tmux = tmuxServer(env.SQUAD_TMUX_SOCKET || 'squad', home.tmuxConf);
	return {home, tmux, env, prepare: () => undefined, tell: () => undefined, stopped: () => false};
};

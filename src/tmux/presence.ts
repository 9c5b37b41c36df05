import {connect} from 'node:net';

/** Whether a server listens at a socket. Starts neither a process nor a server. */
export const isServerThere = (socketPath: string): Promise<boolean> =>
	new Promise(resolve => {
		const socket = connect(socketPath);
		const answer = (isThere: boolean) => {
			socket.destroy();
			resolve(isThere);
		};
		socket.once('connect', () => answer(true));
		// Not there, or nobody behind it. A refused permission is found out, with tmux's own words, by whoever needs the server.
		socket.once('error', () => answer(false));
	});

import type {SessionView} from '../../../session/view.ts';
import {bytes, safe, tilde} from '../../print.ts';
import type {Theme} from '../theme.ts';
import {pair} from './box.ts';

/** A word of a shell command, quoted where it must be. */
const word = (text: string): string => (/^[\w./~@:=+-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`);

const socketFlag = (socket: string): string => (socket.includes('/') ? `-S ${word(socket)}` : `-L ${word(socket)}`);

/** Where everything is, and the plain commands that do the same. PURE. */
export const infoContent = (session: SessionView, {paint}: Theme, home: string | undefined): readonly string[] => {
	const {id, status, activity, question, branch, base, repo, locationPath, token, tmux, workers, memory, args} =
		session;
	const short = (path: string): string => safe(tilde(path, home));
	const said = [
		pair('id', id),
		pair('state', `${status}${status === 'active' ? `, ${activity}` : ''}`),
		...(question === null ? [] : [pair('asks', safe(question))]),
		pair('place', short(locationPath)),
		...(repo === null ? [] : [pair('repository', short(repo))]),
		...(branch === null ? [] : [pair('branch', `${safe(branch)}${base === null ? '' : ` from ${safe(base)}`}`)]),
		...(session.agent === null ? [] : [pair('agent', [session.agent, ...args].map(safe).join(' '))]),
		...(token === null ? [] : [pair('conversation', safe(token))]),
		...workers.map(({name, pid, alive, exitCode}, at) =>
			pair(
				at === 0 ? 'workers' : '',
				`${safe(name)}${alive ? `, pid ${pid}` : exitCode === null ? ', not running' : `, exit code ${exitCode}`}`,
			),
		),
		pair('memory', bytes(memory.rssBytes) || '-'),
	];
	return [
		...said,
		'',
		paint('heading', 'the same by hand'),
		`  tmux ${socketFlag(tmux.socket)} attach -t ${word(id)}`,
		`  cd ${word(locationPath)}`,
		`  squad explain ${word(id)}`,
		`  squad diff ${word(id)}`,
		`  squad ${session.canResume ? 'resume' : 'pause'} ${word(id)}`,
	].map(line => line.replaceAll('\n', ' '));
};

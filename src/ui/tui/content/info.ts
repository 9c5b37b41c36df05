import type {SessionView} from '../../../session/view.ts';
import {bytes, safe, stateOf, tilde} from '../../print.ts';
import type {Say} from '../keys/keymap.ts';
import type {Theme} from '../style/theme.ts';
import {pair} from './box.ts';
import {WHY_STOPPED} from './stopped-card.ts';

/** A word of a shell command, quoted where it must be. */
const word = (text: string): string => (/^[\w./~@:=+-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`);

const socketFlag = (socket: string): string => (socket.includes('/') ? `-S ${word(socket)}` : `-L ${word(socket)}`);

type Pair = readonly [label: string, value: string];

const workersOf = ({workers}: SessionView): readonly Pair[] =>
	workers.map(({name, pid, alive, exitCode}, at) => [
		at === 0 ? 'workers' : '',
		`${name}${alive ? `, pid ${pid}` : exitCode === null ? ', not running' : `, exit code ${exitCode}`}`,
	]);

const whyOf = ({status, activity, pauseState, question}: SessionView): string =>
	WHY_STOPPED[status] ??
	(status === 'paused'
		? `a pause was asked for (${pauseState?.reason ?? 'user'})`
		: status !== 'active'
			? 'squad is at work on it'
			: activity === 'asking'
				? `it asks: ${question ?? 'something'}`
				: activity === 'unknown'
					? 'its screen says nothing that squad knows'
					: 'read from its screen');

const factsOf = (session: SessionView, why: string | null, home: string | undefined, say: Say): readonly Pair[] => {
	const {id, status, branch, base, repo, locationPath, token, memory, args, agent} = session;
	const some = (label: string, value: string | null): readonly Pair[] => (value === null ? [] : [[label, value]]);
	return [
		['id', id],
		['state', `${status}${status === 'active' && agent !== null ? `, ${stateOf(session).word}` : ''}`],
		['why', (session.status === 'active' ? why : null) ?? say(whyOf(session))],
		['place', tilde(locationPath, home)],
		...some('repository', repo && tilde(repo, home)),
		...some('branch', branch && `${branch}${base === null ? '' : ` from ${base}`}`),
		...some('agent', agent && [agent, ...args].join(' ')),
		...some('conversation', token),
		...workersOf(session),
		['memory', bytes(memory.rssBytes) || '-'],
	];
};

/** Where everything is, why it is as it is, and the plain commands that do the same. PURE. */
export const infoContent = (
	session: SessionView,
	why: string | null,
	width: number,
	{theme, home, say}: {theme: Theme; home: string | undefined; say: Say},
): readonly string[] => {
	const {id, locationPath, branch, tmux, canResume} = session;
	const place = word(tilde(locationPath, home));
	const commands = [
		`tmux ${socketFlag(tmux.socket)} attach -t ${word(id)}`,
		`cd ${place}`,
		...(branch === null ? [] : [`git -C ${place} status`]),
		`squad explain ${word(id)}`,
		`squad diff ${word(id)}`,
		`squad ${canResume ? 'resume' : 'pause'} ${word(id)}`,
	];
	return [
		...factsOf(session, why, home, say).flatMap(([label, value]) => pair(label, value, theme, width)),
		'',
		theme.paint('heading', 'the same by hand'),
		...commands.map(line => `  ${safe(line)}`),
	];
};

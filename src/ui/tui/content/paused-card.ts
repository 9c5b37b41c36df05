import type {SessionView} from '../../../session/view.ts';
import {ago, count, tilde} from '../../print.ts';
import type {Say} from '../keys/keymap.ts';
import type {Size} from '../state/layout.ts';
import type {Theme} from '../style/theme.ts';
import {card, pair} from './box.ts';

const MOST_TASKS = 3;

const REASONS = {user: 'you asked for it', resource: 'to free memory', error: 'because of an error'} as const;

type Pair = readonly [label: string, value: string];

const tasks = (pending: readonly string[]): readonly Pair[] => {
	const shown = pending.slice(0, MOST_TASKS).map((task, at): Pair => [at === 0 ? 'pending' : '', `☐ ${task}`]);
	const more = pending.length - MOST_TASKS;
	return more > 0 ? [...shown, ['', `and ${count(more, 'more task')}`]] : shown;
};

const saved = ({pauseState, worktreePath, base}: SessionView): readonly Pair[] => {
	if (pauseState === null || pauseState.depth === 'warm') {
		return [];
	}
	const {stash, worktreeRemoved, scrollback} = pauseState;
	const work =
		stash !== null
			? `${count(stash.files, 'file')} in ${stash.ref} and in git stash list`
			: base === null && worktreePath === null
				? 'stays where it is: this session has no worktree'
				: 'nothing was uncommitted';
	return [
		['work', work],
		...(worktreeRemoved ? [['worktree', `removed to free the disk; comes back at ${worktreePath}`] as const] : []),
		...scrollback.map((path, at): Pair => [at === 0 ? 'screens' : '', path]),
	];
};

/** Paused how long ago and why, what was going on, what is saved where. PURE. */
export const pausedCard = (
	session: SessionView,
	{columns: width, rows}: Size,
	theme: Theme,
	{now, home, say}: {now: number; home: string | undefined; say: Say},
): readonly string[] => {
	const {pauseState, title} = session;
	if (pauseState === null) {
		return [];
	}
	const {pausedAt, reason, depth, lastAction, pendingTasks} = pauseState;
	const why = `${REASONS[reason]}${depth === 'warm' ? '; frozen, its processes are still in memory' : ''}`;
	const pairs: readonly Pair[] = [
		['why', why],
		...(lastAction === null ? [] : [['last action', lastAction] as const]),
		...tasks(pendingTasks),
		['place', session.locationPath],
		...saved(session),
	];
	const short = (text: string): string => (home ? text.replaceAll(home, tilde(home, home)) : text);
	const lines = [
		// First, so that it is in sight however small the screen is.
		`${theme.paint('key', say('{resume}'))} brings it all back and continues the conversation`,
		'',
		...pairs.flatMap(([label, value]) => pair(label, short(value), theme, width - 4)),
	];
	return card(`❚❚ ${title} · Paused ${ago(pausedAt, now)} ago`, lines, width, theme, 'paused', rows);
};

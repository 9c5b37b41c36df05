import type {SessionView} from '../../../session/view.ts';
import {ago, count, tilde} from '../../print.ts';
import type {Theme} from '../theme.ts';
import {card, pair} from './box.ts';

const MOST_TASKS = 3;

const REASONS = {user: 'you asked for it', resource: 'to free memory', error: 'because of an error'} as const;

const tasks = (pending: readonly string[]): string[] => {
	const shown = pending.slice(0, MOST_TASKS).map((task, at) => pair(at === 0 ? 'pending' : '', `☐ ${task}`));
	const more = pending.length - MOST_TASKS;
	return more > 0 ? [...shown, pair('', `and ${count(more, 'more task')}`)] : shown;
};

const saved = ({pauseState, worktreePath, worktreeRemoved}: Saved): string[] => {
	const stash = pauseState.stash;
	return [
		pair(
			'work',
			stash === null
				? 'nothing was uncommitted'
				: `${count(stash.files, 'file')} in ${stash.ref} and in git stash list`,
		),
		...(worktreeRemoved ? [pair('worktree', `removed to free the disk; comes back at ${worktreePath}`)] : []),
		...pauseState.scrollback.map((path, at) => pair(at === 0 ? 'screens' : '', path)),
	];
};

type Saved = {
	readonly pauseState: NonNullable<SessionView['pauseState']>;
	readonly worktreePath: string | null;
	readonly worktreeRemoved: boolean;
};

/** Paused how long ago and why, what was going on, what is saved where. PURE. */
export const pausedCard = (
	{pauseState, worktreePath}: SessionView,
	width: number,
	theme: Theme,
	{now, home}: {now: number; home: string | undefined},
): readonly string[] => {
	if (pauseState === null) {
		return [];
	}
	const {pausedAt, reason, depth, lastAction, pendingTasks, worktreeRemoved} = pauseState;
	const lines = [
		pair('why', `${REASONS[reason]}${depth === 'warm' ? '; frozen, its processes are still in memory' : ''}`),
		...(lastAction === null ? [] : [pair('last action', lastAction)]),
		...tasks(pendingTasks),
		...(depth === 'warm' ? [] : saved({pauseState, worktreePath, worktreeRemoved})),
		'',
		'r brings it all back and continues the conversation',
	];
	return card(
		`○ Paused ${ago(pausedAt, now)} ago`,
		lines.map(line => line.replaceAll(home || '\0', tilde(home ?? '', home))),
		width,
		theme,
		'paused',
	);
};

import {basename} from 'node:path';
import type {SessionView} from '../../../session/view.ts';
import type {Style} from '../style/theme.ts';

/** What a person wants to see first. */
export const NEEDS = ['asks', 'stopped', 'done', 'working', 'paused', 'ended'] as const;

export type Need = (typeof NEEDS)[number];

export const STYLE_OF: Readonly<Record<Need, Style>> = {
	asks: 'ask',
	stopped: 'bad',
	done: 'done',
	working: 'working',
	paused: 'paused',
	ended: 'dim',
};

/** Which group a session belongs to. PURE. */
export const needOf = ({status, activity}: SessionView): Need => {
	switch (status) {
		case 'active':
			return activity === 'asking' ? 'asks' : activity === 'idle' ? 'done' : 'working';
		case 'starting':
		case 'pausing':
		case 'resuming':
			return 'working';
		case 'completed':
			return 'done';
		case 'failed':
		case 'error':
		case 'interrupted':
			return 'stopped';
		case 'paused':
			return 'paused';
		case 'ended':
			return 'ended';
	}
};

export type Grouping = 'need' | 'repository';

export type Shown = {
	readonly grouping: Grouping;
	readonly filter: string;
	/** Leaves out what is paused or ended. */
	readonly onlyActive: boolean;
};

export type Group = {readonly title: string; readonly sessions: readonly SessionView[]};

const matches = (session: SessionView, words: readonly string[]): boolean => {
	const text = [session.title, session.id, session.agent, session.branch, session.repo, session.status, needOf(session)]
		.join(' ')
		.toLowerCase();
	return words.every(word => text.includes(word));
};

const repositoryOf = ({repo, locationPath}: SessionView): string => repo ?? locationPath;

/** Paused sessions without a worktree stand apart: their files are where they always were. */
const titleOf = (session: SessionView): string =>
	session.status === 'paused' && session.type === 'quick' ? 'paused quick sessions' : needOf(session);

const TITLES = [...NEEDS.slice(0, -1), 'paused quick sessions', 'ended'];

const byNeed = (sessions: readonly SessionView[]): Group[] =>
	TITLES.map(title => ({title, sessions: sessions.filter(session => titleOf(session) === title)}));

const byRepository = (sessions: readonly SessionView[]): Group[] => {
	const places = [...new Set(sessions.map(repositoryOf))].sort();
	const names = places.map(place => basename(place));
	return places.map((place, at) => ({
		// Two repositories of one name are told apart by their whole path.
		title: names.filter(name => name === names[at]).length > 1 ? place : (names[at] ?? place),
		sessions: sessions
			.filter(session => repositoryOf(session) === place)
			.toSorted((a, b) => NEEDS.indexOf(needOf(a)) - NEEDS.indexOf(needOf(b))),
	}));
};

/** The sessions that are listed, in their groups; inside a group the order never changes by itself. PURE. */
export const groupsOf = (sessions: readonly SessionView[], {grouping, filter, onlyActive}: Shown): Group[] => {
	const words = filter.toLowerCase().split(/\s+/).filter(Boolean);
	const listed = sessions.filter(
		session => matches(session, words) && !(onlyActive && ['paused', 'ended'].includes(needOf(session))),
	);
	return (grouping === 'need' ? byNeed(listed) : byRepository(listed)).filter(group => group.sessions.length > 0);
};

/** All listed sessions from top to bottom. PURE. */
export const inOrder = (groups: readonly Group[]): readonly SessionView[] => groups.flatMap(group => group.sessions);

export const countsOf = (sessions: readonly SessionView[]): Readonly<Record<Need, number>> => {
	const counts = {asks: 0, stopped: 0, done: 0, working: 0, paused: 0, ended: 0};
	for (const session of sessions) {
		counts[needOf(session)]++;
	}
	return counts;
};

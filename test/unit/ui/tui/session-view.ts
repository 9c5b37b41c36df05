import type {SessionView} from '../../../../src/session/view.ts';
import type {Snapshot} from '../../../../src/session/watch/watch.ts';

/** A session as the snapshot has it, with what a test is about. */
export const sessionView = (change: Partial<SessionView> = {}): SessionView =>
	({
		id: 'fix-login-7k2m',
		title: 'fix login',
		type: 'worktree',
		createdAt: '2026-01-01T00:00:00.000Z',
		repo: '/repo',
		locationPath: '/worktrees/repo/fix-login-7k2m',
		worktreePath: '/worktrees/repo/fix-login-7k2m',
		branch: 'squad/fix-login-7k2m',
		base: 'main',
		baseCommit: 'abc',
		agent: 'claude',
		task: null,
		intent: 'running',
		status: 'active',
		activity: 'active',
		question: null,
		options: [],
		pausedAt: null,
		resumedAt: null,
		pauseState: null,
		canPause: true,
		canResume: false,
		isResumable: true,
		needsResume: false,
		resumeReason: null,
		token: null,
		lastPrompt: null,
		args: [],
		workers: [{id: 'agent', name: 'claude', type: 'agent', window: 0, pid: 1, alive: true, exitCode: null}],
		attached: false,
		tmux: {socket: 'squad', session: 'fix-login-7k2m'},
		diff: null,
		memory: {rssBytes: 0},
		lastError: null,
		...change,
	}) as SessionView;

/** A snapshot of these sessions and nothing else. */
export const snapshotOf = (...sessions: readonly SessionView[]): Snapshot => ({
	sessions,
	damaged: [],
	operations: new Map(),
	usage: new Map(),
	screen: null,
	problem: null,
	loadedAt: 1,
});

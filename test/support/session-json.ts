/** A session as CLI.md describes it. */
export type Session = {
	readonly id: string;
	readonly title: string;
	readonly type: 'worktree' | 'quick';
	readonly createdAt: string;
	readonly repo: string | null;
	readonly locationPath: string;
	readonly worktreePath: string | null;
	readonly branch: string | null;
	readonly base: string | null;
	readonly baseCommit: string | null;
	readonly agent: string | null;
	readonly intent: string;
	readonly status: string;
	readonly activity: string;
	readonly question: string | null;
	readonly pausedAt: string | null;
	readonly resumedAt: string | null;
	readonly pauseState: PauseState | null;
	readonly canPause: boolean;
	readonly canResume: boolean;
	readonly isResumable: boolean;
	readonly needsResume: boolean;
	readonly resumeReason: string | null;
	readonly token: string | null;
	readonly workers: readonly Worker[];
	readonly tmux: {readonly socket: string; readonly session: string};
	readonly diff: {readonly files: number; readonly added: number; readonly removed: number};
	readonly lastError: unknown;
};

type PauseState = {
	readonly pausedAt: string;
	readonly reason: string;
	readonly depth: 'cold' | 'warm';
	readonly stash: {readonly commit: string; readonly ref: string; readonly files: unknown} | null;
	readonly scrollback: readonly string[];
	readonly worktreeRemoved: boolean;
	readonly lastAction: unknown;
	readonly pendingTasks: readonly unknown[];
};

type Worker = {
	readonly id: string;
	readonly name: string;
	readonly type: string;
	readonly window: number | null;
	readonly pid: number | null;
	readonly alive: boolean;
	readonly exitCode: number | null;
};

/** What `pause --json` and `resume --json` print. */
export type Outcome = {
	readonly success: boolean;
	readonly session: Session;
	readonly path?: string;
	readonly source?: string;
};

export type Failure = {
	readonly error: {
		readonly code: string;
		readonly message: string;
		readonly hint: string;
		readonly session?: string | null;
	};
};

import type {Reading} from '../agents/agent.ts';
import {activityIn, type HookReport} from './report.ts';

/** On a screen that says nothing a report counts for so long; then the hook has gone silent, and nobody knows. */
export const SILENT_AFTER_MS = 60_000;

export type Evidence = {
	readonly agent: string;
	/** What the screen says. */
	readonly screen: Reading;
	/** When the agent last wrote to it, in whole seconds since 1970, as tmux counts. */
	readonly wroteAt: number;
	readonly report: HookReport | undefined;
	/** The conversation that squad knows to be the session's. */
	readonly token: string | null;
	readonly now: number;
};

/**
 * Codex speaks for its hidden threads too, such as the one that finds a title: only the session's own conversation
 * counts. The others speak for the conversation that is on the screen, whichever that is.
 */
const isOwn = (agent: string, report: HookReport, token: string | null): boolean =>
	agent !== 'codex' || (token !== null && report.token === token);

/**
 * The freshest evidence decides. A report counts against a screen that says something else only if the agent has
 * written nothing since: Esc while it works, No to a permission and retries fire no hook, but they all change the
 * screen. PURE.
 */
export const freshest = ({agent, screen, wroteAt, report, token, now}: Evidence): Reading => {
	const activity = report === undefined ? undefined : activityIn(report);
	if (report === undefined || activity === undefined || !isOwn(agent, report, token)) return screen;
	// Within the same second nobody can tell which came first: then the screen counts.
	const isNewer = report.at >= (wroteAt + 1) * 1000;
	const isFresh = now - report.at < SILENT_AFTER_MS;
	const counts = screen.activity === 'unknown' ? isNewer || isFresh : isNewer && screen.activity !== activity;
	if (!counts) return screen;
	const question = activity === 'asking' ? screen.question : null;
	return {...screen, activity, question, rule: `${agent}: hook ${report.event}`, line: null, source: 'hook'};
};

import type {Pane} from '../tmux/format.ts';
import type {Agent, Reading, Screen} from './agents/agent.ts';
import {readScreen} from './agents/read-screen.ts';
import {screenOf} from './agents/screen.ts';
import {freshest} from './hooks/freshest.ts';
import type {HookReport} from './hooks/report.ts';
import {sinceResumed} from './launch.ts';
import type {SessionRecord} from './session.ts';

/** The screen without what a restarted agent's predecessor left on it. */
const ownScreen = (screen: Screen): Screen => {
	const lines = sinceResumed(screen.lines);
	const cut = screen.lines.length - lines.length;
	return cut === 0 ? screen : {...screen, lines, styled: screen.styled?.slice(cut)};
};

/** What an agent is doing, from its pane and the lines on it, with colours or without. PURE. */
export const readPane = (agent: Agent, pane: Pane, lines: readonly string[], quietSeconds?: number): Reading =>
	readScreen(agent, ownScreen(screenOf(lines, pane.title)), quietSeconds);

type Shown = {
	readonly agent: Agent;
	readonly pane: Pane;
	readonly lines: readonly string[];
	/** What the agent's hooks told last. */
	readonly report: HookReport | undefined;
	readonly quietSeconds?: number;
};

/** What a session's agent is doing, from its screen and its own reports, whichever is fresher. */
export const readAgent = (record: SessionRecord, {agent, pane, lines, report, quietSeconds}: Shown): Reading =>
	freshest({
		agent: agent.name,
		screen: readPane(agent, pane, lines, quietSeconds),
		wroteAt: pane.wroteAt,
		report,
		token: record.token,
		now: Date.now(),
	});

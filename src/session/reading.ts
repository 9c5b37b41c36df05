import type {Pane} from '../tmux/format.ts';
import type {Agent, Reading, Screen} from './agents/agent.ts';
import {readScreen} from './agents/read-screen.ts';
import {screenOf} from './agents/screen.ts';
import {sinceResumed} from './launch.ts';

/** The screen without what a restarted agent's predecessor left on it. */
const ownScreen = (screen: Screen): Screen => {
	const lines = sinceResumed(screen.lines);
	const cut = screen.lines.length - lines.length;
	return cut === 0 ? screen : {...screen, lines, styled: screen.styled?.slice(cut)};
};

/** What an agent is doing, from its pane and the lines on it, with colours or without. PURE. */
export const readPane = (agent: Agent, pane: Pane, lines: readonly string[], quietSeconds?: number): Reading =>
	readScreen(agent, ownScreen(screenOf(lines, pane.title)), quietSeconds);

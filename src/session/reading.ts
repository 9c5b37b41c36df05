import type {Pane} from '../tmux/format.ts';
import type {Agent, Reading} from './agents/agent.ts';
import {readScreen} from './agents/read-screen.ts';
import {sinceResumed} from './launch.ts';

/** What an agent is doing, from its pane and the lines on it. PURE. */
export const readPane = (agent: Agent, pane: Pane, lines: readonly string[], quietSeconds?: number): Reading =>
	readScreen(agent, {lines: sinceResumed(lines), title: pane.title}, quietSeconds);

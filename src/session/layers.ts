import {agentState, lowerAgent, raiseAgent} from './agent-layer.ts';
import type {Held} from './held.ts';
import type {Raising} from './launch-workers.ts';
import type {Layer, LayerState} from './plan.ts';
import {lowerScreen, screenState, seenPanes} from './screen-layer.ts';
import {lowerWork, raiseWork, workState} from './work-layer.ts';
import {lowerWorktree, raiseWorktree, worktreeState} from './worktree-layer.ts';

export type LayerStates = Readonly<Record<Layer, LayerState>>;

/** What the moves of one operation share. */
export type Course = Raising & {
	/** How the agent came back, for the answer of `squad resume`. */
	readonly cameBack: (path: 'warm' | 'cold') => void;
};

/** Each layer's two moves. Each is the other's undo, and each may run twice. */
export const MOVES: Readonly<
	Record<Layer, Readonly<Record<'up' | 'down', (held: Held, course: Course) => Promise<void>>>>
> = {
	worktree: {up: raiseWorktree, down: lowerWorktree},
	work: {up: raiseWork, down: lowerWork},
	agent: {up: async (held, course) => course.cameBack(await raiseAgent(held, course)), down: lowerAgent},
	// What was saved is printed by the agent's own start, above its new output.
	screen: {up: async () => undefined, down: lowerScreen},
};

/** Looks at what is true now; at tmux only if this operation has not just done so. */
export const observe = async (held: Held): Promise<LayerStates> => {
	const [panes, work] = await Promise.all([seenPanes(held), workState(held)]);
	return {worktree: worktreeState(held), work, agent: agentState(held, panes), screen: screenState(panes)};
};

import type {Intent} from './session.ts';

/** From the bottom up. The screen is on top: it must be saved while the agent still shows it. */
export const LAYERS = ['worktree', 'work', 'agent', 'screen'] as const;

export type Layer = (typeof LAYERS)[number];

/** 'half': an operation was cut off in it; both directions have something to do. 'none': the session has no such layer. */
export type LayerState = 'up' | 'down' | 'half' | 'frozen' | 'none';

export type Move = {readonly layer: Layer; readonly to: 'up' | 'down'};

export type Wants = {readonly depth: 'cold' | 'warm'; readonly freeDisk: boolean};

/** How far a pause goes down. */
const lowered = ({depth, freeDisk}: Wants): readonly Layer[] =>
	LAYERS.filter(layer => (layer === 'worktree' ? freeDisk : layer === 'work' ? depth === 'cold' : true));

const isDown = (layer: Layer, state: LayerState, {depth}: Wants): boolean =>
	state === 'none' || state === 'down' || (layer === 'agent' && state === 'frozen' && depth === 'warm');

/** The moves that bring a session from what is true to what is wanted. PURE. */
export const plan = (intent: Intent, facts: Readonly<Record<Layer, LayerState>>, wants: Wants): Move[] => {
	if (intent === 'running') {
		return LAYERS.filter(layer => facts[layer] !== 'up' && facts[layer] !== 'none').map(layer => ({layer, to: 'up'}));
	}
	// An ended session keeps its work where it is.
	const layers =
		intent === 'ended' ? lowered(wants).filter(layer => layer === 'agent' || layer === 'screen') : lowered(wants);
	return layers
		.toReversed()
		.filter(layer => !isDown(layer, facts[layer], wants))
		.map(layer => ({layer, to: 'down'}));
};

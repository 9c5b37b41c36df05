import fc from 'fast-check';
import {describe, expect, test} from 'vitest';
import {LAYERS, type Layer, type LayerState, plan, type Wants} from '../../../src/session/plan.ts';
import type {Intent} from '../../../src/session/session.ts';

const UP: Record<Layer, LayerState> = {worktree: 'up', work: 'up', agent: 'up', screen: 'up'};
const DOWN: Record<Layer, LayerState> = {worktree: 'down', work: 'down', agent: 'down', screen: 'down'};
const COLD: Wants = {depth: 'cold', freeDisk: false};
const FREE: Wants = {depth: 'cold', freeDisk: true};
const WARM: Wants = {depth: 'warm', freeDisk: false};

type Row = readonly [what: string, Intent, Record<Layer, LayerState>, Wants, readonly string[]];

const ROWS: readonly Row[] = [
	['a pause saves the screen, ends the agent, then takes the work', 'paused', UP, COLD, ['screen', 'agent', 'work']],
	['with --free-disk the worktree goes last', 'paused', UP, FREE, ['screen', 'agent', 'work', 'worktree']],
	['a warm pause leaves the work where it is', 'paused', UP, WARM, ['screen', 'agent']],
	['nothing is left to do when all is down', 'paused', DOWN, FREE, []],
	['what was cut off is done again', 'paused', {...DOWN, work: 'half'}, COLD, ['work']],
	['a frozen agent is down for a warm pause', 'paused', {...UP, agent: 'frozen', screen: 'down'}, WARM, []],
	['and is ended by a cold one', 'paused', {...UP, agent: 'frozen', screen: 'down'}, COLD, ['agent', 'work']],
	[
		'a session without a worktree only ends',
		'paused',
		{...UP, worktree: 'none', work: 'none'},
		FREE,
		['screen', 'agent'],
	],
	['a resume goes from the bottom up', 'running', DOWN, COLD, ['worktree', 'work', 'agent', 'screen']],
	['only what is missing is raised', 'running', {...UP, agent: 'down'}, COLD, ['agent']],
	['a frozen agent is raised', 'running', {...UP, agent: 'frozen'}, WARM, ['agent']],
	['what was cut off is raised', 'running', {...UP, work: 'half'}, COLD, ['work']],
	[
		'what there is none of is not raised',
		'running',
		{...DOWN, worktree: 'none', work: 'none'},
		COLD,
		['agent', 'screen'],
	],
	['an end never touches the work', 'ended', UP, FREE, ['screen', 'agent']],
];

describe('the plan', () => {
	test.each(ROWS)('%s', (_, intent, facts, wants, layers) => {
		const moves = plan(intent, facts, wants);
		expect(moves.map(({layer}) => layer)).toEqual(layers);
		expect(new Set(moves.map(({to}) => to)).size).toBeLessThanOrEqual(1);
	});
});

const states = fc.constantFrom<LayerState>('up', 'down', 'half', 'frozen', 'none');
const facts = fc.record({worktree: states, work: states, agent: states, screen: states});
const wants = fc.record({depth: fc.constantFrom('cold' as const, 'warm' as const), freeDisk: fc.boolean()});

test('a plan that was carried out has nothing left to do', () => {
	fc.assert(
		fc.property(fc.constantFrom<Intent>('running', 'paused', 'ended'), facts, wants, (intent, before, want) => {
			const moves = plan(intent, before, want);
			const frozen = intent === 'paused' && want.depth === 'warm';
			const after = Object.fromEntries(
				LAYERS.map(layer => {
					const move = moves.find(one => one.layer === layer);
					return [layer, move === undefined ? before[layer] : layer === 'agent' && frozen ? 'frozen' : move.to];
				}),
			) as Record<Layer, LayerState>;
			expect(plan(intent, after, want)).toEqual([]);
		}),
	);
});

test('no plan for a pause or an end raises anything, and none for a resume lowers anything', () => {
	fc.assert(
		fc.property(facts, wants, (before, want) => {
			expect(plan('running', before, want).every(({to}) => to === 'up')).toBe(true);
			expect(plan('paused', before, want).every(({to}) => to === 'down')).toBe(true);
			expect(plan('ended', before, want).every(({to, layer}) => to === 'down' && layer !== 'work')).toBe(true);
		}),
	);
});

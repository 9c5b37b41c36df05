import {readdirSync, readFileSync} from 'node:fs';
import {join} from 'node:path';
import {describe, expect, it} from 'vitest';
import {readScreen} from '../../../../src/session/agents/read-screen.ts';
import {agentNamed} from '../../../../src/session/agents/table.ts';
import {MUTATIONS, type Mutation, randomFrom} from '../../../support/mutations.ts';

type Recorded = {
	readonly id: string;
	readonly agent: string;
	readonly state: string;
	readonly userDialog?: boolean;
	readonly ambiguous?: boolean;
	readonly title: string;
	readonly screen: string;
};

const folder = join(import.meta.dirname, '../../../fixtures/screens');

/** A third of the recorded screens that say clearly what they are. */
const recorded = readdirSync(folder)
	.filter(name => name.endsWith('.jsonl'))
	.flatMap(name => readFileSync(join(folder, name), 'utf8').trim().split('\n'))
	.map(line => JSON.parse(line) as Recorded)
	.filter(({state, userDialog, ambiguous}) => ['active', 'asking', 'idle'].includes(state) && !userDialog && !ambiguous)
	.filter((_, at) => at % 3 === 0);

const quoted = recorded.find(({state}) => state === 'asking')?.screen.split('\n') ?? [];

const stranger = agentNamed('stranger', {stranger: {}});

const scoreOf = (mutation: Mutation, asStranger: boolean) => {
	const random = randomFrom(7);
	const misses = recorded.flatMap(({id, agent: name, state, title, screen}) => {
		const agent = asStranger ? stranger : (agentNamed(name) ?? stranger);
		if (agent === undefined) throw new Error(name);
		const {activity, rule, line} = readScreen(agent, mutation({lines: screen.split('\n'), title}, random));
		return activity === state ? [] : [{id, state, activity, rule, line}];
	});
	const work = recorded.filter(({state}) => state !== 'idle').length;
	const calledIdle = misses.filter(({state, activity}) => state !== 'idle' && activity === 'idle');
	return {misses, right: 1 - misses.length / recorded.length, calledIdle: calledIdle.length / work};
};

const show = ({misses}: ReturnType<typeof scoreOf>): string =>
	misses.map(miss => `${miss.id} ${miss.state} → ${miss.activity} (${miss.rule}: ${miss.line})`).join('\n');

/**
 * How much may go wrong: a screen may become unclear, but work must not be taken for rest. A stranger's resume picker is
 * taken for one that the user opened, and a Codex that streams an answer shows it in its title alone.
 */
const LIMITS: Readonly<Record<string, {readonly right: number; readonly calledIdle: number}>> = {
	known: {right: 0.97, calledIdle: 0.005},
	'known, no title': {right: 0.97, calledIdle: 0.005},
	stranger: {right: 0.94, calledIdle: 0.01},
	'stranger, no title': {right: 0.94, calledIdle: 0.05},
};

describe.each(['known', 'stranger'])('screens of an agent that is %s to squad', who => {
	it.each(Object.entries(MUTATIONS(quoted)))('with %s', (name, mutation) => {
		const score = scoreOf(mutation, who === 'stranger');
		const limit = LIMITS[`${who}, ${name}`] ?? LIMITS[who];
		expect(score.right, show(score)).toBeGreaterThanOrEqual(limit?.right ?? 1);
		expect(score.calledIdle, show(score)).toBeLessThanOrEqual(limit?.calledIdle ?? 0);
	});
});

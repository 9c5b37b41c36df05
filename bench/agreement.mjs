// Two TUIs and a script: how long after the script's end both screens show what it did.
import {mkdirSync} from 'node:fs';
import {join} from 'node:path';
import {crowd} from './crowd.mjs';
import {absoluteRow} from './measure.mjs';
import {openTui} from './watching.mjs';
import {withWorld} from './world.mjs';

const OTHERS = 20;
const ROUNDS = Number(process.env.SQUAD_BENCH_ROUNDS ?? 15);
const LIMIT = 1000;

const quiet = ms => new Promise(resolve => setTimeout(resolve, ms));

/** Words without colours and without where they stand. */
const wordsOf = written => written.replace(/\x1b\[[0-9;:?]*[A-Za-z]/g, '');

/** What is done, and what both screens say then. */
const stepsOf = ({squad, tmux, root}, round) => {
	const [title, renamed] = [`made ${round}`, `named ${round}`];
	/** A directory of its own: in a shared one nobody knows whose conversation the latest is. */
	const place = join(root, title);
	mkdirSync(place);
	let id = '';
	const type = words => tmux('send-keys', '-t', `=${id}:0`, words, 'Enter');
	return [
		{
			kind: 'new',
			act: async () => {
				id = JSON.parse((await squad(['new', title, '--quick', place, '--json'])).out).id;
			},
			says: `✓ ${title}`,
		},
		{kind: 'rename', act: () => squad(['rename', id, renamed]), says: `✓ ${renamed}`},
		{kind: 'pause', act: () => squad(['pause', id]), says: `○ ${renamed}`},
		{kind: 'resume', act: () => squad(['resume', id]), says: `✓ ${renamed}`},
		{kind: 'a question', act: () => type('ask'), says: '? 1 asks'},
		{kind: 'its answer', act: () => type('y'), says: `✓ ${OTHERS + 1} done`},
		{kind: 'work', act: () => type('work'), says: `● ${renamed}`},
		{kind: 'done', act: () => type('rest'), says: `✓ ${OTHERS + 1} done`},
		{kind: 'rm', act: () => squad(['rm', id, '--force']), says: `✓ ${OTHERS} done`},
	];
};

/** Milliseconds from the end of what is done until the last screen says it. */
const agree = async (tuis, {kind, act, says}) => {
	await quiet(300);
	const shown = Promise.all(tuis.map(tui => tui.wrote(written => wordsOf(written).includes(says))));
	shown.catch(() => undefined);
	await act();
	const begun = performance.now();
	try {
		return Math.max(0, Math.max(...(await shown)) - begun);
	} catch (cause) {
		throw new Error(`${kind}: ${cause.message}`);
	}
};

export const agreement = () =>
	withWorld(async world => {
		await crowd(world, OTHERS);
		const tuis = [await openTui(world), await openTui(world)];
		const times = new Map();
		for (let round = 0; round < ROUNDS; round++) {
			for (const step of stepsOf(world, round)) {
				times.set(step.kind, [...(times.get(step.kind) ?? []), await agree(tuis, step)]);
			}
		}
		await Promise.all(tuis.map(tui => tui.end('q')));
		return [...times].map(([kind, values]) =>
			absoluteRow({figure: `${kind} → on the screens of two TUIs (p95)`, values, part: 0.95, limit: LIMIT}),
		);
	});

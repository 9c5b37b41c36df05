import {SquadError} from './errors.ts';
import {explain} from './explain.ts';
import type {Held} from './held.ts';
import {type Verb, writeJournal} from './journal.ts';
import {type Course, type LayerStates, MOVES, observe} from './layers.ts';
import {type Move, plan, type Wants} from './plan.ts';
import {redact} from './secrets/redact.ts';

const stop = (held: Held): SquadError =>
	new SquadError(
		'interrupted',
		`stopped half-way with ${held.record().id}`,
		'run it again, or `squad recover`, to finish it',
		held.record().id,
	);

const make = async (held: Held, verb: Verb, {layer, to}: Move, course: Course): Promise<void> => {
	if (held.world.stopped()) {
		throw stop(held);
	}
	writeJournal(held.home, held.record().id, {verb, event: 'begin', layer, to});
	try {
		await MOVES[layer][to](held, course);
	} catch (cause) {
		throw explain(cause, held.record().id, layer);
	}
	writeJournal(held.home, held.record().id, {verb, event: 'end', layer, to});
};

const settle = (held: Held, verb: Verb, error?: SquadError): void => {
	// Stopped by the user: it stays under way, so that the next squad finishes it.
	if (error?.code === 'interrupted') {
		return;
	}
	const lastError =
		error === undefined
			? null
			: {layer: verb, message: redact(error.message), hint: error.hint, at: new Date().toISOString()};
	// Running again: one write, so that nobody finds a running session with the marks of a pause.
	const isUp = error === undefined && held.record().intent === 'running';
	const hasMarks = held.record().pausedAt !== null || held.record().pauseState !== null;
	if (lastError !== null || held.record().lastError !== null || (isUp && hasMarks)) {
		held.update({lastError, ...(isUp ? {pausedAt: null, pauseState: null} : {})});
	}
	held.settle();
	writeJournal(held.home, held.record().id, {
		verb,
		event: error === undefined ? 'end' : 'fail',
		...(error ? {why: error.message} : {}),
	});
};

/** Brings a session to its intent, step by step; `seen` is what the caller has just observed. Stops at the first failure; running it again goes on from there. */
export const carryOut = async (
	held: Held,
	verb: Verb,
	wants: Wants,
	course: Course,
	seen?: LayerStates,
): Promise<void> => {
	const {id, intent} = held.record();
	writeJournal(held.home, id, {verb, event: 'begin', wants});
	try {
		const states = seen ?? (await observe(held));
		for (const move of plan(intent, states, wants)) {
			await make(held, verb, move, {...course, agent: states.agent});
		}
	} catch (cause) {
		const error = explain(cause, id);
		settle(held, verb, error);
		throw error;
	}
	settle(held, verb);
};

import {GitError, WorkConflict} from '../git/git-error.ts';
import {TmuxError} from '../tmux/tmux-error.ts';
import {causeCode, SquadError} from './errors.ts';
import type {Held} from './held.ts';
import {type Verb, writeJournal} from './journal.ts';
import {type Course, MOVES, observe} from './layers/layers.ts';
import {type Layer, type Move, plan, type Wants} from './plan.ts';

/** A fact from below, in the words of a session: what happened, where, and what to do. */
export const explain = (cause: unknown, id: string, layer?: Layer): SquadError => {
	if (cause instanceof SquadError) {
		return cause;
	}
	const where = layer === undefined ? '' : `${layer}: `;
	if (cause instanceof WorkConflict) {
		const hint = `commit, move or remove them, then run it again; the saved work is untouched`;
		return new SquadError(
			'conflict',
			`${where}these files are in the way of the saved work: ${cause.files.join(', ')}`,
			hint,
			id,
			cause,
		);
	}
	if ((cause instanceof GitError || cause instanceof TmuxError) && cause.code === 'missing') {
		return new SquadError('missing', cause.message, 'install it (`squad doctor` says how)', id, cause);
	}
	if (cause instanceof GitError || cause instanceof TmuxError || causeCode(cause) !== undefined) {
		const message = cause instanceof Error ? cause.message : String(cause);
		return new SquadError(
			'failed',
			`${where}${message}`,
			'nothing is lost; mend the cause and run it again',
			id,
			cause,
		);
	}
	throw cause;
};

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
		error === undefined ? null : {layer: verb, message: error.message, hint: error.hint, at: new Date().toISOString()};
	held.update({lastError});
	writeJournal(held.home, held.record().id, {
		verb,
		event: error === undefined ? 'end' : 'fail',
		...(error ? {why: error.message} : {}),
	});
};

/** Brings a session to its intent, step by step. Stops at the first failure; running it again goes on from there. */
export const carryOut = async (held: Held, verb: Verb, wants: Wants, course: Course): Promise<void> => {
	const {id, intent} = held.record();
	writeJournal(held.home, id, {verb, event: 'begin', wants});
	try {
		for (const move of plan(intent, await observe(held), wants)) {
			await make(held, verb, move, course);
		}
	} catch (cause) {
		const error = explain(cause, id);
		settle(held, verb, error);
		throw error;
	}
	settle(held, verb);
};

import {type ErrorCode, exitCodeOf, SquadError} from '../session/errors.ts';
import type {SessionRecord} from '../session/session.ts';
import type {Call} from './command.ts';
import {printError} from './print-error.ts';

export const errorJson = ({
	code,
	message,
	hint,
	session,
}: SquadError): {error: {code: ErrorCode; message: string; hint: string; session?: string}} => ({
	error: {code, message, hint, ...(session === undefined ? {} : {session})},
});

export type Pace = {readonly atOnce: number; readonly betweenMs: number};

/** Operations that wait more than they work: several at once even on two cores. */
export const AT_ONCE = {pace: {atOnce: 8, betweenMs: 0}, asArray: false};

/** Runs something for each, only so many at a time, with a pause between two starts. */
export const paced = async <T, R>(
	items: readonly T[],
	{atOnce, betweenMs}: Pace,
	run: (item: T) => Promise<R>,
): Promise<R[]> => {
	const results: R[] = [];
	let next = 0;
	let gate = Promise.resolve();
	const worker = async (): Promise<void> => {
		for (let at = next++; at < items.length; at = next++) {
			const mine = gate;
			gate = gate.then(() => new Promise(resolve => setTimeout(resolve, betweenMs)));
			await (betweenMs > 0 ? mine : undefined);
			results[at] = await run(items[at] as T);
		}
	};
	await Promise.all(Array.from({length: Math.min(atOnce, items.length)}, worker));
	return results;
};

type Outcome = {readonly json: unknown; readonly line?: string; readonly code: number; readonly error?: SquadError};

/** Does the same with each session, reports each, and ends with the highest exit code. */
export const forEachSession = async (
	{terminal, json, squad}: Call,
	words: readonly string[],
	{pace, asArray}: {pace: Pace; asArray: boolean},
	run: (record: SessionRecord) => Promise<{json: unknown; line: string}>,
): Promise<number> => {
	const unique = [...new Set(words)];
	if (unique.length === 1) {
		squad.workAlone();
	}
	const outcomes = await paced(unique, pace, async (word): Promise<Outcome> => {
		try {
			return {...(await run(squad.find(word))), code: 0};
		} catch (cause) {
			if (!(cause instanceof SquadError)) {
				throw cause;
			}
			return {json: errorJson(cause), code: exitCodeOf(cause), error: cause};
		}
	});
	for (const {line, error} of outcomes) {
		if (error !== undefined) {
			printError(terminal, error);
		} else if (!json && line !== undefined) {
			terminal.out(`${line}\n`);
		}
	}
	if (json) {
		terminal.out(
			`${JSON.stringify(asArray || outcomes.length > 1 ? outcomes.map(one => one.json) : outcomes[0]?.json, null, 2)}\n`,
		);
	}
	return Math.max(0, ...outcomes.map(one => one.code));
};

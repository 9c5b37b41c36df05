import {shorten} from '../terminal/text.ts';
import {act} from './act.ts';
import {asDuration, type Clock, Interrupted, stopwatch} from './clock.ts';
import type {Conversation} from './conversation.ts';
import {dim} from './paint.ts';
import {plan} from './script.ts';
import type {Stage} from './stage.ts';
import {verbFor} from './words.ts';

/** What stays the same from turn to turn. */
export type Agent = {
	readonly stage: Stage;
	readonly clock: Clock;
	readonly cwd: string;
	readonly allowed: Set<string>;
};

const reasonOf = (error: unknown): string =>
	error instanceof Interrupted ? 'Interrupted' : `Failed: ${error instanceof Error ? error.message : String(error)}`;

/** A prompt and everything that follows from it. Whatever goes wrong is told, and the agent is ready for the next. */
export const takeTurn = async (prompt: string, conversation: Conversation, agent: Agent): Promise<void> => {
	const {stage, clock} = agent;
	const controller = new AbortController();
	const watch = stopwatch(clock);
	stage.show('user', prompt);
	stage.begin({verb: verbFor(prompt), topic: shorten(prompt, 40), watch, interrupt: () => controller.abort()});
	try {
		conversation.append('user', prompt);
		for (const step of plan(prompt)) await act(step, {...agent, conversation, watch, signal: controller.signal});
		if (watch.seconds() >= 1) stage.printLines(['', dim(`✻ Worked for ${asDuration(watch.seconds())}`)]);
	} catch (error) {
		stage.show('system', reasonOf(error));
		// Only an interruption is part of the conversation; a disk that refused one message will refuse this one too.
		if (error instanceof Interrupted) conversation.append('system', reasonOf(error));
	} finally {
		stage.end();
	}
};

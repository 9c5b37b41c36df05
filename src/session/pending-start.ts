import {rmSync} from 'node:fs';
import type {Start} from './continuing.ts';
import {type Held, readJson} from './held.ts';
import {putFile} from './write-file.ts';

/** A start that squad was about to tell tmux of. */
export type Pending = {
	readonly how: Start['how'];
	readonly token: string | null;
	/** Nothing has ever run in this session. */
	readonly isFirst: boolean;
};

/** The first thing that a worker's shell does is to remove this (`launch.ts`): while it is there nothing has started. */
const fileOf = (held: Held): string => held.home.exitCode(held.record().id, 'agent');

/** Said before tmux is told to start an agent, and before the start is counted. */
export const noteStart = (held: Held, pending: Pending): void =>
	// A power cut ends all that was started, so only what survives squad alone needs this.
	putFile(fileOf(held), `${JSON.stringify(pending)}\n`);

const pendingIn = (held: Held): Pending | undefined => {
	const found = readJson(fileOf(held));
	// Otherwise a number: the code that the agent ended with.
	return typeof found === 'object' && found !== null ? (found as Pending) : undefined;
};

/** Said where it turned out that another start is under way, whose shell may have removed this before it was written. */
export const forgetStart = (held: Held): void => {
	if (pendingIn(held) !== undefined) {
		rmSync(fileOf(held), {force: true});
	}
};

/**
 * The last start, if it was to begin a conversation and never happened because squad was killed before it told tmux: then
 * there is nothing to continue yet, and the conversation that was chosen is still to be begun.
 */
export const owedStart = (held: Held): Pending | undefined => {
	const pending = pendingIn(held);
	return pending?.how === 'fresh' ? pending : undefined;
};

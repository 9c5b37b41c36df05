import type {Pane} from '../../tmux/format.ts';

/** tmux counts in seconds: only a look after the second of a write has certainly seen it. PURE. */
export const seenFrom = ({wroteAt}: Pane): number => (wroteAt + 1) * 1000;

export const isUnseen = (pane: Pane, lookedAt: number): boolean => lookedAt < seenFrom(pane);

/** Time enough for whoever listens to have heard it and looked. */
const HEARD_WITHIN_MS = 2000;

/** Whether something was written that should have been heard and was not. PURE. */
export const wasMissed = (pane: Pane, lookedAt: number, now: number): boolean =>
	lookedAt > 0 && isUnseen(pane, lookedAt) && now > seenFrom(pane) + HEARD_WITHIN_MS;

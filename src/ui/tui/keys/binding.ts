import type {Actions} from '../actions.ts';
import type {Here} from '../here.ts';

/** A key and what it does: the line of keys, the help, the menu and the refusals are all made from these. */
export type Binding = {
	/** The name under which config.json rebinds it. */
	readonly id: string;
	readonly keys: readonly string[];
	/** A word for the line of keys; none: it is only in the help. */
	readonly label?: string;
	readonly about: string;
	/** Why it cannot be done here, as a sentence; undefined: it can. */
	readonly refusal?: (here: Here) => string | undefined;
	readonly run: (act: Actions, here: Here, key: string) => void;
};

type Selected = NonNullable<Here['session']>;

export const needsSession = (here: Here): string | undefined =>
	here.session === null ? 'there is no session here: n starts one' : undefined;

/** For keys that go for all that are marked: refused when they suit none. */
export const forSome =
	(why: string, may: (session: Selected) => boolean) =>
	(here: Here): string | undefined =>
		needsSession(here) ?? (here.targets.some(may) ? undefined : why);

/** For keys that go for the selected session alone. */
export const forSelected =
	(why: string, may: (session: Selected) => boolean) =>
	(here: Here): string | undefined =>
		needsSession(here) ?? (here.session && may(here.session) ? undefined : why);

export const isRunning = ({status}: Selected): boolean => status === 'active';

import type {SessionView} from '../../../session/view.ts';
import type {Here} from '../state/here.ts';
import type {Change} from '../state/view-state.ts';

type Chosen = SessionView | null;
type Targets = readonly SessionView[];

/** What keys can do; carried out in act/. */
export type Actions = {
	readonly view: (change: Change) => void;
	readonly select: (id: string | null) => void;
	readonly scroll: (here: Here, by: number) => void;
	readonly nextFile: (here: Here, by: 1 | -1) => void;
	readonly back: (here: Here) => void;
	readonly mark: (here: Here) => void;
	readonly attach: (session: Chosen) => void;
	readonly terminal: (session: Chosen) => void;
	readonly startTyping: () => void;
	readonly answer: (session: Chosen, choice: string) => void;
	readonly openNew: () => void;
	readonly openSend: (targets: Targets) => void;
	readonly openRename: (session: Chosen) => void;
	readonly pause: (targets: Targets) => void;
	readonly pauseIdle: () => void;
	readonly decide: (session: Chosen, decision: 'interrupt' | 'force' | 'cancel') => void;
	readonly resume: (targets: Targets) => void;
	readonly resumeInterrupted: () => void;
	readonly restart: (session: Chosen) => void;
	readonly end: (session: Chosen) => void;
	readonly askRemove: (targets: Targets) => void;
	readonly undo: () => void;
	readonly demo: () => void;
	readonly refresh: () => void;
	readonly suspend: () => void;
	readonly quit: () => void;
};

/** A key and what it does: the line of keys, the help, the menu and the refusals are all made from these. */
export type Binding = {
	/** The name under which config.json rebinds it. */
	readonly id: string;
	readonly keys: readonly string[];
	/** A word for the line of keys; none: it is only in the help. */
	readonly label?: string;
	/** Where it can be used at all it is what one looks for: it stands first in the line of keys. */
	readonly leads?: true;
	readonly about: string;
	/** Why it cannot be done here, as a sentence; undefined: it can. `{id}` stands for the key of another binding. */
	readonly refusal?: (here: Here) => string | undefined;
	readonly run: (act: Actions, here: Here, key: string) => void;
};

type Selected = NonNullable<Here['session']>;

export const needsSession = (here: Here): string | undefined =>
	here.session === null ? 'there is no session here: {new} starts one' : undefined;

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

/** Nothing else is begun with a session while squad is at work on it. */
export const isFree = (here: Here, {id}: Selected): boolean => {
	const operation = here.snapshot.operations.get(id);
	return operation === undefined || operation.done;
};

export const isRunning = ({status}: Selected): boolean => status === 'active';

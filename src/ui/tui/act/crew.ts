import type {Found} from '../../../session/found.ts';
import type {Squad} from '../../../session/squad.ts';
import type {Watch} from '../../../session/watch/watch.ts';
import type {Surroundings} from '../content/detail.ts';
import type {DetailStore} from '../state/details.ts';
import type {Change, Notice, View} from '../state/view-state.ts';

/** What only whoever owns the terminal can do. */
export type TerminalOwner = {
	/** Hands the terminal to something else and takes it back. */
	readonly lend: (run: () => Promise<unknown>) => Promise<void>;
	readonly refresh: () => void;
	readonly suspend: () => void;
	readonly quit: () => void;
	/** Runs `squad demo` on the terminal. */
	readonly demo: () => Promise<unknown>;
};

/** Everything that actions work with. */
export type Crew = {
	readonly squad: Squad;
	readonly watch: Watch;
	readonly details: DetailStore;
	readonly look: Omit<Surroundings, 'details'>;
	readonly found: () => Found;
	readonly owner: TerminalOwner;
	readonly cwd: string;
	readonly view: () => View;
	readonly change: (change: Change) => void;
	readonly notice: (text: string, style?: Notice['style']) => void;
};

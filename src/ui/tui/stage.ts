import type {Found} from '../../session/found.ts';
import type {Watch} from '../../session/watch.ts';
import type {DetailStore} from './details.ts';
import type {Keymap} from './keymap.ts';
import type {Theme} from './theme.ts';
import type {ViewStore} from './view-state.ts';

/** Everything that the components are made from. */
export type Stage = {
	readonly watch: Pick<Watch, 'snapshot' | 'subscribe'>;
	readonly view: ViewStore;
	readonly details: Pick<DetailStore, 'snapshot' | 'subscribe'>;
	readonly keymap: Keymap;
	readonly theme: Theme;
	readonly home: string | undefined;
	readonly found: Found;
};
